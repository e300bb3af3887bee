//! The secrets of endpoints, and signatures with them.

use base64::{Engine, prelude::BASE64_STANDARD};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use stoa_stores::Seal;

/// The beginning of a secret, before its base64.
const PREFIX: &str = "whsec_";

const WEBHOOK_SECRET_BYTES: usize = 32;

/// The name to which the seal binds the secrets of endpoints.
pub(crate) const SECRET_NAME: &str = "webhook secret";

/// Returns a new secret, in the form of Standard Webhooks.
pub(crate) fn generate() -> String {
    format!("{PREFIX}{}", BASE64_STANDARD.encode(rand::random::<[u8; WEBHOOK_SECRET_BYTES]>()))
}

/// Opens a secret, given in hex. Logs if no secret of the server opens it.
pub(crate) fn open(seal: &Seal, site_id: i64, sealed: &str) -> Option<String> {
    let opened = seal.open(site_id, SECRET_NAME, sealed).map(|opened| opened.value);
    if opened.is_none() {
        tracing::warn!(
            site_id,
            "the secret of a webhook endpoint was sealed under another STOA_SECRET: rotate it"
        );
    }
    opened
}

/// Returns the value of `webhook-signature`: a signature with each secret.
pub(crate) fn signature(secrets: &[String], id: &str, timestamp: i64, body: &str) -> String {
    let signatures = secrets.iter().filter_map(|secret| {
        let key = BASE64_STANDARD.decode(secret.strip_prefix(PREFIX)?).ok()?;
        let mac = Hmac::<Sha256>::new_from_slice(&key).ok()?;
        let mac = mac.chain_update(format!("{id}.{timestamp}.")).chain_update(body);
        Some(format!("v1,{}", BASE64_STANDARD.encode(mac.finalize().into_bytes())))
    });
    signatures.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the specification of Standard Webhooks.
    #[test]
    fn signature_of_the_specification() {
        let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw".to_owned();
        let (id, timestamp) = ("msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330);
        let body = r#"{"test": 2432232314}"#;
        let one = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
        assert_eq!(signature(std::slice::from_ref(&secret), id, timestamp, body), one);
        let two = signature(&[secret, generate()], id, timestamp, body);
        assert!(two.starts_with(&format!("{one} v1,")), "{two}");
    }

    #[test]
    fn secrets_are_of_the_specified_form() {
        let secret = generate();
        let bytes = BASE64_STANDARD.decode(secret.strip_prefix("whsec_").unwrap()).unwrap();
        assert_eq!(bytes.len(), 32);
        assert_ne!(secret, generate());
    }
}
