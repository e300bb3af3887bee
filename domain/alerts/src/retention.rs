//! Deletes old alerts.

use chrono::{DateTime, TimeDelta, Utc};
use stoa_db::{Db, DbError};
use stoa_jobs::Job;

/// The job that runs [`delete_old_alerts`].
pub const DELETE_OLD_ALERTS: Job = Job::new("delete old alerts");

/// Time for which an alert is retained. It is longer than a month, because AI credits that are used up are told once in
/// a month.
pub const ALERT_RETENTION: TimeDelta = TimeDelta::days(32);

/// Deletes the old alerts of up to 1,000 sites, and returns the number of deleted alerts.
pub async fn delete_old_alerts(db: &Db, now: DateTime<Utc>) -> Result<u64, DbError> {
    let mut deleted = 0;
    let old = now - ALERT_RETENTION;
    for site_id in db.rows::<i64>(include_str!("retention/due_sites.sql"), &[&old]).await? {
        let sql = include_str!("retention/delete_old.sql");
        deleted += db.execute_until_none(sql, &[&site_id, &old]).await?;
    }
    Ok(deleted)
}
