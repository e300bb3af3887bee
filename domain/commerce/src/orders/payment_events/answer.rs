//! Applies a provider's answer about an intent, as if webhooks had delivered it.

use chrono::{DateTime, Utc};
use stoa_db::{Db, DbError};
use stoa_payments::{
    Intent, IntentStatus,
    webhook::{Event, EventKind},
};

use super::effect::{apply, end_intent};
use crate::orders::OrderTransaction;

/// Applies the state of an intent, for which the provider was asked at `asked_at`, to the order of the intent.
///
/// If the provider has accepted the refund `refund_id` before, also marks the refund as paid, in the same transaction:
/// otherwise, a request for another refund could count this refund twice.
pub(crate) async fn apply_answer(
    db: &Db,
    site_id: i64,
    intent: &Intent,
    refund_id: Option<i64>,
    asked_at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    for kind in facts(intent) {
        let event = Event {
            id: String::new(),
            kind,
            intent_id: intent.id.clone(),
            object_id: String::new(),
            amount: intent.amount,
            amount_received: intent.amount_received,
            amount_refunded: intent.amount_refunded,
            currency: intent.currency.clone(),
            created: asked_at.timestamp(),
            refund_created: None,
        };
        apply(&transaction, site_id, &event, now).await?;
    }
    if let Some(refund_id) = refund_id {
        let sql = include_str!("answer/finish_refund.sql");
        transaction.execute(sql, &[&site_id, &refund_id, &now]).await?;
    }
    transaction.commit().await
}

/// Marks the order's intent as no longer payable. If the order is pending, expires the order with `note` in its
/// history. Returns whether the order expired.
pub(crate) async fn end_order_of_intent(
    db: &Db,
    site_id: i64,
    order_id: i64,
    note: &str,
    now: DateTime<Utc>,
) -> Result<bool, DbError> {
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let order = OrderTransaction::new(&transaction, site_id, order_id, now);
    let has_expired = end_intent(&order, note).await?;
    transaction.commit().await?;
    Ok(has_expired)
}

/// Returns the events that would have brought an intent into this state.
fn facts(intent: &Intent) -> Vec<EventKind> {
    match intent.status {
        IntentStatus::Succeeded if intent.amount_refunded > 0 => {
            vec![EventKind::Succeeded, EventKind::Refunded]
        }
        IntentStatus::Succeeded => vec![EventKind::Succeeded],
        IntentStatus::Processing => vec![EventKind::Processing],
        IntentStatus::Canceled => vec![EventKind::Canceled],
        IntentStatus::AwaitingPayment | IntentStatus::Unknown => Vec::new(),
    }
}
