//! Designer sessions, for visitors who design without an account. A token identifies a session. New tokens have 256
//! random bits. Only a token's SHA-256 digest is stored.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest, Sha256};
use stoa_db::{Db, DbError};

/// Time for which a designer session lasts, from its start.
pub const DESIGN_SESSION_TTL: TimeDelta = TimeDelta::days(90);

/// Minimum time between two records of a session's last visit.
const LAST_VISIT_INTERVAL: TimeDelta = TimeDelta::days(1);

/// The SHA-256 digest of a session's token, by which the session is found.
pub type SessionDigest = [u8; 32];

/// A session that is to be created.
#[derive(Debug)]
pub struct NewSession {
    /// The token in base64url, which the client receives once.
    pub token: String,
    pub digest: SessionDigest,
}

impl NewSession {
    pub(crate) fn random() -> Self {
        let token = BASE64_URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>());
        Self { digest: digest(&token), token }
    }
}

/// Returns the digest of a token.
pub fn digest(token: &str) -> SessionDigest {
    Sha256::digest(token).into()
}

/// Returns the digest of a token if the site has a session with this token that has not ended. Records the visit, at
/// most once a day.
pub async fn find_session(
    db: &Db,
    site_id: i64,
    token: &str,
    now: DateTime<Utc>,
) -> Result<Option<SessionDigest>, DbError> {
    let digest = digest(token);
    let (begun_since, stale) = (now - DESIGN_SESSION_TTL, now - LAST_VISIT_INTERVAL);
    let sql = include_str!("sessions/find.sql");
    let params = [&site_id as _, &digest.as_slice() as _, &begun_since as _, &stale as _];
    let found: Option<bool> = db.opt(sql, &params).await?;
    let Some(is_last_visit_stale) = found else { return Ok(None) };
    if is_last_visit_stale && db.accepts_writes() {
        let sql = include_str!("sessions/note_visit.sql");
        let updated = db.execute(sql, &[&site_id, &digest.as_slice(), &now, &stale]).await;
        // The session is valid even if the database currently accepts no writes.
        if let Err(error) = updated
            && !error.is_unavailable()
        {
            return Err(error);
        }
    }
    Ok(Some(digest))
}
