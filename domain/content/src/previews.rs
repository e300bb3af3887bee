//! Tokens of previews. A token is signed, is for one post, and is valid for an hour. The server stores no tokens.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use stoa_audit::{Change, Target};
use stoa_db::Db;
use stoa_staff_reasons::{self as reasons, Failed, refusals};
use stoa_staff_types::{PostPreview, Timestamp};
use stoa_values::Secrets;

use crate::note;
use crate::posts::lock_post;

/// Time for which a token of a preview is valid.
pub const PREVIEW_LIFETIME: TimeDelta = TimeDelta::hours(1);

/// Domain separation: no other use of the server's secret yields the same signatures.
const PURPOSE: &[u8] = b"stoa post preview 1";

/// Bytes of the claims: site, post and expiry, eight bytes each.
const CLAIMS: usize = 24;

const SIGNATURE_BYTES: usize = 32;

refusals! {
    /// Why a post gets no preview.
    pub enum PreviewRefusal of reasons {
        PostNotFound,
    }
}

/// Signs tokens with the server's current secret, and verifies tokens signed with the current or the old one.
#[derive(Clone)]
pub struct PreviewTokens(Vec<Hmac<Sha256>>);

impl PreviewTokens {
    /// Derives the signing keys from the server's secrets.
    pub fn new(secrets: &Secrets) -> Self {
        Self(secrets.derive(|secret| keyed(&signature(&keyed(secret), PURPOSE))))
    }

    fn issue(&self, site_id: i64, post_id: i64, expires_at: DateTime<Utc>) -> String {
        let claims = [site_id, post_id, expires_at.timestamp_millis()].map(i64::to_be_bytes);
        let claims = claims.concat();
        let signature = BASE64_URL_SAFE_NO_PAD.encode(signature(&self.0[0], &claims));
        format!("{}.{signature}", BASE64_URL_SAFE_NO_PAD.encode(claims))
    }

    /// Returns the id of the post of this site that a token shows, or `None` if the token is malformed, forged or
    /// expired.
    pub fn post_id(&self, token: &str, site_id: i64, now: DateTime<Utc>) -> Option<i64> {
        let (claims, signature) = token.split_once('.')?;
        let claims: [u8; CLAIMS] = decode(claims)?;
        let signature: [u8; SIGNATURE_BYTES] = decode(signature)?;
        // Compares in constant time.
        let signed = |key: &Hmac<Sha256>| key.clone().chain_update(claims).verify_slice(&signature);
        self.0.iter().find(|key| signed(key).is_ok())?;
        let [of_site, post_id, expires_at] = [0, 8, 16].map(|start| number(&claims, start));
        (of_site == site_id && now.timestamp_millis() < expires_at).then_some(post_id)
    }
}

/// Returns a token with which REST v1 shows a post of any status.
pub async fn preview_post(
    db: &Db,
    tokens: &PreviewTokens,
    change: Change<'_>,
    post_id: i64,
) -> Result<PostPreview, Failed<PreviewRefusal>> {
    let Change { site_id, now, .. } = change;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let post = lock_post(&transaction, site_id, post_id).await?;
    post.ok_or(PreviewRefusal::PostNotFound)?;
    note(&transaction, change, Target::new("post", post_id), &["previewToken".to_owned()]).await?;
    transaction.commit().await?;
    let expires_at = now + PREVIEW_LIFETIME;
    let preview_token = tokens.issue(site_id, post_id, expires_at);
    Ok(PostPreview { preview_token, expires_at: Timestamp(expires_at) })
}

#[expect(clippy::expect_used, reason = "HMAC takes keys of any length")]
fn keyed(key: &[u8]) -> Hmac<Sha256> {
    Hmac::new_from_slice(key).expect("a key of any length")
}

fn signature(key: &Hmac<Sha256>, message: &[u8]) -> [u8; SIGNATURE_BYTES] {
    key.clone().chain_update(message).finalize().into_bytes().into()
}

/// Accepts only the canonical encoding of exactly `N` bytes.
fn decode<const N: usize>(text: &str) -> Option<[u8; N]> {
    BASE64_URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok()
}

fn number(bytes: &[u8], start: usize) -> i64 {
    bytes[start..start + 8].iter().fold(0, |number, byte| number << 8 | i64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_shows_one_post_for_an_hour() {
        let tokens = PreviewTokens::new(&b"secret".into());
        let now = DateTime::UNIX_EPOCH;
        let token = tokens.issue(1, 7, now + PREVIEW_LIFETIME);
        assert_eq!(tokens.post_id(&token, 1, now), Some(7));
        assert_eq!(tokens.post_id(&token, 2, now), None);
        assert_eq!(tokens.post_id(&token, 1, now + PREVIEW_LIFETIME), None);
        let other = PreviewTokens::new(&b"another".into());
        assert_eq!(other.post_id(&token, 1, now), None);
        let both = Secrets::new(b"another".to_vec(), Some(b"secret".to_vec()));
        assert_eq!(PreviewTokens::new(&both).post_id(&token, 1, now), Some(7));
        for position in 0..token.len() {
            for letter in ["A", "B", "_", ".", "=", "é", ""] {
                let altered = format!("{}{letter}{}", &token[..position], &token[position + 1..]);
                assert!(
                    altered == token || tokens.post_id(&altered, 1, now).is_none(),
                    "{altered}"
                );
            }
        }
    }
}
