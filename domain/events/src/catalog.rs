//! The event of an applied bundle, which many transactions may write.

use chrono::{DateTime, TimeDelta, Utc};
use tokio_postgres::{Client, Error};

use crate::{EventRow, payloads};

/// Maximum time between two transactions of an apply. If the next one comes later, or never, the event is dispatched.
const CATALOG_CHANGES_WINDOW: TimeDelta = TimeDelta::minutes(10);

/// Stores that a bundle changes the site, in the transaction of the change, and returns the id of the event. `held` is
/// the event of the apply's earlier transactions.
///
/// The event is dispatched after [`release_catalog_change`], or after [`CATALOG_CHANGES_WINDOW`] if the apply was
/// interrupted.
pub async fn hold_catalog_change(
    client: &Client,
    site_id: i64,
    held: Option<i64>,
    now: DateTime<Utc>,
) -> Result<i64, Error> {
    let due_at = now + CATALOG_CHANGES_WINDOW;
    if let Some(id) = held
        && set_due(client, site_id, id, due_at).await?
    {
        return Ok(id);
    }
    let EventRow { kind, resource, payload } =
        EventRow::of(&payloads::catalog_changed(site_id, now));
    let sql = include_str!("catalog/post.sql");
    let params =
        [&site_id as _, &kind as _, &resource as _, &payload as _, &now as _, &due_at as _];
    client.query_one(sql, &params).await?.try_get("id")
}

/// Lets the event be dispatched.
pub async fn release_catalog_change(
    client: &Client,
    site_id: i64,
    id: i64,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    set_due(client, site_id, id, now).await.map(drop)
}

/// Returns false if the event was dispatched.
async fn set_due(
    client: &Client,
    site_id: i64,
    id: i64,
    due_at: DateTime<Utc>,
) -> Result<bool, Error> {
    Ok(client.execute(include_str!("catalog/set_due.sql"), &[&site_id, &id, &due_at]).await? > 0)
}
