//! What the provider knows of intents: asked where its webhook may have been lost, and told to cancel those of
//! orders that were given up.

use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use stoa_db::{Db, DbError, Part, Sql};
use stoa_payments::{
    Intent, IntentStatus, PaymentError,
    webhook::{Event, EventKind},
};

use super::{BATCH, NOBODY_PAID, TRY_AGAIN_AFTER};
use crate::{
    OrderContext, OrderTransaction,
    payment_events::{self, EventEffect},
    provider::provider_named,
};

static OPEN_INTENTS: Sql = Sql::of_parts(include_str!("open_intents.sql"), &[HAS_OPEN_INTENT]);

pub(super) const HAS_OPEN_INTENT: Part =
    ("has_open_intent.sql", include_str!("has_open_intent.sql"));

/// A provider that cannot be reached holds an overdue order up for so long, then it expires all the same: a payment
/// that is found out later is a late one.
pub(super) const PROVIDER_IS_AWAITED: TimeDelta = TimeDelta::hours(1);

/// An order whose intent is open.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Open {
    id: i64,
    payment_intent_id: String,
    payment_provider: String,
    /// The order is given up, or overdue.
    to_cancel: bool,
}

/// Asks about a site's open intents. How many were asked about, and how many orders have expired by it.
pub(super) async fn settle(
    context: &OrderContext,
    site_id: i64,
) -> Result<(usize, usize), DbError> {
    let OrderContext { db, stores, payments, .. } = context;
    let now = context.now();
    let sql = OPEN_INTENTS.with(&[]);
    let open: Vec<Open> = db.rows(sql, &[&site_id, &now, &(now - TRY_AGAIN_AFTER), &BATCH]).await?;
    if open.is_empty() {
        return Ok((0, 0));
    }
    let Some(store) = stores.even_closed(site_id).await? else { return Ok((0, 0)) };
    let (mut asked, mut expired) = (0, 0);
    for order in open {
        let (order_id, intent_id) = (order.id, &order.payment_intent_id);
        let found = match provider_named(payments, &store, &order.payment_provider) {
            Ok(provider) if order.to_cancel => provider.cancel(intent_id).await,
            Ok(provider) => provider.find(intent_id).await,
            Err(error) => Err(error),
        };
        asked += 1;
        match found {
            Ok(intent) if intent.status == IntentStatus::Canceled => {
                expired += usize::from(end(db, site_id, &order, now).await?);
            }
            Ok(intent) => apply(db, site_id, &intent, now).await?,
            // What the provider does not know nobody can pay.
            Err(PaymentError::NotFound) => {
                tracing::warn!(site_id, order_id, "the provider does not know an order's intent");
                expired += usize::from(end(db, site_id, &order, now).await?);
            }
            Err(error @ PaymentError::Unavailable(_)) => {
                tracing::warn!(site_id, %error, "the provider could not be asked about payments");
                // The others would wait for their time to run out one after the other.
                break;
            }
            Err(error) => {
                tracing::warn!(site_id, order_id, %error, "the provider did not tell of a payment");
            }
        }
    }
    Ok((asked, expired))
}

/// Nothing can be paid by the order's intent any more. Whether the order has expired by it.
async fn end(db: &Db, site_id: i64, order: &Open, now: DateTime<Utc>) -> Result<bool, DbError> {
    let note = match order.to_cancel {
        true => NOBODY_PAID,
        false => "The payment was canceled",
    };
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let order = OrderTransaction::new(&transaction, site_id, order.id, now);
    let has_expired = payment_events::end_intent(&order, note).await?;
    transaction.commit().await?;
    Ok(has_expired)
}

/// Takes note of an intent as the provider has it, as of webhooks that would have said the same.
pub(super) async fn apply(
    db: &Db,
    site_id: i64,
    intent: &Intent,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    for kind in facts(intent) {
        let event = Event {
            id: String::new(),
            kind,
            intent_id: intent.id.clone(),
            amount: intent.amount,
            amount_received: intent.amount_received,
            amount_refunded: intent.amount_refunded,
            currency: intent.currency.clone(),
            created: now.timestamp(),
        };
        let effect = payment_events::apply(&transaction, site_id, &event, now).await?;
        if let EventEffect::Mismatch { order_id } = effect {
            tracing::warn!(
                site_id,
                order_id,
                "the provider's intent does not have the order's amount and currency"
            );
        }
    }
    transaction.commit().await
}

/// The events that would have told this.
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
