//! Refunds that staff request.

use chrono::{DateTime, Utc};
use stoa_audit::{Origin, record};
use stoa_db::{DbError, Transaction};
use stoa_idempotency::{Claim, Idempotency, Replayable, answer, answer_within, claim_if_any};
use stoa_staff_reasons::{self as reasons, Failed, refusals};
use stoa_staff_types::Order;
use stoa_telemetry::Chain;

use super::{FoundOrder, GET_ORDER, get_order};
use crate::orders::refunds::{self, RefundError};
use crate::orders::{OrderContext, sweep};

refusals! {
    pub enum RefundRefusal of reasons {
        OrderIsNotPaid,
        AmountOfNoMultiple,
        NothingLeftToRefund,
        AmountTooLarge,
        OrderNotFound,
        IdempotencyKeyReused,
        IdempotencyKeyInProgress,
    }
}

/// Requests a refund of `amount` cents. If `amount` is `None`, requests a refund of the rest of the payment, which is
/// everything that was not refunded before. [`pay_refunds`] or the sweep pays the refund.
pub async fn request_refund(
    context: &OrderContext,
    order: &FoundOrder,
    amount: Option<i64>,
    origin: &Origin,
) -> Result<(), RefundError> {
    let mut connection = context.db.connection().await?;
    let transaction = connection.transaction();
    request_within(&transaction, order, amount, origin, context.now()).await?;
    Ok(transaction.commit().await?)
}

async fn request_within(
    transaction: &Transaction<'_>,
    order: &FoundOrder,
    amount: Option<i64>,
    origin: &Origin,
    now: DateTime<Utc>,
) -> Result<(), RefundError> {
    refunds::request(&order.in_transaction(transaction, now), amount).await?;
    Ok(record(transaction, order.site_id, origin, order.target(), &["refunds"], now).await?)
}

/// Requests a refund like [`request_refund`], once for each `Idempotency-Key`, and asks the provider to pay it. Returns
/// the order after that. If the provider does not pay at once, the sweep retries.
pub async fn refund(
    context: &OrderContext,
    order: &FoundOrder,
    amount: Option<i64>,
    idempotency: Option<&Idempotency>,
    origin: &Origin,
    files_prefix: &str,
) -> Result<Replayable<Order>, Failed<RefundRefusal>> {
    let (FoundOrder { site_id, number, .. }, now) = (order, context.now());
    let mut connection = context.db.connection().await?;
    let transaction = connection.transaction();
    let lease = match claim_if_any(&transaction, *site_id, idempotency, now).await? {
        Claim::Answered(answer) => return Ok(Replayable::Replayed(answer)),
        Claim::Fresh(lease) => lease,
    };
    request_within(&transaction, order, amount, origin, now).await?;
    // The refund and its answer are stored together. Otherwise, a retry after a crash could request a second refund.
    let failed_since = now - sweep::REFUND_RETRY_WINDOW;
    let requested: Order =
        transaction.one(GET_ORDER, &[site_id, number, &files_prefix, &failed_since]).await?;
    answer_within(&transaction, lease.as_ref(), &requested).await?;
    transaction.commit().await?;
    // A slow provider must not hold a connection.
    drop(connection);
    try_to_pay_refunds(context, order).await;
    // The refund is stored, so a failure from here on must not look like a refusal.
    let read = get_order(&context.db, *site_id, number, files_prefix, now).await;
    let Ok(Some(refunded)) = read else { return Ok(Replayable::Fresh(requested)) };
    if let Some(lease) = &lease
        && let Err(error) = answer(&context.db, lease, &refunded).await
    {
        tracing::warn!(error = %Chain(&error), "a replay will show the refund as unpaid");
    }
    Ok(Replayable::Fresh(refunded))
}

/// Like [`pay_refunds`], but leaves the payment to the sweep if the database fails.
pub async fn try_to_pay_refunds(context: &OrderContext, order: &FoundOrder) {
    if let Err(error) = pay_refunds(context, order).await {
        tracing::warn!(error = %Chain(&error), "the sweep pays the refund later");
    }
}

/// Pays the order's due refunds, and returns whether a refund of the order is still unpaid.
pub async fn pay_refunds(context: &OrderContext, order: &FoundOrder) -> Result<bool, DbError> {
    sweep::pay_refunds_of_order(context, order.site_id, order.id).await?;
    let sql = include_str!("open_refunds.sql");
    let open: i64 = context.db.one(sql, &[&order.site_id, &order.id]).await?;
    Ok(open > 0)
}

impl From<RefundError> for Failed<RefundRefusal> {
    fn from(error: RefundError) -> Self {
        Self::Refused(match error {
            RefundError::NotPaid => RefundRefusal::OrderIsNotPaid,
            RefundError::NoMultiple { .. } => RefundRefusal::AmountOfNoMultiple,
            RefundError::TooMuch { left: 0 } => RefundRefusal::NothingLeftToRefund,
            RefundError::TooMuch { .. } => RefundRefusal::AmountTooLarge,
            RefundError::NoSuchOrder => RefundRefusal::OrderNotFound,
            RefundError::Database(error) => return error.into(),
        })
    }
}
