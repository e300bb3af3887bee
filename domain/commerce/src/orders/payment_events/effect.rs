//! What a payment provider's word does to an order, whichever way it came: by a webhook, by asking, or at once
//! because nothing was left to pay.
//!
//! The word is taken as a fact about the payment, so the order of arrival does not matter: that money came stays
//! true, what was given back only grows, and of what is said about an unpaid intent the newest counts.

use crate::carts::take_out_ordered;
use chrono::{DateTime, Utc};
use serde::Deserialize;
use stoa_db::{DbError, Transaction};
use stoa_outbox::OrderNews;
use stoa_payments::webhook::{Event, EventKind};
use stoa_storefront_types::{OrderStatus, PaymentStatus, Timestamp};

use crate::orders::{
    OrderTransaction, holds,
    locked_order::{LockedOrder, lock},
    refunds,
    status::{change_status, expire, may_become},
};

/// What became of money that has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Receipt {
    /// The order is paid now.
    Paid,
    /// It was known before.
    Known,
    /// The order was given up and cannot be had any more: a refund is due, which is noted.
    RefundDue,
    NoSuchOrder,
}

/// What an event did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EventEffect {
    /// It was taken note of.
    Noted,
    /// It moves money back to the purchaser, by the sweep or sooner.
    RefundDue { order_id: i64 },
    /// No order of the site has this intent.
    UnknownIntent,
    /// Amount or currency are not the order's: nothing was changed.
    Mismatch { order_id: i64 },
}

/// What an event must agree with.
#[derive(Deserialize)]
struct Expected {
    id: i64,
    total: i64,
    currency: String,
}

/// Takes note of an event of the intent's provider, if it fits the order.
pub(crate) async fn apply(
    transaction: &Transaction<'_>,
    site_id: i64,
    event: &Event,
    now: DateTime<Utc>,
) -> Result<EventEffect, DbError> {
    let expected: Option<Expected> = transaction
        .opt(include_str!("effect/order_of_intent.sql"), &[&site_id, &event.intent_id])
        .await?;
    let Some(Expected { id: order_id, total, currency }) = expected else {
        return Ok(EventEffect::UnknownIntent);
    };
    let was_received = matches!(event.kind, EventKind::Succeeded | EventKind::Refunded);
    let fits = (event.amount == total || event.kind.is_dispute())
        && (!was_received || event.amount_received == total)
        && (0..=total).contains(&event.amount_refunded)
        && event.currency.eq_ignore_ascii_case(&currency);
    if !fits {
        return Ok(EventEffect::Mismatch { order_id });
    }
    let order = &OrderTransaction::new(transaction, site_id, order_id, now);
    let said_at = DateTime::from_timestamp(event.created, 0).unwrap_or(now);
    match event.kind {
        EventKind::Succeeded => {
            if receive(order).await? == Receipt::RefundDue {
                return Ok(EventEffect::RefundDue { order_id });
            }
        }
        EventKind::Refunded => refunded(order, event.amount_refunded).await?,
        EventKind::Processing => process(order, said_at).await?,
        EventKind::PaymentFailed => {
            unpaid(order, PaymentStatus::Failed, said_at).await?;
        }
        EventKind::Disputed => dispute(order, Dispute::Open, said_at).await?,
        EventKind::DisputeLost => dispute(order, Dispute::Lost, said_at).await?,
        EventKind::DisputeEnded => dispute(order, Dispute::Ended, said_at).await?,
        EventKind::Canceled => {
            unpaid(order, PaymentStatus::Failed, said_at).await?;
            end_intent(order, "The payment was canceled").await?;
        }
    }
    Ok(EventEffect::Noted)
}

/// The money has come. The ordered lines leave the cart; an expired order takes again what it had given back, and if
/// that is gone, or the order was cancelled, a refund is due.
async fn receive(order: &OrderTransaction<'_>) -> Result<Receipt, DbError> {
    let cart_id = lock_cart(order).await?;
    let Some(locked) = lock(order).await? else { return Ok(Receipt::NoSuchOrder) };
    if locked.is_paid() {
        return Ok(Receipt::Known);
    }
    let can_be_had = match locked.status {
        OrderStatus::Pending => true,
        OrderStatus::Expired => holds::take_again(order).await?,
        _ => false,
    };
    set_payment_status(order, PaymentStatus::Paid).await?;
    settle_intent(order).await?;
    if !can_be_had {
        if locked.total > 0 {
            refunds::note(order, None).await?;
        }
        return Ok(Receipt::RefundDue);
    }
    let note = (locked.status == OrderStatus::Expired).then_some("The payment came late");
    change_status(order, &locked.status, &OrderStatus::Paid, note).await?;
    leave_cart(order, &locked, cart_id).await?;
    order.tell_purchaser(OrderNews::Confirmed).await?;
    Ok(Receipt::Paid)
}

/// The money is on its way: the order's lines leave the cart as when it has come, so that the next checkout is of
/// something else.
async fn process(order: &OrderTransaction<'_>, said_at: DateTime<Utc>) -> Result<(), DbError> {
    let cart_id = lock_cart(order).await?;
    let noted = unpaid(order, PaymentStatus::Processing, said_at).await?;
    match noted.filter(|locked| locked.status == OrderStatus::Pending) {
        Some(locked) => leave_cart(order, &locked, cart_id).await,
        None => Ok(()),
    }
}

/// Waits for the row of the cart that was ordered: before the order's, if lines are to be taken out.
async fn lock_cart(order: &OrderTransaction<'_>) -> Result<Option<i64>, DbError> {
    order.opt(include_str!("effect/lock_cart.sql")).await
}

/// Takes what was ordered out of the cart, once.
async fn leave_cart(
    order: &OrderTransaction<'_>,
    locked: &LockedOrder,
    cart_id: Option<i64>,
) -> Result<(), DbError> {
    let Some(cart_id) = cart_id.filter(|_| !locked.has_left_cart) else { return Ok(()) };
    let OrderTransaction { transaction, site_id, order_id, now } = *order;
    take_out_ordered(transaction, site_id, order_id, cart_id, now).await?;
    order.execute(include_str!("effect/set_left_cart.sql"), &[]).await?;
    Ok(())
}

/// Nothing can be paid by the order's intent any more: it need not be asked about, and a pending order expires. Whether
/// it did.
pub(crate) async fn end_intent(order: &OrderTransaction<'_>, note: &str) -> Result<bool, DbError> {
    settle_intent(order).await?;
    expire(order, note).await
}

/// What has become of a dispute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Dispute {
    Open,
    /// For good: the bank keeps the money, and nothing of it can be refunded any more.
    Lost,
    /// The store's money again.
    Ended,
}

/// The purchaser's bank disputes the payment, which proves that it was paid. Of what is said the newest counts, and of
/// two at the same time the end.
async fn dispute(
    order: &OrderTransaction<'_>,
    dispute: Dispute,
    said_at: DateTime<Utc>,
) -> Result<(), DbError> {
    receive(order).await?;
    let Some(locked) = lock(order).await? else { return Ok(()) };
    let is_newest = match locked.dispute_event_at {
        Some(Timestamp(newest)) => {
            said_at > newest || (said_at == newest && dispute != Dispute::Open)
        }
        None => true,
    };
    if !is_newest {
        return Ok(());
    }
    let is_disputed = matches!(dispute, Dispute::Open | Dispute::Lost);
    let status = locked.received(locked.refunded_total, is_disputed);
    let sql = include_str!("effect/set_dispute.sql");
    order.execute(sql, &[&status.as_str(), &said_at, &order.now]).await?;
    Ok(())
}

/// So much has been given back in all. That proves that it was paid before.
async fn refunded(order: &OrderTransaction<'_>, amount: i64) -> Result<(), DbError> {
    receive(order).await?;
    let Some(locked) = lock(order).await? else { return Ok(()) };
    if amount <= locked.refunded_total {
        return Ok(());
    }
    let status = locked.received(amount, locked.payment_status == PaymentStatus::Disputed);
    let sql = include_str!("effect/set_refunded.sql");
    order.execute(sql, &[&amount, &status.as_str(), &order.now]).await?;
    if status == PaymentStatus::Refunded {
        close_refunded(order, &locked).await?;
        order.tell_purchaser(OrderNews::Refunded).await?;
    }
    Ok(())
}

/// All money is back: so is the gift certificate's part, and what was not sent goes back into stock.
async fn close_refunded(order: &OrderTransaction<'_>, locked: &LockedOrder) -> Result<(), DbError> {
    if locked.status == OrderStatus::Paid && locked.holds {
        holds::give_back(order).await?;
    }
    holds::give_gift_back(order, "refund").await?;
    if may_become(&locked.status, &OrderStatus::Refunded) {
        change_status(order, &locked.status, &OrderStatus::Refunded, None).await?;
    }
    Ok(())
}

/// What is said about an intent that is not paid: the newest counts, and of two at the same time the failure. The order
/// as it was, if that was news.
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
    set_payment_status(order, status).await?;
    order.execute(include_str!("effect/set_payment_event.sql"), &[&said_at]).await?;
    Ok(Some(locked))
}

async fn set_payment_status(
    order: &OrderTransaction<'_>,
    status: PaymentStatus,
) -> Result<(), DbError> {
    let sql = include_str!("effect/set_payment_status.sql");
    order.execute(sql, &[&status.as_str(), &order.now]).await?;
    Ok(())
}

/// The intent cannot be paid any more, or is: the sweep need not cancel it.
async fn settle_intent(order: &OrderTransaction<'_>) -> Result<(), DbError> {
    order.execute(include_str!("effect/settle_intent.sql"), &[]).await?;
    Ok(())
}
