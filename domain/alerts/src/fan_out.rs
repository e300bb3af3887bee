//! Queues the mails of alerts for the people who want them at once.

use std::collections::HashMap;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use stoa_db::{Db, DbError, Transaction};
use stoa_telemetry::Chain;
use stoa_values::TimeZone;

use crate::AlertKind;
use crate::digests::DIGEST_HOUR;
use crate::recipients::{Recipient, recipients};

/// How often each server looks for alerts that are not told yet.
pub const TELL_INTERVAL: Duration = Duration::from_secs(2);

/// Maximum number of alerts of a site that one transaction tells.
const ALERTS_PER_TRANSACTION: i64 = 500;

/// Maximum number of mails about one kind of alert to one person for a site in an hour. The further alerts are in the
/// person's next digest.
const ALERT_MAILS_PER_HOUR: i64 = 60;

/// An alert that is being told.
#[derive(Deserialize)]
struct Told {
    id: i64,
    kind: AlertKind,
}

/// The number of mails about a kind of alert to a person in the last hour.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Mailed {
    person_id: i64,
    kind: AlertKind,
    mails: i64,
}

/// Queues the mails of all alerts that are not told yet, and returns their number. Two servers never tell alerts of a
/// site at the same time. If one site fails, the others are still processed.
pub async fn tell_people(db: &Db, now: DateTime<Utc>) -> Result<u64, DbError> {
    let mut sum = Ok(0);
    for site_id in db.rows::<i64>(include_str!("fan_out/due_sites.sql"), &[]).await? {
        let queued = tell_site(db, site_id, now).await;
        if let Err(error) = &queued {
            tracing::error!(site_id, error = %Chain(error), "a site's alerts could not be told");
        }
        sum = sum.and_then(|sum| Ok(sum + queued?));
    }
    sum
}

async fn tell_site(db: &Db, site_id: i64, now: DateTime<Utc>) -> Result<u64, DbError> {
    let mut queued = 0;
    while let Some(mails) = tell_some(db, site_id, now).await? {
        queued += mails;
    }
    Ok(queued)
}

/// Tells up to [`ALERTS_PER_TRANSACTION`] alerts of a site, and returns the number of queued mails. Returns `None` if
/// all alerts are told, or another server is telling them.
async fn tell_some(db: &Db, site_id: i64, now: DateTime<Utc>) -> Result<Option<u64>, DbError> {
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    if !lock(&transaction, site_id).await? {
        return Ok(None);
    }
    let sql = include_str!("fan_out/take_untold.sql");
    let mut alerts: Vec<Told> =
        transaction.rows(sql, &[&site_id, &now, &ALERTS_PER_TRANSACTION]).await?;
    if alerts.is_empty() {
        // A rollback would hold the lock until the connection is used again.
        transaction.commit().await?;
        return Ok(None);
    }
    alerts.sort_by_key(|alert| alert.id);
    let people = recipients(&transaction, site_id).await?;
    let wanted =
        people.iter().any(|person| alerts.iter().any(|alert| person.wants_at_once(alert.kind)));
    let mut queued = 0;
    if wanted {
        let sql = include_str!("fan_out/count_mails.sql");
        let mailed: Vec<Mailed> =
            transaction.rows(sql, &[&site_id, &(now - TimeDelta::hours(1))]).await?;
        let (alert_ids, person_ids) = mails(&alerts, &people, mailed);
        let sql = include_str!("fan_out/queue_mails.sql");
        queued = transaction.execute(sql, &[&site_id, &alert_ids, &person_ids, &now]).await?;
    }
    let zone: String =
        transaction.one(include_str!("fan_out/find_time_zone.sql"), &[&site_id]).await?;
    let digest_at = TimeZone::named_or_utc(&zone).next_hour(now, DIGEST_HOUR);
    let sql = include_str!("fan_out/plan_digests.sql");
    transaction.execute(sql, &[&site_id, &digest_at]).await?;
    transaction.commit().await?;
    Ok(Some(queued))
}

/// Returns the alerts to mail, each with the person. They are two lists of the same length.
fn mails(alerts: &[Told], people: &[Recipient], mailed: Vec<Mailed>) -> (Vec<i64>, Vec<i64>) {
    let mailed = mailed.into_iter().map(|row| ((row.person_id, row.kind), row.mails));
    let mut mailed: HashMap<_, _> = mailed.collect();
    let (mut alert_ids, mut person_ids) = (Vec::new(), Vec::new());
    for Told { id, kind } in alerts {
        for person in people.iter().filter(|person| person.wants_at_once(*kind)) {
            let count = mailed.entry((person.id, *kind)).or_insert(0);
            if *count < ALERT_MAILS_PER_HOUR {
                *count += 1;
                alert_ids.push(*id);
                person_ids.push(person.id);
            }
        }
    }
    (alert_ids, person_ids)
}

/// Locks the telling of the site's alerts for the rest of the transaction, unless another server holds the lock.
pub(crate) async fn lock(transaction: &Transaction<'_>, site_id: i64) -> Result<bool, DbError> {
    transaction.one(include_str!("fan_out/lock.sql"), &[&site_id]).await
}
