//! Encrypts values under the server's secret, such as a store's key for its payment provider. Unlike a digest, a sealed
//! value can be decrypted.

use chacha20poly1305::{
    XChaCha20Poly1305, XNonce,
    aead::{Aead, KeyInit, Payload},
};
use hmac::{Hmac, Mac};
use sha2::Sha256;
use stoa_values::Secrets;

/// Domain separation: no other use of the server's secret yields the same keys.
const PURPOSE: &[u8] = b"stoa store secrets 1";

const SEAL_NONCE_BYTES: usize = 24;

/// Seals values under the server's current secret. Opens values that were sealed under the current secret or an old
/// secret. A sealed value is bound to its site and name, and does not open for another site or name.
#[derive(Clone)]
pub struct Seal(Vec<XChaCha20Poly1305>);

pub struct Opened {
    pub value: String,
    /// Index of the server's secret that sealed the value; 0 is the current one.
    pub secret: usize,
}

impl Seal {
    /// Derives one key from each of the server's secrets.
    pub fn new(secrets: impl Into<Secrets>) -> Self {
        Self(secrets.into().derive(cipher))
    }

    /// Encrypts the value. The result is a random nonce, followed by the ciphertext.
    #[expect(clippy::expect_used, reason = "encryption fails only beyond 256 GiB")]
    pub fn seal(&self, site_id: i64, name: &str, value: &str) -> Vec<u8> {
        let nonce: [u8; SEAL_NONCE_BYTES] = rand::random();
        let payload = Payload { msg: value.as_bytes(), aad: &bound_to(site_id, name) };
        let sealed = self.0[0].encrypt(&XNonce::from(nonce), payload);
        [nonce.as_slice(), &sealed.expect("a short value")].concat()
    }

    /// Decrypts a result of [`Seal::seal`], given in hex. Returns `None` unless one of the server's secrets sealed it
    /// for this site and name.
    pub fn open(&self, site_id: i64, name: &str, sealed: &str) -> Option<Opened> {
        let sealed = hex::decode(sealed).ok()?;
        let (nonce, ciphertext) = sealed.split_at_checked(SEAL_NONCE_BYTES)?;
        let nonce: XNonce = nonce.try_into().ok()?;
        let bound_to = bound_to(site_id, name);
        let opened = self.0.iter().enumerate().find_map(|(secret, cipher)| {
            let payload = Payload { msg: ciphertext, aad: &bound_to };
            Some((secret, cipher.decrypt(&nonce, payload).ok()?))
        });
        let (secret, value) = opened?;
        Some(Opened { value: String::from_utf8(value).ok()?, secret })
    }
}

#[expect(clippy::expect_used, reason = "HMAC takes keys of any length")]
fn cipher(secret: &[u8]) -> XChaCha20Poly1305 {
    let mac = <Hmac<Sha256> as hmac::KeyInit>::new_from_slice(secret).expect("a key of any length");
    let key: [u8; 32] = mac.chain_update(PURPOSE).finalize().into_bytes().into();
    XChaCha20Poly1305::new(&key.into())
}

fn bound_to(site_id: i64, name: &str) -> Vec<u8> {
    [&site_id.to_be_bytes(), name.as_bytes()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opens_only_for_the_same_site_and_name() {
        let seal = Seal::new(b"a secret of thirty-two characters");
        let sealed = hex::encode(seal.seal(1, "stripe-secret-key", "sk_test_1"));
        let opened = |site_id, name| value(seal.open(site_id, name, &sealed));
        assert_eq!(opened(1, "stripe-secret-key").as_deref(), Some("sk_test_1"));
        assert_eq!(opened(2, "stripe-secret-key"), None);
        assert_eq!(opened(1, "printful-api-key"), None);
        let other = Seal::new(b"another secret of many characters");
        assert_eq!(value(other.open(1, "stripe-secret-key", &sealed)), None);
        assert_eq!(value(seal.open(1, "stripe-secret-key", "00")), None);
        assert_ne!(hex::encode(seal.seal(1, "stripe-secret-key", "sk_test_1")), sealed);
    }

    #[test]
    fn opens_what_an_earlier_release_sealed() {
        let seal = Seal::new(b"a secret of thirty-two characters");
        let sealed = "070707070707070707070707070707070707070707070707\
                      cf8a64f82f58e98f8c5fc79d42f4b892ff0b7938c114e087f6";
        let opened = value(seal.open(1, "stripe-secret-key", sealed));
        assert_eq!(opened.as_deref(), Some("sk_test_1"));
    }

    #[test]
    fn opens_what_the_old_secret_sealed() {
        let (old, new) =
            (b"a secret of thirty-two characters", b"another secret of many characters");
        let of_old = hex::encode(Seal::new(old).seal(1, "ship-from", "{}"));
        let both = Seal::new(Secrets::new(new.to_vec(), Some(old.to_vec())));
        let opened = both.open(1, "ship-from", &of_old).unwrap();
        assert_eq!((opened.value.as_str(), opened.secret), ("{}", 1));
        let of_both = hex::encode(both.seal(1, "ship-from", "{}"));
        assert_eq!(Seal::new(new).open(1, "ship-from", &of_both).unwrap().secret, 0);
        assert!(Seal::new(old).open(1, "ship-from", &of_both).is_none());
    }

    fn value(opened: Option<Opened>) -> Option<String> {
        opened.map(|opened| opened.value)
    }
}
