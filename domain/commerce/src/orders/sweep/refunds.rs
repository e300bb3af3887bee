//! Refunds that are due: the provider is asked under a key of the refund's own, so that it pays once however often
//! it is asked.

use std::time::Instant;

use chrono::TimeDelta;
use serde::Deserialize;
use stoa_db::DbError;
use stoa_payments::{Intent, PaymentError, Payments, Refund, RefundStatus};
use stoa_stores::Store;
use stoa_telemetry::Chain;

use super::{A_SITE_HAS, PROVIDER_RETRY_INTERVAL, SWEEP_PROVIDER_CALLS_PER_SITE};
use crate::orders::{OrderContext, payment_events::take_note, provider::provider_named};

/// Providers know an idempotency key for a day. After that a part of a payment would be given back twice if only the
/// answer was lost, so people have to look (`stoa order list --needs-attention`); the rest of one cannot.
pub(crate) const KEY_IS_KNOWN: TimeDelta = TimeDelta::hours(23);

/// A refund that was asked for.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Due {
    id: i64,
    order_id: i64,
    number: String,
    /// Cents; all that is left when absent.
    amount: Option<i64>,
    payment_intent_id: String,
    payment_provider: String,
}

/// Pays a site's refunds that are due, and returns how many were paid. One that fails is tried again later.
pub async fn pay_due_refunds(context: &OrderContext, site_id: i64) -> Result<usize, DbError> {
    let OrderContext { db, stores, payments, .. } = context;
    let now = context.now();
    let pause_seconds = PROVIDER_RETRY_INTERVAL.num_seconds() as f64;
    let key_is_known_since = now - KEY_IS_KNOWN;
    let sql = include_str!("due_refunds.sql");
    let Some(store) = stores.served_or_closed(site_id).await? else { return Ok(0) };
    let until = Instant::now() + A_SITE_HAS;
    let mut paid = 0;
    while Instant::now() < until {
        let due: Vec<Due> = db
            .rows(
                sql,
                &[
                    &site_id,
                    &now,
                    &pause_seconds,
                    &SWEEP_PROVIDER_CALLS_PER_SITE,
                    &key_is_known_since,
                ],
            )
            .await?;
        if due.is_empty() {
            break;
        }
        // One after the other: two of one order at once would take from each other.
        for refund in due {
            let order_id = refund.order_id;
            match pay(payments, &store, &refund).await {
                Ok(intent) => {
                    take_note(db, site_id, &intent, now).await?;
                    let sql = include_str!("finish_refund.sql");
                    db.execute(sql, &[&site_id, &refund.id, &now]).await?;
                    paid += 1;
                }
                Err(error @ PaymentError::Unavailable(_)) => {
                    tracing::warn!(site_id, error = %Chain(&error), "refunds have to wait for the provider");
                    // The others would wait for their time to run out one after the other.
                    return Ok(paid);
                }
                Err(error) => {
                    tracing::error!(site_id, order_id, error = %Chain(&error), "a refund could not be made, it is tried again");
                }
            }
        }
    }
    Ok(paid)
}

/// The intent as it is after the refund.
async fn pay(payments: &Payments, store: &Store, due: &Due) -> Result<Intent, PaymentError> {
    let provider = provider_named(payments, store, &due.payment_provider)?;
    // The number is in it because ids come again where a database is restored or made anew.
    let key = format!("stoa-refund-{}-{}-{}", store.site_id, due.number, due.id);
    let refunded = provider.refund(&due.payment_intent_id, due.amount, &key).await;
    let intent = provider.find(&due.payment_intent_id).await?;
    match refunded {
        Ok(Refund { status: RefundStatus::Failed | RefundStatus::Canceled, .. }) => {
            Err(PaymentError::NotAllowed)
        }
        Ok(_) => Ok(intent),
        // Somebody has given it back by hand.
        Err(PaymentError::NotAllowed) if is_all_back(&intent) => Ok(intent),
        Err(error) => Err(error),
    }
}

fn is_all_back(intent: &Intent) -> bool {
    intent.amount_received > 0 && intent.amount_refunded >= intent.amount_received
}
