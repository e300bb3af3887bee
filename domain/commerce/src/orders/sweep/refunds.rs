//! Pays due refunds. Each refund has its own idempotency key, so the provider pays a refund once, even if the sweep
//! requests it twice.

use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use stoa_db::{DbError, sql};
use stoa_payments::{Intent, PaymentError, Refund, RefundStatus};
use stoa_storefront_types::Timestamp;
use stoa_stores::Store;
use stoa_telemetry::Chain;

use super::{PROVIDER_RETRY_INTERVAL, Turn};
use crate::orders::{OrderContext, payment_events::apply_answer, provider::provider_named};

/// Time for which the server retries a partial refund; then it gives up, and `stoa order list --needs-attention` lists
/// the order.
///
/// Providers store an idempotency key for a day. After that, a repeated attempt could pay the amount twice, if an
/// earlier attempt succeeded and its answer was lost. A refund of the rest of the payment cannot be paid twice, so the
/// sweep continues to attempt it.
pub(crate) const REFUND_RETRY_WINDOW: TimeDelta = TimeDelta::hours(23);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Due {
    id: i64,
    order_id: i64,
    number: String,
    /// In cents. `None` refunds the rest of the payment, which is everything that was not refunded before.
    amount: Option<i64>,
    payment_intent_id: String,
    payment_provider: String,
    /// The time of the newest known failure of a refund of the order.
    failed_at: Option<Timestamp>,
}

/// Refunds that are read in one batch. A larger batch would put off the refunds for which no time is left.
const REFUND_BATCH_SIZE: i64 = 1;

/// Time limit for paying an order's refunds on behalf of staff. The sweep pays the rest.
const ORDER_REFUNDS_TIMEOUT: Duration = Duration::from_secs(20);

/// Pays an order's due refunds, and returns how many it paid. Stops at a time limit, or when the provider is
/// unavailable. The sweep attempts failed and remaining refunds.
pub async fn pay_refunds_of_order(
    context: &OrderContext,
    site_id: i64,
    order_id: i64,
) -> Result<usize, DbError> {
    let (limit, now) = (ORDER_REFUNDS_TIMEOUT, context.now());
    let paid = pay_for(limit, context, site_id, Some(order_id), now).await?;
    Ok(paid.report.refunds)
}

/// Pays the refunds of a site, or of one of its orders, that are due at `now`, but begins none after the time limit.
/// Stops earlier if the provider cannot be reached.
///
/// A call pays refunds one after the other. Concurrent calls take different refunds, so the provider is asked once for
/// each.
pub(super) async fn pay_for(
    limit: Duration,
    context: &OrderContext,
    site_id: i64,
    order_id: Option<i64>,
    now: DateTime<Utc>,
) -> Result<Turn, DbError> {
    let OrderContext { db, stores, .. } = context;
    let pause_seconds = PROVIDER_RETRY_INTERVAL.num_seconds() as f64;
    let key_is_known_since = now - REFUND_RETRY_WINDOW;
    let sql = sql!("due_refunds.sql", of_order = order_id.is_some());
    let mut paid = Turn::default();
    let Some(store) = stores.served_or_closed(site_id).await? else { return Ok(paid) };
    let until = Instant::now() + limit;
    loop {
        let params = [
            &site_id as _,
            &now as _,
            &pause_seconds as _,
            &REFUND_BATCH_SIZE as _,
            &key_is_known_since as _,
            &order_id as _,
        ];
        let Some(refund): Option<Due> = db.opt(sql, &params).await? else { return Ok(paid) };
        let order_id = refund.order_id;
        match pay(context, &store, &refund).await {
            Ok((intent, asked_at)) => {
                apply_answer(db, site_id, &intent, Some(refund.id), asked_at, now).await?;
                paid.report.refunds += 1;
            }
            Err(error @ PaymentError::Unavailable(_)) => {
                tracing::warn!(site_id, error = %Chain(&error), "refunds have to wait for the provider");
                // Each further refund would cost another timeout.
                return Ok(Turn { is_away: true, ..paid });
            }
            Err(error) => {
                tracing::error!(site_id, order_id, error = %Chain(&error), "a refund could not be made, it is tried again");
            }
        }
        if Instant::now() >= until {
            return Ok(Turn { has_more: true, ..paid });
        }
    }
}

/// Requests the refund at the provider, and then asks it for the intent. Returns the intent and the time of the
/// question: a refund that fails later may be part of the answer.
async fn pay(
    context: &OrderContext,
    store: &Store,
    due: &Due,
) -> Result<(Intent, DateTime<Utc>), PaymentError> {
    let provider = provider_named(&context.payments, store, &due.payment_provider)?;
    // The key contains the order's number, because a restored or new database may assign the same ids again.
    let key = format!("stoa-refund-{}-{}-{}", store.site_id, due.number, due.id);
    let refunded = provider.refund(&due.payment_intent_id, due.amount, &key).await;
    let now = context.now();
    // A known failure is older than the answer, even if the provider's clock is ahead.
    let asked_at = due.failed_at.map_or(now, |Timestamp(at)| now.max(at + TimeDelta::seconds(1)));
    let intent = provider.find(&due.payment_intent_id).await?;
    match refunded {
        Ok(Refund { status: RefundStatus::Failed | RefundStatus::Canceled, .. }) => {
            Err(PaymentError::NotAllowed)
        }
        Ok(_) => Ok((intent, asked_at)),
        // The whole payment was already refunded at the provider, for example by staff.
        Err(PaymentError::NotAllowed) if is_all_back(&intent) => Ok((intent, asked_at)),
        Err(error) => Err(error),
    }
}

fn is_all_back(intent: &Intent) -> bool {
    intent.amount_received > 0 && intent.amount_refunded >= intent.amount_received
}
