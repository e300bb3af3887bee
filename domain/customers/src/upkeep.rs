//! Deletes expired sessions and tokens, and networks without logins.

use chrono::{DateTime, Utc};
use stoa_db::{Db, DbError};
use stoa_jobs::Job;

use crate::networks::NETWORK_RETENTION;
use crate::sessions::CUSTOMER_SESSION_RETENTION;

/// The job that runs [`delete_ended`].
pub const DELETE_ENDED: Job = Job::new("delete ended sessions");

/// Deletes expired sessions, expired tokens of resets and verifications, and networks without logins of up to 1,000
/// sites, and returns the number of deleted rows.
pub async fn delete_ended(db: &Db, now: DateTime<Utc>) -> Result<u64, DbError> {
    let mut deleted = 0;
    let sql = include_str!("upkeep/due_sites.sql");
    let last_used = now - CUSTOMER_SESSION_RETENTION;
    let last_login = now - NETWORK_RETENTION;
    let sites: Vec<i64> = db.rows(sql, &[&last_used, &now, &last_login]).await?;
    for site_id in sites {
        for (sql, until) in [
            (include_str!("sessions/delete_ended.sql"), last_used),
            (include_str!("reset/delete_expired.sql"), now),
            (include_str!("verification/delete_expired.sql"), now),
            (include_str!("networks/delete_unused.sql"), last_login),
        ] {
            deleted += db.execute_until_none(sql, &[&site_id, &until]).await?;
        }
    }
    Ok(deleted)
}
