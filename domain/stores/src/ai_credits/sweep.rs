//! Reservations of servers that died.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use stoa_db::{Db, DbError};
use stoa_jobs::Job;

/// How long a call is taken to be under way: longer than any is.
pub const RESERVATION_TTL: TimeDelta = TimeDelta::minutes(10);

/// How often servers look.
pub const CREDIT_SWEEP_INTERVAL: Duration = Duration::from_secs(60);

/// Gives back what nobody settles any more.
pub const RELEASE_ABANDONED: Job = Job::new("release AI credits");

/// Gives back the credits of calls that began too long ago to be under way, and returns how many. One is enough for all
/// servers: [`RELEASE_ABANDONED`].
pub async fn release_abandoned(db: &Db, now: DateTime<Utc>) -> Result<i64, DbError> {
    let before = now - RESERVATION_TTL;
    let mut released = 0;
    for site_id in db.rows::<i64>(include_str!("sweep/due_sites.sql"), &[&before]).await? {
        let sql = include_str!("sweep/release_abandoned.sql");
        released += db.rows::<i64>(sql, &[&site_id, &before]).await?.into_iter().sum::<i64>();
    }
    Ok(released)
}
