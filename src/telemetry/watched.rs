//! Metrics of the server's parts that are read at each scrape.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use chrono::Utc;
use metrics::{counter, gauge};
use stoa_commerce::orders::sweep::{self, Backlog};
use stoa_db::{Db, DbError, Status};
use stoa_runtime::{ResponseCache, ResponseChecks};
use stoa_telemetry::Chain;
use tokio::runtime::Handle;
use tokio::task::spawn_blocking;

use super::Telemetry;
use crate::disk;
use crate::health::Health;
use crate::retention;

/// Minimum interval between two looks at the disks, however often metrics are scraped.
const DISK_LOOK_INTERVAL: Duration = Duration::from_secs(15);

/// The same for counts of the sweep's backlog.
const SWEEP_COUNT_INTERVAL: Duration = Duration::from_secs(15);

/// Minimum interval between two counts of waiting mails and deliveries, however often metrics are scraped.
const MAIL_COUNT_INTERVAL: Duration = Duration::from_secs(10);

/// The same for the rows that are due to be deleted.
const BACKLOG_COUNT_INTERVAL: Duration = Duration::from_secs(60);

pub fn watch_checks(telemetry: &Telemetry, checks: &ResponseChecks) {
    let checks = checks.clone();
    telemetry.at_each_scrape(move || {
        let counts = checks.counts();
        counter!("stoa_responses_checked_total").absolute(counts.checked);
        counter!("stoa_responses_disagreed_total").absolute(counts.disagreed);
        counter!("stoa_responses_skipped_total").absolute(counts.skipped);
    });
}

pub fn watch_cache(telemetry: &Telemetry, cache: &Arc<ResponseCache>) {
    let cache = cache.clone();
    telemetry.at_each_scrape(move || {
        gauge!("stoa_cache_bytes", "cache" => "answers").set(cache.bytes() as f64);
    });
}

/// Reports the state of the connection pool, and whether writes are accepted.
pub fn watch_database(telemetry: &Telemetry, db: &Db, health: &Health) {
    let (db, health) = (db.clone(), health.clone());
    telemetry.at_each_scrape(move || {
        let Status { limit, busy, idle, waiting } = db.status();
        for (state, connections) in [("limit", limit), ("busy", busy), ("idle", idle)] {
            gauge!("stoa_pool_connections", "state" => state).set(connections as f64);
        }
        gauge!("stoa_database_up").set(f64::from(u8::from(db.is_up())));
        db.report_replicas();
        gauge!("stoa_pool_waiting").set(waiting as f64);
        gauge!("stoa_takes_writes")
            .set(f64::from(u8::from(db.accepts_writes() && !health.is_read_only())));
        gauge!("stoa_database_read_only").set(f64::from(u8::from(health.is_read_only())));
    });
}

/// A folder of data, by its name in metrics.
pub type NamedFolder = (&'static str, PathBuf);

/// Reports size and free space of the disks of these folders.
pub fn watch_disks(telemetry: &Telemetry, folders: Vec<NamedFolder>) {
    watch_count(telemetry, "the disks", DISK_LOOK_INTERVAL, folders, look_at_disks);
}

/// Reports the waiting mails and deliveries, the backlog of the sweep, and the numbers of rows that are due to be deleted.
pub fn watch_rows(telemetry: &Telemetry, db: &Db) {
    let (mails, sweep) = ("waiting mails", "the backlog of the sweep");
    watch_count(telemetry, mails, MAIL_COUNT_INTERVAL, db.clone(), count_mails);
    watch_count(telemetry, "waiting deliveries", MAIL_COUNT_INTERVAL, db.clone(), count_deliveries);
    watch_count(telemetry, sweep, SWEEP_COUNT_INTERVAL, db.clone(), count_sweep);
    let backlog = "rows that are due to be deleted";
    watch_count(telemetry, backlog, BACKLOG_COUNT_INTERVAL, db.clone(), count_backlog);
}

/// Counts in the background. A scrape reports the last count, and starts a new count if the last one is older than the
/// interval. If a count fails, the last one remains: an alert must not end because the database is too slow to count.
fn watch_count<Source: Clone + Send + Sync + 'static, Count>(
    telemetry: &Telemetry,
    what: &'static str,
    interval: Duration,
    source: Source,
    count: fn(Source) -> Count,
) where
    Count: Future<Output = Result<(), DbError>> + Send + 'static,
{
    if !telemetry.is_measured() {
        return;
    }
    let runtime = Handle::current();
    let counted_at = Arc::new(Mutex::new(None::<Instant>));
    let count = move || {
        let mut counted_at = counted_at.lock().unwrap_or_else(PoisonError::into_inner);
        if counted_at.is_none_or(|at| at.elapsed() >= interval) {
            *counted_at = Some(Instant::now());
            let counted = count(source.clone());
            drop(runtime.spawn(async move {
                if let Err(error) = counted.await {
                    tracing::warn!(error = %Chain(&error), "{what} cannot be counted");
                }
            }));
        }
    };
    count();
    telemetry.at_each_scrape(count);
}

async fn look_at_disks(folders: Vec<NamedFolder>) -> Result<(), DbError> {
    // A disk that does not answer blocks only one thread for blocking tasks.
    let looked = spawn_blocking(move || {
        for (name, folder) in folders {
            let Some((size, free)) = disk::size_and_free(&folder) else { continue };
            gauge!("stoa_disk_size_bytes", "folder" => name).set(size as f64);
            gauge!("stoa_disk_free_bytes", "folder" => name).set(free as f64);
        }
    });
    drop(looked.await);
    Ok(())
}

async fn count_mails(db: Db) -> Result<(), DbError> {
    let counted = stoa_outbox::waiting(&db, Utc::now()).await;
    let (waiting, oldest) = match &counted {
        Ok(mails) => (mails.waiting as f64, mails.oldest_seconds as f64),
        // Report no number, because the last count may be wrong by now.
        Err(_) => (f64::NAN, f64::NAN),
    };
    gauge!("stoa_mails_waiting").set(waiting);
    gauge!("stoa_mails_oldest_seconds").set(oldest);
    counted.map(drop)
}

async fn count_deliveries(db: Db) -> Result<(), DbError> {
    let counted = stoa_webhooks::waiting(&db, Utc::now()).await;
    let (waiting, oldest) = match &counted {
        Ok(deliveries) => (deliveries.waiting as f64, deliveries.oldest_seconds as f64),
        // Report no number, because the last count may be wrong by now.
        Err(_) => (f64::NAN, f64::NAN),
    };
    gauge!("stoa_webhook_deliveries_waiting").set(waiting);
    gauge!("stoa_webhook_deliveries_oldest_seconds").set(oldest);
    counted.map(drop)
}

async fn count_sweep(db: Db) -> Result<(), DbError> {
    for Backlog { kind, due, oldest_seconds } in sweep::backlog(&db, Utc::now()).await? {
        gauge!("stoa_sweep_backlog", "kind" => kind.clone()).set(due as f64);
        gauge!("stoa_sweep_oldest_seconds", "kind" => kind).set(oldest_seconds as f64);
    }
    Ok(())
}

async fn count_backlog(db: Db) -> Result<(), DbError> {
    for (kind, rows) in retention::backlog(&db, Utc::now()).await? {
        gauge!("stoa_retention_backlog", "kind" => kind).set(rows as f64);
    }
    Ok(())
}
