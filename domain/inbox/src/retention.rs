//! Deletes old events.

use chrono::{DateTime, TimeDelta, Utc};
use stoa_db::{Db, DbError};
use stoa_jobs::Job;

use crate::numbers::number_events;

/// The job that runs [`delete_old_events`].
pub const DELETE_OLD_EVENTS: Job = Job::new("delete old inbox events");

/// How many days an event is retained.
pub const INBOX_RETENTION_DAYS: i64 = 7;

/// Deletes the old events of up to 1,000 sites, and returns the number of deleted events. Events get a number before
/// they are deleted, so that a reader can tell that it missed them.
pub async fn delete_old_events(db: &Db, now: DateTime<Utc>) -> Result<u64, DbError> {
    let mut deleted = 0;
    let old = now - TimeDelta::days(INBOX_RETENTION_DAYS);
    for site_id in db.rows(include_str!("retention/due_sites.sql"), &[&old]).await? {
        number_events(db, site_id).await?;
        let sql = include_str!("retention/delete_old.sql");
        deleted += db.execute_until_none(sql, &[&site_id, &old]).await?;
    }
    Ok(deleted)
}
