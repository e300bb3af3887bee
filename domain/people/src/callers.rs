//! Callers of the staff API. Every request looks up its session or its server key, and the roles, in the database. So an
//! ended session, a revoked key and a role that was taken away are refused at once.

use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use stoa_audit::Actor;
use stoa_credentials::{TokenDigest, digest};
use stoa_db::{Db, DbError, ToSql};
use stoa_staff_types::Role;

use crate::members::ACCEPT_FOR_SITE;
use crate::server_keys::is_server_key;

/// A session ends after this time without use.
pub const PERSON_SESSION_IDLE_TIMEOUT: TimeDelta = TimeDelta::hours(12);

/// A session ends this long after it began.
pub const PERSON_SESSION_TTL: TimeDelta = TimeDelta::days(7);

/// Minimum time between two updates of the last use of a session or of a server key.
const CALLER_LAST_USED_INTERVAL: TimeDelta = TimeDelta::minutes(5);

/// The person or the server key that sends a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    pub actor: Actor,
    /// The sites of a server key. Empty for a person.
    pub key_site_ids: Vec<i64>,
    /// The caller's roles for the request's site. Empty if the request is about no site, or if the site is not active,
    /// does not exist, or is not one of the caller's sites.
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
    is_invited: bool,
    is_last_used_stale: bool,
}

/// A row of `find_server_key.sql`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FoundServerKey {
    id: i64,
    name: String,
    site_ids: Vec<i64>,
    roles: Vec<Role>,
    is_last_used_stale: bool,
}

/// Returns the person whose session has this token, or the server key that the token is. Returns `None` if the session
/// has ended, or the key has expired or was revoked.
pub async fn find_caller(
    db: &Db,
    token: &str,
    site_id: Option<i64>,
    now: DateTime<Utc>,
) -> Result<Option<Caller>, DbError> {
    let digest = digest(token);
    match is_server_key(token) {
        true => find_server_key(db, &digest, site_id, now).await,
        false => find_person(db, &digest, site_id, true, now).await,
    }
}

/// Returns the caller whose credential was found before, unless it is no longer valid. This is no call of the caller, so
/// it accepts no invitation.
pub async fn find_caller_again(
    db: &Db,
    actor: &Actor,
    credential: &TokenDigest,
    site_id: i64,
    now: DateTime<Utc>,
) -> Result<Option<Caller>, DbError> {
    match actor {
        Actor::ServerKey { .. } => find_server_key(db, credential, Some(site_id), now).await,
        Actor::Person { .. } | Actor::CommandLine => {
            find_person(db, credential, Some(site_id), false, now).await
        }
    }
}

async fn find_person(
    db: &Db,
    session: &TokenDigest,
    site_id: Option<i64>,
    is_call: bool,
    now: DateTime<Utc>,
) -> Result<Option<Caller>, DbError> {
    let session = session.as_slice();
    let (used_since, begun_since, stale) = (
        now - PERSON_SESSION_IDLE_TIMEOUT,
        now - PERSON_SESSION_TTL,
        now - CALLER_LAST_USED_INTERVAL,
    );
    let params: [&(dyn ToSql + Sync); 5] = [&site_id, &session, &used_since, &begun_since, &stale];
    let found: Option<Found> = db.opt(include_str!("callers/find.sql"), &params).await?;
    let Some(Found { id, name, roles, lacks_totp, is_invited, is_last_used_stale }) = found else {
        return Ok(None);
    };
    if is_last_used_stale {
        let sql = include_str!("callers/update_last_used.sql");
        write_if_possible(db, sql, &[&session, &now, &stale]).await?;
    }
    // The first call for a site accepts its invitation.
    if is_call && is_invited && !roles.is_empty() && !lacks_totp {
        write_if_possible(db, ACCEPT_FOR_SITE, &[&site_id, &id]).await?;
    }
    let actor = Actor::Person { id, name };
    Ok(Some(Caller { actor, key_site_ids: Vec::new(), roles, lacks_totp }))
}

async fn find_server_key(
    db: &Db,
    secret: &TokenDigest,
    site_id: Option<i64>,
    now: DateTime<Utc>,
) -> Result<Option<Caller>, DbError> {
    let (secret, stale) = (secret.as_slice(), now - CALLER_LAST_USED_INTERVAL);
    let sql = include_str!("callers/find_server_key.sql");
    let found: Option<FoundServerKey> = db.opt(sql, &[&site_id, &secret, &now, &stale]).await?;
    let Some(FoundServerKey { id, name, site_ids, roles, is_last_used_stale }) = found else {
        return Ok(None);
    };
    if is_last_used_stale {
        let sql = include_str!("callers/update_last_used_of_server_key.sql");
        write_if_possible(db, sql, &[&id, &now, &stale]).await?;
    }
    let actor = Actor::ServerKey { id, name };
    Ok(Some(Caller { actor, key_site_ids: site_ids, roles, lacks_totp: false }))
}

/// Runs a statement that notes the call. The credential is valid even if the database currently accepts no writes.
async fn write_if_possible(
    db: &Db,
    sql: &str,
    params: &[&(dyn ToSql + Sync)],
) -> Result<(), DbError> {
    if !db.accepts_writes() {
        return Ok(());
    }
    match db.execute(sql, params).await {
        Err(error) if !error.is_unavailable() => Err(error),
        _ => Ok(()),
    }
}
