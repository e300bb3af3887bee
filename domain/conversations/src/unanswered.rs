//! Alerts of conversations without an agent's answer.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use stoa_db::{Db, DbError};
use stoa_jobs::Job;
use stoa_telemetry::Chain;

/// Time after which a visitor's message without an answer is an alert.
pub const UNANSWERED_AFTER: TimeDelta = TimeDelta::minutes(2);

/// Time after which a message without an answer is no new alert any more, if the server did not run before.
const UNANSWERED_UNTIL: TimeDelta = TimeDelta::days(1);

/// The job that runs [`tell_unanswered`].
pub const TELL_UNANSWERED: Job = Job::new("tell of unanswered conversations");

/// How often the job runs.
pub const TELL_UNANSWERED_INTERVAL: Duration = Duration::from_secs(15);

/// Stores an alert for each conversation with a visitor's message that has no answer of an agent since
/// [`UNANSWERED_AFTER`]. The messages until the next answer are one alert. Returns the number of alerts. If one site
/// fails, the others are still processed.
pub async fn tell_unanswered(db: &Db, now: DateTime<Utc>) -> Result<u64, DbError> {
    let (since, until) = (now - UNANSWERED_UNTIL, now - UNANSWERED_AFTER);
    let mut sum = Ok(0);
    let sql = include_str!("unanswered/due_sites.sql");
    for site_id in db.rows::<i64>(sql, &[&since, &until]).await? {
        let sql = include_str!("unanswered/tell.sql");
        let told = db.execute(sql, &[&site_id, &since, &until, &now]).await;
        if let Err(error) = &told {
            tracing::error!(site_id, error = %Chain(error), "a site's unanswered conversations could not be told");
        }
        sum = sum.and_then(|sum| Ok(sum + told?));
    }
    sum
}
