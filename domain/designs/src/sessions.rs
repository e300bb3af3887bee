//! Designer sessions: of visitors who design without an account. A token of 256 random bits finds one, by its digest,
//! which is all that is stored of it.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest, Sha256};
use stoa_db::{Db, DbError};

/// A session ends so long after it began.
pub const DESIGN_SESSION_TTL: TimeDelta = TimeDelta::days(90);

/// What is stored of a session's token, and what finds it.
pub type SessionDigest = [u8; 32];

/// A session that begins.
#[derive(Debug)]
pub struct NewSession {
    /// In base64url. It is shown once.
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

/// The session of a site with this token, as long as it lasts.
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
