//! Encrypts what has to be read again, such as a store's key of its payment provider, under the server's secret.

use chacha20poly1305::{
    XChaCha20Poly1305, XNonce,
    aead::{Aead, KeyInit, Payload},
};
use hmac::{Hmac, Mac};
use sha2::Sha256;

/// What the server's secret is used for here, so that no other use of it gives the same key.
const PURPOSE: &[u8] = b"stoa store secrets 1";

const NONCE: usize = 24;

/// Seals and opens values. Each is bound to its site and its name: it opens nowhere else.
#[derive(Clone)]
pub struct Seal(XChaCha20Poly1305);

impl Seal {
    /// Derives its key from the server's secret.
    #[expect(clippy::expect_used, reason = "HMAC takes keys of any length")]
    pub fn new(secret: &[u8]) -> Self {
        let mac =
            <Hmac<Sha256> as hmac::KeyInit>::new_from_slice(secret).expect("a key of any length");
        let key: [u8; 32] = mac.chain_update(PURPOSE).finalize().into_bytes().into();
        Self(XChaCha20Poly1305::new(&key.into()))
    }

    /// The value, sealed: a random nonce, then the ciphertext.
    #[expect(clippy::expect_used, reason = "encryption fails only beyond 256 GiB")]
    pub fn seal(&self, site_id: i64, name: &str, value: &str) -> Vec<u8> {
        let nonce: [u8; NONCE] = rand::random();
        let payload = Payload { msg: value.as_bytes(), aad: &bound_to(site_id, name) };
        let sealed = self.0.encrypt(&XNonce::from(nonce), payload);
        [nonce.as_slice(), &sealed.expect("a short value")].concat()
    }

    /// The value of what was sealed, in hex, if this secret sealed it for this site and name.
    pub fn open(&self, site_id: i64, name: &str, sealed: &str) -> Option<String> {
        let sealed = hex::decode(sealed).ok()?;
        let (nonce, ciphertext) = sealed.split_at_checked(NONCE)?;
        let payload = Payload { msg: ciphertext, aad: &bound_to(site_id, name) };
        let value = self.0.decrypt(nonce.try_into().ok()?, payload).ok()?;
        String::from_utf8(value).ok()
    }
}

fn bound_to(site_id: i64, name: &str) -> Vec<u8> {
    [&site_id.to_be_bytes(), name.as_bytes()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opens_where_it_was_sealed() {
        let seal = Seal::new(b"a secret of thirty-two characters");
        let sealed = hex::encode(seal.seal(1, "stripe-secret-key", "sk_test_1"));
        let opened = |site_id, name| seal.open(site_id, name, &sealed);
        assert_eq!(opened(1, "stripe-secret-key").as_deref(), Some("sk_test_1"));
        assert_eq!(opened(2, "stripe-secret-key"), None);
        assert_eq!(opened(1, "printful-api-key"), None);
        let other = Seal::new(b"another secret of many characters");
        assert_eq!(other.open(1, "stripe-secret-key", &sealed), None);
        assert_eq!(seal.open(1, "stripe-secret-key", "00"), None);
        assert_ne!(hex::encode(seal.seal(1, "stripe-secret-key", "sk_test_1")), sealed);
    }

    #[test]
    fn opens_what_an_earlier_release_sealed() {
        let seal = Seal::new(b"a secret of thirty-two characters");
        let sealed = "070707070707070707070707070707070707070707070707\
                      cf8a64f82f58e98f8c5fc79d42f4b892ff0b7938c114e087f6";
        assert_eq!(seal.open(1, "stripe-secret-key", sealed).as_deref(), Some("sk_test_1"));
    }
}
