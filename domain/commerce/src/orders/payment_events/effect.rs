//! The effect of a payment event on an order. The event comes from a webhook, or from an answer of the provider.
//!
//! Events state facts about the payment, so they may arrive in any order:
//! - A payment that was received stays received.
//! - The refunded amount grows, except by the amount of a refund that failed ([`RefundHistory`]).
//! - Of the events about an unpaid intent, only the newest counts. The same holds for events about one dispute. A payment
//!   may have several disputes.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use stoa_alerts::{Alert, tell};
use stoa_db::{DbError, Transaction};
use stoa_outbox::OrderNews;
use stoa_payments::webhook::{Event, EventKind};
use stoa_storefront_types::{OrderStatus, PaymentStatus, Timestamp};

use super::refund_history::{FailedRefund, RefundHistory};
use crate::carts::take_out_ordered;
use crate::orders::{
    OrderEvent, OrderTransaction, holds,
    locked_order::{LockedOrder, lock},
    refunds,
    status::{change_status, expire, set_payment_status},
};

#[derive(Deserialize)]
struct Expected {
    id: i64,
    total: i64,
    currency: String,
}

/// Finds the order of the event's intent, and applies the event if its amounts and currency match the order.
pub(crate) async fn apply(
    transaction: &Transaction<'_>,
    site_id: i64,
    event: &Event,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let sql = include_str!("effect/order_of_intent.sql");
    let expected: Option<Expected> = transaction.opt(sql, &[&site_id, &event.intent_id]).await?;
    let (event_id, intent_id) = (&event.id, &event.intent_id);
    let Some(Expected { id: order_id, total, currency }) = expected else {
        tracing::warn!(site_id, event_id, "a payment event is about no order of this site");
        return Ok(());
    };
    let was_received = matches!(event.kind, EventKind::Succeeded | EventKind::Refunded);
    let amount_fits = match event.kind {
        EventKind::RefundFailed => (1..=total).contains(&event.amount),
        kind => event.amount == total || kind.is_dispute(),
    };
    let fits = amount_fits
        && (!was_received || event.amount_received == total)
        && (0..=total).contains(&event.amount_refunded)
        && event.currency.eq_ignore_ascii_case(&currency);
    if !fits {
        tracing::warn!(
            site_id,
            order_id,
            event_id,
            intent_id,
            "a payment event does not have the order's amount and currency: nothing was changed"
        );
        return Ok(());
    }
    let order = &OrderTransaction::new(transaction, site_id, order_id, now);
    let said_at = DateTime::from_timestamp(event.created, 0).unwrap_or(now);
    match event.kind {
        EventKind::Succeeded => receive(order).await?,
        EventKind::Refunded => refunded(order, event.amount_refunded, said_at).await?,
        EventKind::RefundFailed => refund_failed(order, event, said_at).await?,
        EventKind::Processing => process(order, said_at).await?,
        EventKind::PaymentFailed => {
            unpaid(order, PaymentStatus::Failed, said_at).await?;
        }
        EventKind::Disputed => dispute(order, event, "open", said_at).await?,
        // The bank keeps the money, so no refund is possible any more, unless a newer event ends the dispute.
        EventKind::DisputeLost => dispute(order, event, "lost", said_at).await?,
        EventKind::DisputeEnded => dispute(order, event, "ended", said_at).await?,
        EventKind::Canceled => {
            unpaid(order, PaymentStatus::Failed, said_at).await?;
            end_intent(order, "The payment was canceled").await?;
        }
    }
    Ok(())
}

/// Marks the payment as received. The rest depends on the order's status:
/// - A pending order becomes paid.
/// - An expired order takes its stock, discount use and gift amount again, and becomes paid. If it cannot take all of
///   them, a refund is due.
/// - For a cancelled order, a refund is due.
///
/// If the order becomes paid, its lines are removed from the cart.
async fn receive(order: &OrderTransaction<'_>) -> Result<(), DbError> {
    let cart_id = lock_cart(order).await?;
    let Some(locked) = lock(order).await?.filter(|locked| !locked.is_paid()) else {
        return Ok(());
    };
    let can_be_had = match locked.status {
        OrderStatus::Pending => true,
        OrderStatus::Expired => holds::take_again(order, &locked).await?,
        _ => false,
    };
    set_payment_status(order, &PaymentStatus::Paid).await?;
    settle_intent(order).await?;
    if !can_be_had {
        if locked.total > 0 {
            refunds::note(order, None).await?;
        }
        let OrderTransaction { site_id, order_id, .. } = *order;
        tracing::info!(site_id, order_id, "a payment came too late: it is refunded");
        return Ok(());
    }
    let note = (locked.status == OrderStatus::Expired).then_some("The payment came late");
    change_status(order, &locked.status, &OrderStatus::Paid, note).await?;
    leave_cart(order, &locked, cart_id).await?;
    order.tell_purchaser(OrderNews::Confirmed).await?;
    order.post(OrderEvent::Paid).await
}

/// Marks the payment as in progress. Removes the lines of a pending order from the cart, so that the next checkout does
/// not order them again.
async fn process(order: &OrderTransaction<'_>, said_at: DateTime<Utc>) -> Result<(), DbError> {
    let cart_id = lock_cart(order).await?;
    let noted = unpaid(order, PaymentStatus::Processing, said_at).await?;
    match noted.filter(|locked| locked.status == OrderStatus::Pending) {
        Some(locked) => leave_cart(order, &locked, cart_id).await,
        None => Ok(()),
    }
}

/// Locks the row of the order's cart. Callers must do so before they lock the order.
async fn lock_cart(order: &OrderTransaction<'_>) -> Result<Option<i64>, DbError> {
    order.opt(include_str!("effect/lock_cart.sql")).await
}

/// Removes the ordered lines from the cart, unless they were removed before.
async fn leave_cart(
    order: &OrderTransaction<'_>,
    locked: &LockedOrder,
    cart_id: Option<i64>,
) -> Result<(), DbError> {
    let Some(cart_id) = cart_id.filter(|_| !locked.has_left_cart) else { return Ok(()) };
    let OrderTransaction { transaction, site_id, order_id, now } = *order;
    take_out_ordered(transaction, site_id, order_id, cart_id, now).await?;
    order.run(include_str!("effect/set_left_cart.sql"), &[]).await
}

/// Marks the order's intent as no longer payable, so that the sweep stops asking the provider about it. If the order is
/// pending, expires the order. Returns whether the order expired.
pub(crate) async fn end_intent(order: &OrderTransaction<'_>, note: &str) -> Result<bool, DbError> {
    settle_intent(order).await?;
    expire(order, note).await
}

/// Applies a change of a dispute, in which the purchaser's bank disputes the payment. First marks the payment as
/// received, because only a received payment can be disputed. The payment is disputed while one of its disputes is open
/// or lost.
///
/// Only the newest event of a dispute counts. If an `open` event has the same time as an event that closes the dispute,
/// the closing event counts.
async fn dispute(
    order: &OrderTransaction<'_>,
    event: &Event,
    state: &str,
    said_at: DateTime<Utc>,
) -> Result<(), DbError> {
    receive(order).await?;
    let Some(locked) = lock(order).await? else { return Ok(()) };
    let sql = include_str!("effect/set_dispute.sql");
    let OrderTransaction { transaction, site_id, order_id, .. } = *order;
    let params = [&site_id as _, &order_id as _, &event.object_id as _, &state as _, &said_at as _];
    let is_opened: bool = transaction.one(sql, &params).await?;
    refunds::settle(order, &locked).await?;
    if is_opened {
        order.post(OrderEvent::Disputed { dispute_id: &event.object_id }).await?;
    }
    Ok(())
}

/// Applies a refund. `amount` is the total refunded so far, in cents. First marks the payment as received, because only
/// a received payment can be refunded.
async fn refunded(
    order: &OrderTransaction<'_>,
    amount: i64,
    said_at: DateTime<Utc>,
) -> Result<(), DbError> {
    receive(order).await?;
    let Some(locked) = lock(order).await? else { return Ok(()) };
    let mut history = RefundHistory::read(order, &locked).await?;
    history.add_report(order, amount, said_at).await?;
    apply_history(order, &locked, &history).await
}

/// Takes the amount of a failed refund off the refunded total again. Several events may report the same failure.
async fn refund_failed(
    order: &OrderTransaction<'_>,
    event: &Event,
    said_at: DateTime<Utc>,
) -> Result<(), DbError> {
    receive(order).await?;
    let Some(locked) = lock(order).await? else { return Ok(()) };
    let mut history = RefundHistory::read(order, &locked).await?;
    let created_at = event.refund_created.and_then(|at| DateTime::from_timestamp(at, 0));
    let failure = FailedRefund {
        amount: event.amount,
        created_at: created_at.map(Timestamp),
        failed_at: Timestamp(said_at),
    };
    history.add_failure(order, &event.object_id, failure).await?;
    if history.open_failure().is_some() {
        let OrderTransaction { transaction, site_id, order_id, now } = *order;
        let alert = Alert::RefundFailed { order_id, refund_id: event.object_id.clone() };
        tell(transaction, site_id, alert, now).await?;
    }
    apply_history(order, &locked, &history).await
}

/// Stores the refunded total. Closes the order if the whole payment was refunded at some time, even if a refund failed
/// later, so that the result does not depend on which of the two events arrives first.
async fn apply_history(
    order: &OrderTransaction<'_>,
    locked: &LockedOrder,
    history: &RefundHistory,
) -> Result<(), DbError> {
    let refunded_total = history.refunded_total();
    let sql = include_str!("effect/set_refunded.sql");
    order.run(sql, &[&refunded_total, &order.now, &history.open_failure()]).await?;
    let is_back = history.has_reached(locked.total);
    if is_back && (locked.gift_held == 0 || !refunds::are_by_amount(order, locked.total).await?) {
        refunds::close(order, locked).await?;
    }
    refunds::settle(order, locked).await?;
    Ok(())
}

/// Sets the payment status of an order whose payment was not received yet. Only the newest event counts. Of two events
/// with the same time, a failure counts.
///
/// Returns the order as it was before the event, or `None` if the event was not applied.
async fn unpaid(
    order: &OrderTransaction<'_>,
    status: PaymentStatus,
    said_at: DateTime<Utc>,
) -> Result<Option<LockedOrder>, DbError> {
    let Some(locked) = lock(order).await? else { return Ok(None) };
    let is_newest = match locked.payment_event_at {
        Some(Timestamp(newest)) => {
            said_at > newest || (said_at == newest && status == PaymentStatus::Failed)
        }
        None => true,
    };
    if locked.is_paid() || !is_newest {
        return Ok(None);
    }
    set_payment_status(order, &status).await?;
    order.run(include_str!("effect/set_payment_event.sql"), &[&said_at]).await?;
    Ok(Some(locked))
}

/// Marks the order's intent as paid or no longer payable, so that the sweep stops asking the provider about it.
async fn settle_intent(order: &OrderTransaction<'_>) -> Result<(), DbError> {
    order.run(include_str!("effect/settle_intent.sql"), &[]).await
}
