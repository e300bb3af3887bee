//! Alerts of refunds that cannot be paid.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use stoa_db::{Db, DbError};
use stoa_jobs::Job;
use stoa_telemetry::Chain;

use super::REFUND_RETRY_WINDOW;

/// The job that runs [`tell_stuck_refunds`].
pub const TELL_STUCK_REFUNDS: Job = Job::new("tell of stuck refunds");

/// How often the job runs.
pub const TELL_STUCK_REFUNDS_INTERVAL: Duration = Duration::from_secs(60);

/// Time after its request for which a stuck refund can become an alert. It is shorter than alerts are retained, so that
/// a refund is one alert.
const STUCK_REFUND_NEWS: TimeDelta = TimeDelta::days(8);

/// Stores an alert for each refund that is unpaid at the end of [`REFUND_RETRY_WINDOW`]. Returns the number of alerts. If
/// one site fails, the others are still processed.
pub async fn tell_stuck_refunds(db: &Db, now: DateTime<Utc>) -> Result<u64, DbError> {
    let (since, until) = (now - STUCK_REFUND_NEWS, now - REFUND_RETRY_WINDOW);
    let mut sum = Ok(0);
    let sql = include_str!("stuck/due_sites.sql");
    for site_id in db.rows::<i64>(sql, &[&since, &until]).await? {
        let sql = include_str!("stuck/tell.sql");
        let told = db.execute(sql, &[&site_id, &since, &until, &now]).await;
        if let Err(error) = &told {
            tracing::error!(site_id, error = %Chain(error), "a site's stuck refunds could not be told");
        }
        sum = sum.and_then(|sum| Ok(sum + told?));
    }
    sum
}
