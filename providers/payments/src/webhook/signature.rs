//! The `Stripe-Signature` header.

use std::error::Error;
use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// Maximum difference between the time in the signature of a payment webhook and the server's clock, in either
/// direction. Beyond it, the webhook is answered 400.
pub const TOLERANCE: Duration = Duration::from_secs(300);

const WEBHOOK_SIGNATURE_BYTES: usize = 32;

/// The signature is malformed, too old, too far in the future, or made with another secret or for another body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidSignature;

/// Accepts a body with a recent signature by one of these secrets.
///
/// While a secret is being replaced, Stripe signs with the old and the new secret. One matching `v1` is therefore
/// enough. Other schemes, such as `v0` of test events, are ignored.
pub fn verify(
    header: &str,
    body: &[u8],
    secrets: &[impl AsRef<str>],
    now: SystemTime,
) -> Result<(), InvalidSignature> {
    let (time, signatures) = read(header).ok_or(InvalidSignature)?;
    let signed_at: u64 = time.parse().map_err(|_| InvalidSignature)?;
    if seconds(now).abs_diff(signed_at) > TOLERANCE.as_secs() {
        return Err(InvalidSignature);
    }
    // An empty secret is skipped, because anyone can sign with it.
    let secrets = secrets.iter().map(AsRef::as_ref).filter(|secret| !secret.is_empty());
    for secret in secrets {
        let expected = signed(secret, time, body);
        // Compares in constant time.
        if signatures.iter().any(|signature| expected.clone().verify_slice(signature).is_ok()) {
            return Ok(());
        }
    }
    Err(InvalidSignature)
}

/// Returns the header that Stripe would send now for this body.
pub fn sign(secret: &str, body: &[u8], now: SystemTime) -> String {
    let time = seconds(now).to_string();
    let signature = signed(secret, &time, body).finalize().into_bytes();
    format!("t={time},v1={}", hex::encode(signature))
}

/// Returns the time that was signed (`t`, exactly once) and all well-formed `v1` signatures.
fn read(header: &str) -> Option<(&str, Vec<[u8; WEBHOOK_SIGNATURE_BYTES]>)> {
    let mut time = None;
    let mut signatures = Vec::new();
    for part in header.split(',') {
        match part.trim().split_once('=').unwrap_or_default() {
            ("t", value) => {
                let is_number = value.bytes().all(|byte| byte.is_ascii_digit());
                if !is_number || time.replace(value).is_some() {
                    return None;
                }
            }
            ("v1", value) => {
                let mut signature = [0; WEBHOOK_SIGNATURE_BYTES];
                // Ignore a malformed signature, since another one may match.
                if hex::decode_to_slice(value, &mut signature).is_ok() {
                    signatures.push(signature);
                }
            }
            _ => {}
        }
    }
    Some((time?, signatures))
}

#[expect(clippy::expect_used, reason = "HMAC takes keys of any length")]
fn signed(secret: &str, time: &str, body: &[u8]) -> Hmac<Sha256> {
    let key = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("a key of any length");
    key.chain_update(time).chain_update(b".").chain_update(body)
}

fn seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

impl fmt::Display for InvalidSignature {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("the webhook's signature is not valid")
    }
}

impl Error for InvalidSignature {}
