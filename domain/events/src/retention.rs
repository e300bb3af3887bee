//! Deletes old events.

use chrono::{DateTime, TimeDelta, Utc};
use stoa_db::{Db, DbError};

/// Time for which an event and its deliveries are retained.
pub const EVENT_RETENTION: TimeDelta = TimeDelta::days(14);

/// Deletes the events of all sites that are older than [`EVENT_RETENTION`], and their deliveries. Returns the number of
/// deleted events.
pub async fn delete_old(db: &Db, now: DateTime<Utc>) -> Result<u64, DbError> {
    let mut deleted = 0;
    let old = now - EVENT_RETENTION;
    let sites: Vec<i64> = db.rows(include_str!("retention/due_sites.sql"), &[&old]).await?;
    for site_id in sites {
        let sql = include_str!("retention/delete_old.sql");
        deleted += db.execute_until_none(sql, &[&site_id, &old]).await?;
    }
    Ok(deleted)
}
