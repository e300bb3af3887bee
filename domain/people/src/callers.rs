//! Callers of the staff API. Every request looks up its session and its roles in the database, so an ended session and a
//! role that was taken away are refused at once.

use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use stoa_credentials::TokenDigest;
use stoa_db::{Db, DbError, ToSql};
use stoa_staff_types::Role;

/// A session ends after this time without use.
pub const PERSON_SESSION_RETENTION: TimeDelta = TimeDelta::hours(12);

/// A session ends this long after it began.
pub const PERSON_SESSION_TTL: TimeDelta = TimeDelta::days(7);

/// Minimum time between two updates of a session's last use.
const PERSON_USE_IS_NOTED: TimeDelta = TimeDelta::minutes(5);

/// The person who sends a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    pub id: i64,
    pub name: String,
    /// The person's roles for the request's site. Empty if the request is about no site, or if the site is not active,
    /// does not exist, or is not one of the person's sites.
    pub roles: Vec<Role>,
    /// Whether the request's site requires TOTP and the person has none. The roles then do not apply.
    pub lacks_totp: bool,
}

/// A row of `find.sql`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Found {
    id: i64,
    name: String,
    roles: Vec<Role>,
    lacks_totp: bool,
    is_to_be_noted: bool,
}

/// Returns the person whose session has this token, unless the session has ended.
pub async fn find_caller(
    db: &Db,
    session: &TokenDigest,
    site_id: Option<i64>,
    now: DateTime<Utc>,
) -> Result<Option<Caller>, DbError> {
    let session = session.as_slice();
    let (used_since, begun_since, noted) =
        (now - PERSON_SESSION_RETENTION, now - PERSON_SESSION_TTL, now - PERSON_USE_IS_NOTED);
    let params: [&(dyn ToSql + Sync); 5] = [&site_id, &session, &used_since, &begun_since, &noted];
    let found: Option<Found> = db.opt(include_str!("callers/find.sql"), &params).await?;
    let Some(Found { id, name, roles, lacks_totp, is_to_be_noted }) = found else {
        return Ok(None);
    };
    if is_to_be_noted && db.accepts_writes() {
        let sql = include_str!("callers/note_use.sql");
        // The session is valid even if the database currently accepts no writes.
        if let Err(error) = db.execute(sql, &[&session, &now, &noted]).await
            && !error.is_unavailable()
        {
            return Err(error);
        }
    }
    Ok(Some(Caller { id, name, roles, lacks_totp }))
}
