//! Designer sessions, for visitors who design without an account. A token identifies a session. New tokens have 256
//! random bits. Only a token's SHA-256 digest is stored.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest, Sha256};
use stoa_db::{Db, DbError};

/// How long a session lasts after it began.
pub const DESIGN_SESSION_TTL: TimeDelta = TimeDelta::days(90);

/// Minimum time between two records of a session's last visit.
const VISIT_IS_NOTED: TimeDelta = TimeDelta::days(1);

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
    let (begun_since, noted) = (now - DESIGN_SESSION_TTL, now - VISIT_IS_NOTED);
    let sql = include_str!("sessions/find.sql");
    let params = [&site_id as _, &digest.as_slice() as _, &begun_since as _, &noted as _];
    let found: Option<bool> = db.opt(sql, &params).await?;
    let Some(is_to_be_noted) = found else { return Ok(None) };
    if is_to_be_noted && db.accepts_writes() {
        let sql = include_str!("sessions/note_visit.sql");
        let noted = db.execute(sql, &[&site_id, &digest.as_slice(), &now, &noted]).await;
        // The session is valid even if the database currently accepts no writes.
        if let Err(error) = noted
            && !error.is_unavailable()
        {
            return Err(error);
        }
    }
    Ok(Some(digest))
}
