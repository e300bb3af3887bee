//! Tokens of visitors. A token is signed, is for one conversation, and is valid for a day. The server stores no tokens.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use stoa_conversations::Conversation;
use stoa_values::Secrets;

/// Time for which a token of live chat is valid.
pub const TOKEN_LIFETIME: Duration = Duration::from_secs(24 * 60 * 60);

/// Domain separation: no other use of the server's secret yields the same signatures.
const PURPOSE: &[u8] = b"stoa live chat token 1";

/// Bytes of the claims: site, conversation and expiry, eight bytes each.
const CLAIMS: usize = 24;

const TOKEN_SIGNATURE_BYTES: usize = 32;

/// Signs tokens with the server's current secret, and verifies tokens signed with the current or the old one.
#[derive(Clone)]
pub struct Tokens(Vec<Hmac<Sha256>>);

/// The claims of a valid token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    pub conversation: Conversation,
    /// Microseconds since 1970. In a coarser unit, two tokens that are issued shortly after one another would be the
    /// same.
    pub expires_at: u64,
    /// Identifies the token: the first 16 bytes of its signature.
    pub id: u128,
}

impl Tokens {
    /// Derives the signing keys from the server's secrets.
    pub fn new(secrets: impl Into<Secrets>) -> Self {
        Self(secrets.into().derive(|secret| keyed(&signature(&keyed(secret), PURPOSE))))
    }

    /// Issues a token for a conversation, valid until `expires_at`.
    pub fn issue(&self, conversation: Conversation, expires_at: SystemTime) -> String {
        let mut claims = Vec::with_capacity(CLAIMS);
        claims.extend(conversation.site_id.to_be_bytes());
        claims.extend(conversation.id.to_be_bytes());
        claims.extend(microseconds(expires_at).to_be_bytes());
        let signature = BASE64_URL_SAFE_NO_PAD.encode(signature(&self.0[0], &claims));
        format!("{}.{signature}", BASE64_URL_SAFE_NO_PAD.encode(claims))
    }

    /// Returns the claims of the token, or `None` if the token is malformed, forged or expired.
    pub fn verify(&self, token: &str, now: SystemTime) -> Option<Token> {
        let (claims, signature) = token.split_once('.')?;
        let claims: [u8; CLAIMS] = decode(claims)?;
        let signature: [u8; TOKEN_SIGNATURE_BYTES] = decode(signature)?;
        // Compares in constant time.
        let signed = |key: &Hmac<Sha256>| key.clone().chain_update(claims).verify_slice(&signature);
        self.0.iter().find(|key| signed(key).is_ok())?;
        let [site_id, id, expires_at] = [0, 8, 16].map(|start| number(&claims, start));
        let token = Token {
            conversation: Conversation { site_id: site_id as i64, id: id as i64 },
            expires_at,
            id: u128::from(number(&signature, 0)) << 64 | u128::from(number(&signature, 8)),
        };
        (microseconds(now) < token.expires_at).then_some(token)
    }
}

#[expect(clippy::expect_used, reason = "HMAC takes keys of any length")]
fn keyed(key: &[u8]) -> Hmac<Sha256> {
    Hmac::new_from_slice(key).expect("a key of any length")
}

fn signature(key: &Hmac<Sha256>, message: &[u8]) -> [u8; TOKEN_SIGNATURE_BYTES] {
    key.clone().chain_update(message).finalize().into_bytes().into()
}

/// Accepts only the canonical encoding of exactly `N` bytes.
fn decode<const N: usize>(text: &str) -> Option<[u8; N]> {
    BASE64_URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok()
}

fn number(bytes: &[u8], start: usize) -> u64 {
    bytes[start..start + 8].iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

fn microseconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).unwrap_or_default().as_micros() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONVERSATION: Conversation = Conversation { site_id: 1, id: 12 };

    fn at(seconds: u64) -> SystemTime {
        UNIX_EPOCH + Duration::from_secs(1_773_655_200 + seconds)
    }

    #[test]
    fn a_token_says_what_was_signed() {
        let tokens = Tokens::new(b"secret");
        let token = tokens.issue(CONVERSATION, at(60));
        let verified = tokens.verify(&token, at(59)).unwrap();
        assert_eq!(
            (verified.conversation, verified.expires_at),
            (CONVERSATION, 1_773_655_260_000_000)
        );
        assert_eq!(tokens.verify(&token, at(60)), None);
        let other = tokens.issue(CONVERSATION, at(61));
        assert_ne!(tokens.verify(&other, at(0)).unwrap().id, verified.id);
    }

    #[test]
    fn no_byte_can_be_altered() {
        let tokens = Tokens::new(b"secret");
        let token = tokens.issue(CONVERSATION, at(60));
        for position in 0..token.len() {
            for other in ["A", "B", "_", "-", ".", "=", " ", "é", ""] {
                let altered = format!("{}{other}{}", &token[..position], &token[position + 1..]);
                assert!(altered == token || tokens.verify(&altered, at(0)).is_none(), "{altered}");
            }
        }
        for malformed in [
            String::new(),
            ".".into(),
            token.replace('.', ""),
            format!("{token}A"),
            format!("{token}."),
        ] {
            assert_eq!(tokens.verify(&malformed, at(0)), None, "{malformed}");
        }
    }

    #[test]
    fn tokens_of_another_secret_are_invalid() {
        let token = Tokens::new(b"secret").issue(CONVERSATION, at(60));
        assert_eq!(Tokens::new(b"another").verify(&token, at(0)), None);
        let both = Tokens::new(Secrets::new(b"another".to_vec(), Some(b"secret".to_vec())));
        assert!(both.verify(&token, at(0)).is_some());
        let new = both.issue(CONVERSATION, at(60));
        assert!(Tokens::new(b"another").verify(&new, at(0)).is_some());
        assert_eq!(Tokens::new(b"secret").verify(&new, at(0)), None);
    }
}
