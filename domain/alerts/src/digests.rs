//! Queues the digests of the morning.

use std::time::Duration;

use chrono::{DateTime, NaiveDate, Utc};
use serde::Deserialize;
use stoa_db::{Db, DbError, Transaction};
use stoa_jobs::Job;
use stoa_telemetry::Chain;
use stoa_values::TimeZone;

use crate::fan_out::lock;
use crate::recipients::recipients;

/// The job that runs [`queue_digests`].
pub const DIGESTS: Job = Job::new("queue digests of alerts");

/// How often the job runs.
pub const ALERT_DIGEST_INTERVAL: Duration = Duration::from_secs(60);

/// The hour of the day in the site's time zone after which digests are sent.
pub(crate) const DIGEST_HOUR: u32 = 8;

/// The digests of a site that are due.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Due {
    time_zone: String,
    last_on: Option<NaiveDate>,
}

/// Makes a site plan its next digests again, after a change of its time zone.
pub async fn plan_digests_again(
    transaction: &Transaction<'_>,
    site_id: i64,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    transaction.execute(include_str!("digests/plan_again.sql"), &[&site_id, &now]).await?;
    Ok(())
}

/// Queues the digests that are due for all sites, and returns their number. If one site fails, the others are still
/// processed.
pub async fn queue_digests(db: &Db, now: DateTime<Utc>) -> Result<u64, DbError> {
    let mut sum = Ok(0);
    for site_id in db.rows::<i64>(include_str!("digests/due_sites.sql"), &[&now]).await? {
        let queued = queue_digests_of_site(db, site_id, now).await;
        if let Err(error) = &queued {
            tracing::error!(site_id, error = %Chain(error), "a site's digests could not be queued");
        }
        sum = sum.and_then(|sum| Ok(sum + queued?));
    }
    sum
}

async fn queue_digests_of_site(db: &Db, site_id: i64, now: DateTime<Utc>) -> Result<u64, DbError> {
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    // Under this lock, no alert is told. The next round tries again.
    if !lock(&transaction, site_id).await? {
        return Ok(0);
    }
    let sql = include_str!("digests/lock_due.sql");
    let due: Option<Due> = transaction.opt(sql, &[&site_id, &now]).await?;
    let Some(Due { time_zone, last_on }) = due else {
        transaction.commit().await?;
        return Ok(0);
    };
    let zone = TimeZone::named_or_utc(&time_zone);
    let today = zone.date(now);
    let next = zone.next_hour(now, DIGEST_HOUR);
    // The site's time zone may have changed since the digests were planned.
    if last_on.is_some_and(|day| day >= today) || now < zone.at_hour(today, DIGEST_HOUR) {
        transaction.execute(include_str!("digests/put_off.sql"), &[&site_id, &next]).await?;
        transaction.commit().await?;
        return Ok(0);
    }
    let mut queued = 0;
    for person in recipients(&transaction, site_id).await? {
        let sql = include_str!("digests/queue.sql");
        let params =
            [&site_id as _, &person.id as _, &person.wanted() as _, &now as _, &today as _];
        queued += transaction.execute(sql, &params).await?;
    }
    let sql = include_str!("digests/end.sql");
    transaction.execute(sql, &[&site_id, &now, &today, &next]).await?;
    transaction.commit().await?;
    Ok(queued)
}
