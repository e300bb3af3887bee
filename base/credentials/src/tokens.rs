//! Random tokens, such as those of sessions. Only a token's digest is stored.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

/// The SHA-256 digest of a token, by which the token is stored and found.
pub type TokenDigest = [u8; 32];

/// Returns 256 random bits in base64url, 43 characters.
pub fn new_token() -> String {
    BASE64_URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>())
}

pub fn digest(token: &str) -> TokenDigest {
    Sha256::digest(token).into()
}
