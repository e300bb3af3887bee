//! Designer sessions, for visitors who design without an account. A session is found by the SHA-256 digest of its
//! token. The token itself is not stored. A new token has 256 random bits.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest, Sha256};
use stoa_db::{Db, DbError};

/// How long a session lasts after it began.
pub const DESIGN_SESSION_TTL: TimeDelta = TimeDelta::days(90);

/// The SHA-256 digest of a session's token. A session is found by it.
pub type SessionDigest = [u8; 32];

/// A session that is to be created.
#[derive(Debug)]
pub struct NewSession {
    /// In base64url. The client receives it once.
    pub token: String,
    pub digest: SessionDigest,
}

impl NewSession {
    pub(crate) fn random() -> Self {
        let token = BASE64_URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>());
        Self { digest: digest(&token), token }
    }
}

/// The digest of a token.
pub fn digest(token: &str) -> SessionDigest {
    Sha256::digest(token).into()
}

/// Finds a site's session by its token, unless it has ended.
pub async fn find_session(
    db: &Db,
    site_id: i64,
    token: &str,
    now: DateTime<Utc>,
) -> Result<Option<SessionDigest>, DbError> {
    let digest = digest(token);
    let sql = include_str!("sessions/find.sql");
    let found: bool =
        db.one(sql, &[&site_id, &digest.as_slice(), &(now - DESIGN_SESSION_TTL)]).await?;
    Ok(found.then_some(digest))
}
