//! Dispatches stored events.

use std::time::Duration;

use chrono::{DateTime, Utc};
use stoa_db::{Db, DbError};
use stoa_telemetry::Chain;

/// How often each server dispatches due events.
pub const DISPATCH_INTERVAL: Duration = Duration::from_secs(1);

/// Maximum number of events of a site that one transaction dispatches.
const EVENTS_PER_DISPATCH: i64 = 1000;

/// Dispatches the due events of all sites, and returns their number. Sites with many events take turns, and an error of one
/// site does not stop the others. An event that no endpoint receives is deleted.
pub async fn dispatch_due(db: &Db, now: DateTime<Utc>) -> Result<u64, DbError> {
    let mut dispatched = 0;
    let mut sites: Vec<i64> = db.rows(include_str!("dispatch/due_sites.sql"), &[&now]).await?;
    while !sites.is_empty() {
        let mut with_more = Vec::new();
        for site_id in sites {
            match dispatch_site(db, site_id, now).await {
                Ok(count) => {
                    dispatched += count;
                    if count >= EVENTS_PER_DISPATCH as u64 {
                        with_more.push(site_id);
                    }
                }
                Err(error) => {
                    tracing::error!(site_id, error = %Chain(&error), "events of a site could not be dispatched");
                }
            }
        }
        sites = with_more;
    }
    Ok(dispatched)
}

/// Dispatches due events of a site in their order. Does nothing while another server dispatches events of the site.
async fn dispatch_site(db: &Db, site_id: i64, now: DateTime<Utc>) -> Result<u64, DbError> {
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    if !transaction.one::<bool>(include_str!("dispatch/lock.sql"), &[&site_id]).await? {
        return Ok(0);
    }
    let sql = include_str!("dispatch/take_due.sql");
    let ids: Vec<i64> = transaction.rows(sql, &[&site_id, &now, &EVENTS_PER_DISPATCH]).await?;
    let sql = include_str!("dispatch/queue_deliveries.sql");
    transaction.execute(sql, &[&site_id, &ids, &now]).await?;
    let sql = include_str!("dispatch/delete_unwanted.sql");
    transaction.execute(sql, &[&site_id, &ids]).await?;
    transaction.commit().await?;
    Ok(ids.len() as u64)
}
