//! Releases the reservations of servers that died.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use stoa_db::{Db, DbError};
use stoa_jobs::Job;

/// Time after which a store gets the reserved credits of a call back, if the server died during the call.
///
/// No call takes this long.
pub const RESERVATION_TTL: TimeDelta = TimeDelta::minutes(10);

/// How often the job runs.
pub const CREDIT_SWEEP_INTERVAL: Duration = Duration::from_secs(60);

/// The job that runs [`release_abandoned`], on one server at a time.
pub const RELEASE_ABANDONED: Job = Job::new("release AI credits");

/// Releases reservations that are older than [`RESERVATION_TTL`], and returns the number of released credits. The job
/// [`RELEASE_ABANDONED`] calls this.
pub async fn release_abandoned(db: &Db, now: DateTime<Utc>) -> Result<i64, DbError> {
    let before = now - RESERVATION_TTL;
    let mut released = 0;
    for site_id in db.rows::<i64>(include_str!("sweep/due_sites.sql"), &[&before]).await? {
        let sql = include_str!("sweep/release_abandoned.sql");
        released += db.rows::<i64>(sql, &[&site_id, &before]).await?.into_iter().sum::<i64>();
    }
    Ok(released)
}
