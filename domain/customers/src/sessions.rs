//! Sessions of customers. A token of 256 random bits identifies a session. Only the token's digest is stored. Every
//! request looks up its session in the database, so an ended session is refused at once.

use std::net::IpAddr;

use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use stoa_credentials::{TokenDigest, digest, new_token};
use stoa_db::{Db, DbError, Transaction};
use stoa_storefront_types::Timestamp;

use crate::networks::record_login;

/// Time for which a customer's session lasts after its last use.
pub const CUSTOMER_SESSION_RETENTION: TimeDelta = TimeDelta::days(30);

/// Time for which a customer's session lasts in all.
pub const CUSTOMER_SESSION_TTL: TimeDelta = TimeDelta::days(90);

/// Maximum number of a customer's sessions. A further session ends the oldest one.
const MAX_SESSIONS_PER_CUSTOMER: i64 = 50;

/// Minimum time between two updates of a session's last use.
const CUSTOMER_LAST_USED_INTERVAL: TimeDelta = TimeDelta::hours(1);

/// When a session that begins now ends at the latest.
pub(crate) fn expires_at(now: DateTime<Utc>) -> Timestamp {
    Timestamp(now + CUSTOMER_SESSION_TTL)
}

/// The customer of a session.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SessionCustomer {
    pub id: i64,
    /// Whether the customer's e-mail address is verified.
    pub is_verified: bool,
    is_last_used_stale: bool,
}

/// Returns the customer whose session has this token, unless the session has ended.
pub async fn find_session(
    db: &Db,
    site_id: i64,
    digest: &TokenDigest,
    now: DateTime<Utc>,
) -> Result<Option<SessionCustomer>, DbError> {
    let digest = digest.as_slice();
    let (used_since, begun_since, stale) = (
        now - CUSTOMER_SESSION_RETENTION,
        now - CUSTOMER_SESSION_TTL,
        now - CUSTOMER_LAST_USED_INTERVAL,
    );
    let sql = include_str!("sessions/find.sql");
    let found: Option<SessionCustomer> =
        db.opt(sql, &[&site_id, &digest, &used_since, &begun_since, &stale]).await?;
    let Some(customer) = found else { return Ok(None) };
    if customer.is_last_used_stale && db.accepts_writes() {
        let sql = include_str!("sessions/update_last_used.sql");
        let updated = db.execute(sql, &[&site_id, &digest, &now, &stale]).await;
        // The session is valid even if the database currently accepts no writes.
        if let Err(error) = updated
            && !error.is_unavailable()
        {
            return Err(error);
        }
    }
    Ok(Some(customer))
}

/// Begins a session of a customer whose password was verified against `verified_hash`. Ends the oldest sessions beyond
/// [`MAX_SESSIONS_PER_CUSTOMER`].
///
/// Returns the session's token, or `None` if the customer's stored hash has changed since the verification.
pub(crate) async fn begin_session(
    db: &Db,
    site_id: i64,
    customer_id: i64,
    verified_hash: &str,
    network: IpAddr,
    now: DateTime<Utc>,
) -> Result<Option<String>, DbError> {
    let token = new_token();
    let digest = digest(&token);
    let digest = digest.as_slice();
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    // The first statement may wait for concurrent logins. A second statement also sees the sessions of those logins.
    let sql = include_str!("sessions/begin.sql");
    let begun =
        transaction.execute(sql, &[&site_id, &customer_id, &digest, &verified_hash, &now]).await?;
    if begun == 0 {
        return Ok(None);
    }
    let sql = include_str!("sessions/end_oldest.sql");
    transaction
        .execute(sql, &[&site_id, &customer_id, &digest, &(MAX_SESSIONS_PER_CUSTOMER - 1)])
        .await?;
    record_login(&transaction, site_id, customer_id, network, now).await?;
    transaction.commit().await?;
    Ok(Some(token))
}

/// Ends the session with this token.
pub async fn end_session(db: &Db, site_id: i64, digest: &TokenDigest) -> Result<(), DbError> {
    db.execute(include_str!("sessions/end.sql"), &[&site_id, &digest.as_slice()]).await?;
    Ok(())
}

/// Ends all sessions of the customer, and returns their number.
pub(crate) async fn end_all_sessions(
    transaction: &Transaction<'_>,
    site_id: i64,
    customer_id: i64,
) -> Result<u64, DbError> {
    transaction.execute(include_str!("sessions/end_all.sql"), &[&site_id, &customer_id]).await
}
