//! The events of a site. The transaction that causes an event stores it. A job then dispatches it: it queues the
//! deliveries of the event to the site's webhook endpoints. So no event is lost in a crash, and none is sent for a
//! change that was rolled back.

mod catalog;
mod dispatch;
mod payloads;
mod retention;

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;
use stoa_db::{DbError, Transaction};
use stoa_staff_types::WebhookEvent;

pub use catalog::{hold_catalog_change, release_catalog_change};
pub use dispatch::{DISPATCH_INTERVAL, dispatch_due};
pub use payloads::{
    conversation_message, conversation_started, customer_registered, path, post_published,
    product_changed, stock_low, support_created,
};
pub use retention::{EVENT_RETENTION, delete_old};

/// Changes of one product within this time are one event.
const PRODUCT_CHANGES_WINDOW: TimeDelta = TimeDelta::minutes(1);

/// The columns of an event that is not stored yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventRow {
    /// The `type` of the event.
    pub kind: String,
    /// The path of the object.
    pub resource: String,
    /// The body of the webhook, as JSON.
    pub payload: String,
}

impl EventRow {
    pub fn of(event: &WebhookEvent) -> Self {
        // Serialization cannot fail, because the keys of all objects are strings.
        let payload = serde_json::to_string(event).unwrap_or_default();
        let fields = serde_json::to_value(event).unwrap_or(Value::Null);
        let resource = fields.pointer("/data/path").and_then(Value::as_str).unwrap_or_default();
        Self { kind: event.kind().to_owned(), resource: resource.to_owned(), payload }
    }
}

/// Stores an event of the site in the transaction that causes it. This is one statement.
///
/// If an event of the same changed product waits, the statement waits for the transaction that has stored it. So a
/// transaction that changes several products must post them in the order of their ids.
pub async fn post(
    transaction: &Transaction<'_>,
    site_id: i64,
    event: &WebhookEvent,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let due_at = match event {
        WebhookEvent::ProductChanged(_) => now + PRODUCT_CHANGES_WINDOW,
        _ => now,
    };
    let EventRow { kind, resource, payload } = EventRow::of(event);
    let params =
        [&site_id as _, &kind as _, &resource as _, &payload as _, &now as _, &due_at as _];
    transaction.execute(include_str!("post/post.sql"), &params).await?;
    Ok(())
}

/// Stores an event that is for one receiver, which the caller queues itself. Returns the id of the event.
pub async fn post_dispatched(
    transaction: &Transaction<'_>,
    site_id: i64,
    event: &WebhookEvent,
    now: DateTime<Utc>,
) -> Result<i64, DbError> {
    let EventRow { kind, resource, payload } = EventRow::of(event);
    let sql = include_str!("post/post_dispatched.sql");
    transaction.one(sql, &[&site_id, &kind, &resource, &payload, &now]).await
}
