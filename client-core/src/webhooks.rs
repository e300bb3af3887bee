//! Verification of webhooks by [Standard Webhooks](https://www.standardwebhooks.com).

use std::error::Error as StdError;
use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use serde::de::DeserializeOwned;
use sha2::Sha256;

use crate::clock;

const ID: &str = "webhook-id";
const TIMESTAMP: &str = "webhook-timestamp";
const SIGNATURE: &str = "webhook-signature";

/// Maximum difference between the timestamp of a webhook and the clock, in seconds.
const TIMESTAMP_TOLERANCE: u64 = 300;

/// Minimum size of a secret, in bytes.
const MIN_SECRET_LENGTH: usize = 24;

/// Why a request is not accepted as a webhook.
#[derive(Debug)]
#[non_exhaustive]
pub enum WebhookError {
    /// There is no secret, or one is not base64 of at least 24 bytes, with or without `whsec_` before it.
    InvalidSecret,
    /// The request has no header of this name.
    MissingHeader(&'static str),
    /// The header of this name is not valid.
    InvalidHeader(&'static str),
    /// The timestamp is more than 5 minutes in the past. The request may be a repetition of an earlier one.
    TooOld,
    /// The timestamp is more than 5 minutes in the future. Check the clock of this machine.
    TooNew,
    /// No signature was made with one of the secrets.
    WrongSignature,
    /// The signature is right, but the body is not an event as documented.
    Decode(serde_json::Error),
}

/// Verifies a request and returns its event.
#[doc(hidden)]
pub fn verify<E: DeserializeOwned>(
    secrets: impl IntoIterator<Item = impl AsRef<str>>,
    headers: impl IntoIterator<Item = (impl AsRef<str>, impl AsRef<[u8]>)>,
    body: &[u8],
) -> Result<E, WebhookError> {
    verify_at(clock::now().as_secs(), secrets, headers, body)?;
    serde_json::from_slice(body).map_err(WebhookError::Decode)
}

/// Signs a webhook, for tests of a program that receives webhooks. `timestamp` is in seconds since the Unix epoch. Returns
/// a value of `webhook-signature`.
pub fn sign(secret: &str, id: &str, timestamp: u64, body: &[u8]) -> Result<String, WebhookError> {
    let signature = mac(secret, id.as_bytes(), timestamp.to_string().as_bytes(), body)?.finalize();
    Ok(format!("v1,{}", STANDARD.encode(signature.into_bytes())))
}

fn verify_at(
    now: u64,
    secrets: impl IntoIterator<Item = impl AsRef<str>>,
    headers: impl IntoIterator<Item = (impl AsRef<str>, impl AsRef<[u8]>)>,
    body: &[u8],
) -> Result<(), WebhookError> {
    let [id, timestamp, signatures] = find([ID, TIMESTAMP, SIGNATURE], headers)?;
    // With a dot in the id, a part of the body could pass for the timestamp.
    if id.is_empty() || id.contains(&b'.') {
        return Err(WebhookError::InvalidHeader(ID));
    }
    let sent_at = seconds(&timestamp).ok_or(WebhookError::InvalidHeader(TIMESTAMP))?;
    let mut macs = Vec::new();
    for secret in secrets {
        macs.push(mac(secret.as_ref(), &id, &timestamp, body)?);
    }
    if macs.is_empty() {
        return Err(WebhookError::InvalidSecret);
    }
    if now.saturating_sub(sent_at) > TIMESTAMP_TOLERANCE {
        return Err(WebhookError::TooOld);
    }
    if sent_at.saturating_sub(now) > TIMESTAMP_TOLERANCE {
        return Err(WebhookError::TooNew);
    }
    // Signatures of other versions are for other readers.
    let signatures =
        signatures.split(|byte| *byte == b' ').filter_map(|one| one.strip_prefix(b"v1,"));
    let mut signatures = signatures.filter_map(|one| STANDARD.decode(one).ok());
    // `verify_slice` takes the same time for every signature.
    match signatures.any(|one| macs.iter().any(|mac| mac.clone().verify_slice(&one).is_ok())) {
        true => Ok(()),
        false => Err(WebhookError::WrongSignature),
    }
}

/// The values of the headers of these names. If a header is repeated, the first one counts.
fn find<const N: usize>(
    names: [&'static str; N],
    headers: impl IntoIterator<Item = (impl AsRef<str>, impl AsRef<[u8]>)>,
) -> Result<[Vec<u8>; N], WebhookError> {
    let mut found = [const { None }; N];
    for (name, value) in headers {
        let place = names.iter().position(|known| name.as_ref().eq_ignore_ascii_case(known));
        if let Some(place) = place {
            found[place].get_or_insert_with(|| value.as_ref().to_vec());
        }
    }
    for (value, name) in found.iter().zip(names) {
        if value.is_none() {
            return Err(WebhookError::MissingHeader(name));
        }
    }
    Ok(found.map(Option::unwrap_or_default))
}

fn seconds(text: &[u8]) -> Option<u64> {
    let text = str::from_utf8(text).ok()?;
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

fn mac(
    secret: &str,
    id: &[u8],
    timestamp: &[u8],
    body: &[u8],
) -> Result<Hmac<Sha256>, WebhookError> {
    let key = STANDARD.decode(secret.strip_prefix("whsec_").unwrap_or(secret));
    let key = key.ok().filter(|key| key.len() >= MIN_SECRET_LENGTH);
    let mac = key.and_then(|key| Hmac::<Sha256>::new_from_slice(&key).ok());
    let mut mac = mac.ok_or(WebhookError::InvalidSecret)?;
    for part in [id, b".", timestamp, b".", body] {
        mac.update(part);
    }
    Ok(mac)
}

impl fmt::Display for WebhookError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidSecret => out.write_str(
                "a secret of the webhook endpoint is missing or invalid: set it to the text that begins with `whsec_`",
            ),
            Self::MissingHeader(name) => write!(out, "the request has no header `{name}`"),
            Self::InvalidHeader(name) => write!(out, "the header `{name}` is not valid"),
            Self::TooOld => out.write_str("the webhook was sent more than 5 minutes ago"),
            Self::TooNew => out.write_str(
                "the timestamp of the webhook is more than 5 minutes in the future: check the clock of this machine",
            ),
            Self::WrongSignature => {
                out.write_str("the webhook has no signature that was made with a secret of the endpoint")
            }
            Self::Decode(cause) => write!(out, "the webhook is not an event as documented: {cause}"),
        }
    }
}

// `source` returns `None`, because the text already includes the cause.
impl StdError for WebhookError {}

#[cfg(test)]
mod tests;
