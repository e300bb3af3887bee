//! Ids, client secrets and webhook secrets, derived from the server's secret.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// Separates these keys from all other keys that are derived from the server's secret.
const PURPOSE: &[u8] = b"stoa test payments 1";

const PREFIX: &str = "pi_test_";

/// In an intent's id, `TEST_KEY_NONCE_BYTES` bytes are derived from the idempotency key, and `PROOF` bytes authenticate
/// the rest of the id.
const TEST_KEY_NONCE_BYTES: usize = 16;
const PROOF: usize = 8;

pub(super) struct Keys(Hmac<Sha256>);

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Facts {
    pub(super) amount: i64,
    pub(super) currency: String,
}

impl Keys {
    pub(super) fn new(secret: &[u8], site_id: i64) -> Self {
        let key = keyed(secret).chain_update(PURPOSE).chain_update(site_id.to_be_bytes());
        Self(keyed(&key.finalize().into_bytes()))
    }

    /// Returns `pi_test_4990usd_…`: amount and currency, a digest of the idempotency key, and a MAC of them.
    pub(super) fn intent_id(&self, facts: &Facts, idempotency_key: &str) -> String {
        let nonce = self.tag("intent", idempotency_key, TEST_KEY_NONCE_BYTES);
        let claims = format!("{}{}_{nonce}", facts.amount, facts.currency);
        let proof = self.tag("proof", &claims, PROOF);
        format!("{PREFIX}{claims}{proof}")
    }

    /// Returns the facts in an id, or `None` if the id is not of an intent of this site.
    pub(super) fn facts(&self, intent_id: &str) -> Option<Facts> {
        let rest = intent_id.strip_prefix(PREFIX)?;
        let (claims, proof) = rest.split_at_checked(rest.len().checked_sub(2 * PROOF)?)?;
        let mut bytes = [0; PROOF];
        hex::decode_to_slice(proof, &mut bytes).ok()?;
        // Compares in constant time.
        self.mac("proof", claims).verify_truncated_left(&bytes).ok()?;
        // `intent_id` writes the MAC in lower case, but `decode_to_slice` also accepts upper case.
        let is_canonical = !proof.bytes().any(|byte| byte.is_ascii_uppercase());
        let (facts, _) = claims.split_once('_').filter(|_| is_canonical)?;
        let (amount, currency) = facts.split_at_checked(facts.len().checked_sub(3)?)?;
        Some(Facts { amount: amount.parse().ok()?, currency: currency.to_owned() })
    }

    pub(super) fn client_secret(&self, intent_id: &str) -> String {
        format!("{intent_id}_secret_{}", self.tag("client secret", intent_id, 16))
    }

    pub(super) fn webhook_secret(&self) -> String {
        format!("whsec_test_{}", self.tag("webhooks", "", 32))
    }

    /// Returns an id. The same input gives the same id.
    pub(super) fn id(&self, prefix: &str, of: &str) -> String {
        format!("{prefix}_test_{}", self.tag(prefix, of, 16))
    }

    fn tag(&self, purpose: &str, message: &str, bytes: usize) -> String {
        hex::encode(&self.mac(purpose, message).finalize().into_bytes()[..bytes])
    }

    fn mac(&self, purpose: &str, message: &str) -> Hmac<Sha256> {
        self.0.clone().chain_update(purpose).chain_update([0]).chain_update(message)
    }
}

#[expect(clippy::expect_used, reason = "HMAC takes keys of any length")]
fn keyed(key: &[u8]) -> Hmac<Sha256> {
    Hmac::new_from_slice(key).expect("a key of any length")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts() -> Facts {
        Facts { amount: 4990, currency: "usd".into() }
    }

    #[test]
    fn an_id_says_what_it_was_made_of() {
        let keys = Keys::new(b"secret", 1);
        let id = keys.intent_id(&facts(), "order 7");
        assert!(id.starts_with("pi_test_4990usd_"), "{id}");
        assert_eq!(keys.facts(&id), Some(facts()));
        assert_eq!(keys.intent_id(&facts(), "order 7"), id);
        assert_ne!(keys.intent_id(&facts(), "order 8"), id);
        let largest = Facts { amount: i64::MAX, ..facts() };
        assert_eq!(keys.facts(&keys.intent_id(&largest, "")), Some(largest));
    }

    #[test]
    fn no_byte_can_be_altered() {
        let keys = Keys::new(b"secret", 1);
        let id = keys.intent_id(&facts(), "order 7");
        for position in 0..id.len() {
            for other in ["0", "A", "f", "_", " ", "é", ""] {
                let altered = format!("{}{other}{}", &id[..position], &id[position + 1..]);
                assert!(altered == id || keys.facts(&altered).is_none(), "{altered}");
            }
        }
        for malformed in ["", "pi_test_", "pi_test_4990usd_", "pi_3MtwBwLkdIwHu7ix28a3tqPa", "é"] {
            assert_eq!(keys.facts(malformed), None, "{malformed}");
        }
    }

    #[test]
    fn another_site_or_secret_has_others() {
        let keys = Keys::new(b"secret", 1);
        let id = keys.intent_id(&facts(), "order 7");
        for other in [Keys::new(b"secret", 2), Keys::new(b"another", 1)] {
            assert_eq!(other.facts(&id), None);
            assert_ne!(other.webhook_secret(), keys.webhook_secret());
            assert_ne!(other.client_secret(&id), keys.client_secret(&id));
        }
        assert!(!keys.client_secret(&id).contains(&keys.webhook_secret()[11..]));
    }
}
