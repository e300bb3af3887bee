//! The deliveries of a site, as staff list and retry them.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use stoa_audit::{Change, Target, record};
use stoa_db::{Db, DbError, Transaction, sql};
use stoa_staff_reasons::{self as reasons, Failed, refusals};
use stoa_staff_types::{
    TestWebhook, Timestamp, WebhookDelivery, WebhookDeliveryStatus, WebhookDeliverySummary,
    WebhookEvent, WebhookTest,
};

const GET_WEBHOOK_DELIVERY: &str = include_str!("deliveries/get_webhook_delivery.sql");

const MAX_COUNTED_DELIVERIES: i64 = 10_000;

refusals! {
    /// Why no test is sent.
    pub enum TestRefusal of reasons {
        WebhookEndpointNotFound,
        WebhookEndpointIsDisabled,
    }
}

refusals! {
    /// Why deliveries are not retried.
    pub enum RetryRefusal of reasons {
        WebhookEndpointNotFound,
    }
}

/// The deliveries that a list has.
#[derive(Debug)]
pub struct DeliveryFilter<'a> {
    pub endpoint_id: Option<i64>,
    pub status: Option<WebhookDeliveryStatus>,
    /// A type of events.
    pub event: Option<&'a str>,
    /// The list continues after a delivery of this time and id.
    pub after: (DateTime<Utc>, i64),
}

/// Returns at most `limit` deliveries of a site, newest first.
pub async fn list_webhook_deliveries(
    db: &Db,
    site_id: i64,
    filter: &DeliveryFilter<'_>,
    limit: i64,
) -> Result<Vec<WebhookDeliverySummary>, DbError> {
    let DeliveryFilter { endpoint_id, status, event, after: (at, id) } = filter;
    let is = |wanted: &WebhookDeliveryStatus| status.as_ref() == Some(wanted);
    let sql = sql!(
        "deliveries/list_webhook_deliveries.sql",
        endpoint = endpoint_id.is_some(),
        event = event.is_some(),
        waiting = is(&WebhookDeliveryStatus::Waiting),
        delivered = is(&WebhookDeliveryStatus::Delivered),
        failed = is(&WebhookDeliveryStatus::Failed),
    );
    db.rows(sql, &[&site_id, &limit, &at, &id, &endpoint_id, &event]).await
}

/// Returns a delivery.
pub async fn get_webhook_delivery(
    db: &Db,
    site_id: i64,
    delivery_id: i64,
) -> Result<Option<WebhookDelivery>, DbError> {
    db.opt(GET_WEBHOOK_DELIVERY, &[&site_id, &delivery_id]).await
}

/// Queues the event `webhook.test` for one endpoint.
pub async fn send_test_webhook(
    db: &Db,
    change: Change<'_>,
    endpoint_id: i64,
) -> Result<WebhookDelivery, Failed<TestRefusal>> {
    let Change { site_id, origin, now } = change;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let sql = include_str!("deliveries/is_endpoint_active.sql");
    let is_active: Option<bool> = transaction.opt(sql, &[&site_id, &endpoint_id]).await?;
    if !is_active.ok_or(TestRefusal::WebhookEndpointNotFound)? {
        return Err(TestRefusal::WebhookEndpointIsDisabled)?;
    }
    let path = stoa_events::path(site_id, &format!("webhook-endpoints/{endpoint_id}"));
    let event = WebhookEvent::WebhookTest(TestWebhook {
        timestamp: Timestamp(now),
        data: WebhookTest { site_id, endpoint_id, path },
    });
    let event_id = stoa_events::post_dispatched(&transaction, site_id, &event, now).await?;
    let sql = include_str!("deliveries/queue_test.sql");
    let id: i64 = transaction.one(sql, &[&site_id, &endpoint_id, &event_id, &now]).await?;
    let target = Target::new("webhook_endpoint", endpoint_id);
    record(&transaction, site_id, origin, target, &["test"], now).await?;
    let delivery = transaction.one(GET_WEBHOOK_DELIVERY, &[&site_id, &id]).await?;
    transaction.commit().await?;
    Ok(delivery)
}

/// Makes a delivery due now, with new attempts, and those that it waits for, unless a server is sending it. Returns `None` if it does not exist.
pub async fn retry_webhook_delivery(
    db: &Db,
    change: Change<'_>,
    delivery_id: i64,
) -> Result<Option<WebhookDelivery>, DbError> {
    let Change { site_id, origin, now } = change;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let sql = include_str!("deliveries/retry_webhook_delivery.sql");
    if transaction.execute(sql, &[&site_id, &delivery_id, &now]).await? > 0 {
        let sql = include_str!("deliveries/retry_earlier.sql");
        transaction.execute(sql, &[&site_id, &delivery_id, &now]).await?;
        let target = Target::new("webhook_delivery", delivery_id);
        record(&transaction, site_id, origin, target, &["nextAttemptAt"], now).await?;
    }
    let delivery = transaction.opt(GET_WEBHOOK_DELIVERY, &[&site_id, &delivery_id]).await?;
    transaction.commit().await?;
    Ok(delivery)
}

/// Makes the failed deliveries of an endpoint due now whose events are not older than `since`, and returns their number.
pub async fn retry_failed_webhook_deliveries(
    db: &Db,
    change: Change<'_>,
    endpoint_id: i64,
    since: DateTime<Utc>,
) -> Result<i64, Failed<RetryRefusal>> {
    let Change { site_id, origin, now } = change;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    lock_endpoint(&transaction, site_id, endpoint_id).await?;
    let sql = include_str!("deliveries/retry_failed_webhook_deliveries.sql");
    let retried = transaction.execute(sql, &[&site_id, &endpoint_id, &since, &now]).await?;
    if retried > 0 {
        let target = Target::new("webhook_endpoint", endpoint_id);
        record(&transaction, site_id, origin, target, &["deliveries"], now).await?;
    }
    transaction.commit().await?;
    Ok(i64::try_from(retried).unwrap_or(i64::MAX))
}

async fn lock_endpoint(
    transaction: &Transaction<'_>,
    site_id: i64,
    endpoint_id: i64,
) -> Result<(), Failed<RetryRefusal>> {
    let sql = include_str!("deliveries/lock_endpoint.sql");
    match transaction.execute(sql, &[&site_id, &endpoint_id]).await? {
        0 => Err(RetryRefusal::WebhookEndpointNotFound)?,
        _ => Ok(()),
    }
}

/// The deliveries of all sites that wait for an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WaitingDeliveries {
    /// At most 10,000.
    pub waiting: i64,
    /// Time since the oldest of them was queued; 0 if there is none.
    pub oldest_seconds: i64,
}

/// Counts the deliveries of all sites that wait for an attempt, at most [`MAX_COUNTED_DELIVERIES`] of an endpoint,
/// without those of disabled endpoints.
pub async fn waiting(db: &Db, now: DateTime<Utc>) -> Result<WaitingDeliveries, DbError> {
    db.one(include_str!("deliveries/waiting.sql"), &[&MAX_COUNTED_DELIVERIES, &now]).await
}
