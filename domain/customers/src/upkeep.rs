//! Deletes expired sessions and tokens, and networks without logins.

use chrono::{DateTime, Utc};
use stoa_db::{Db, DbError};
use stoa_jobs::Job;

use crate::{networks, reset, sessions, verification};

/// The job that runs [`delete_ended`].
pub const DELETE_ENDED: Job = Job::new("delete ended sessions");

/// Deletes expired sessions, expired tokens of resets and verifications, and networks without logins of up to 1,000
/// sites, and returns the number of deleted rows.
pub async fn delete_ended(db: &Db, now: DateTime<Utc>) -> Result<u64, DbError> {
    let mut deleted = 0;
    let sql = include_str!("upkeep/due_sites.sql");
    let last_used = now - sessions::CUSTOMER_SESSION_RETENTION;
    let last_login = now - networks::NETWORK_RETENTION;
    for site_id in db.rows(sql, &[&last_used, &now, &last_login]).await? {
        deleted += sessions::delete_ended(db, site_id, now).await?;
        deleted += reset::delete_expired(db, site_id, now).await?;
        deleted += verification::delete_expired(db, site_id, now).await?;
        deleted += networks::delete_unused(db, site_id, now).await?;
    }
    Ok(deleted)
}
