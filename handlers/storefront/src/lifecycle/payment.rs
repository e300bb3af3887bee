//! What a payment provider's word does to an order, whichever way it came: by a webhook, by asking, or at once
//! because nothing was left to pay.
//!
//! The word is taken as a fact about the payment, so the order of arrival does not matter: that money came stays
//! true, what was given back only grows, and of what is said about an unpaid intent the newest counts.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use stoa_db::{DbError, ToSql, Transaction};
use stoa_payments::webhook::{Event, EventKind};
use stoa_storefront_types::{OrderStatus, PaymentStatus, Timestamp};

use super::{Locked, change_status, expire, holds, lock, may_become, refund};

/// What became of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paid {
    /// The order is paid now.
    Done,
    /// It was known before.
    Already,
    /// The order was given up and cannot be had any more: a refund is due, which is noted.
    RefundDue,
    /// There is no such order.
    Missing,
}

/// What an event did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Applied {
    /// It was taken note of, and the order's id.
    Noted { order_id: i64 },
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
pub async fn apply(
    transaction: &Transaction<'_>,
    site_id: i64,
    event: &Event,
    now: DateTime<Utc>,
) -> Result<Applied, DbError> {
    let expected: Option<Expected> =
        transaction.opt(include_str!("order_of_intent.sql"), &[&site_id, &event.intent_id]).await?;
    let Some(Expected { id: order_id, total, currency }) = expected else {
        return Ok(Applied::UnknownIntent);
    };
    let was_received = matches!(event.kind, EventKind::Succeeded | EventKind::Refunded);
    let fits = event.amount == total
        && (!was_received || event.amount_received == total)
        && (0..=total).contains(&event.amount_refunded)
        && event.currency.eq_ignore_ascii_case(&currency);
    if !fits {
        return Ok(Applied::Mismatch { order_id });
    }
    let at = DateTime::from_timestamp(event.created, 0).unwrap_or(now);
    match event.kind {
        EventKind::Succeeded => {
            if paid(transaction, site_id, order_id, now).await? == Paid::RefundDue {
                return Ok(Applied::RefundDue { order_id });
            }
        }
        EventKind::Refunded => {
            refunded(transaction, site_id, order_id, event.amount_refunded, now).await?;
        }
        EventKind::Processing => {
            unpaid(transaction, site_id, order_id, PaymentStatus::Processing, at, now).await?;
        }
        EventKind::PaymentFailed => {
            unpaid(transaction, site_id, order_id, PaymentStatus::Failed, at, now).await?;
        }
        EventKind::Canceled => {
            unpaid(transaction, site_id, order_id, PaymentStatus::Failed, at, now).await?;
            let note = "The payment was canceled";
            unpayable(transaction, site_id, order_id, note, now).await?;
        }
    }
    Ok(Applied::Noted { order_id })
}

/// The money has come. The ordered lines leave the cart; an expired order takes again what it had given back, and if
/// that is gone, or the order was cancelled, a refund is due.
pub async fn paid(
    transaction: &Transaction<'_>,
    site_id: i64,
    order_id: i64,
    now: DateTime<Utc>,
) -> Result<Paid, DbError> {
    let cart = lock_cart(transaction, site_id, order_id).await?;
    let Some(order) = lock(transaction, site_id, order_id).await? else {
        return Ok(Paid::Missing);
    };
    if order.is_paid() {
        return Ok(Paid::Already);
    }
    let is_had = match order.status {
        OrderStatus::Pending => true,
        OrderStatus::Expired => holds::take_again(transaction, site_id, order_id, now).await?,
        _ => false,
    };
    set_payment_status(transaction, site_id, order_id, PaymentStatus::Paid, now).await?;
    settle_intent(transaction, site_id, order_id).await?;
    if !is_had {
        if order.total > 0 {
            refund::ask(transaction, site_id, order_id, None, now).await?;
        }
        return Ok(Paid::RefundDue);
    }
    let note = (order.status == OrderStatus::Expired).then_some("The payment came late");
    let to = OrderStatus::Paid;
    change_status(transaction, site_id, order_id, &order.status, &to, note, now).await?;
    if let Some(cart_id) = cart {
        let params: [&(dyn ToSql + Sync); 4] = [&site_id, &order_id, &cart_id, &now];
        transaction.execute(include_str!("empty_cart.sql"), &params).await?;
    }
    Ok(Paid::Done)
}

/// Nothing can be paid by the order's intent any more: it need not be asked about, and a pending order expires.
pub async fn unpayable(
    transaction: &Transaction<'_>,
    site_id: i64,
    order_id: i64,
    note: &str,
    now: DateTime<Utc>,
) -> Result<bool, DbError> {
    settle_intent(transaction, site_id, order_id).await?;
    expire(transaction, site_id, order_id, note, now).await
}

/// So much has been given back in all. That proves that it was paid before.
async fn refunded(
    transaction: &Transaction<'_>,
    site_id: i64,
    order_id: i64,
    amount: i64,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    paid(transaction, site_id, order_id, now).await?;
    let Some(order) = lock(transaction, site_id, order_id).await? else { return Ok(()) };
    if amount <= order.refunded_total {
        return Ok(());
    }
    let status = match amount >= order.total {
        true => PaymentStatus::Refunded,
        false => PaymentStatus::PartiallyRefunded,
    };
    let params: [&(dyn ToSql + Sync); 5] = [&site_id, &order_id, &amount, &status.as_str(), &now];
    transaction.execute(include_str!("set_refunded.sql"), &params).await?;
    if status == PaymentStatus::Refunded {
        close(transaction, site_id, order_id, &order, now).await?;
    }
    Ok(())
}

/// All money is back: so is the gift certificate's part, and what was not sent goes back into stock.
async fn close(
    transaction: &Transaction<'_>,
    site_id: i64,
    order_id: i64,
    order: &Locked,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    if order.status == OrderStatus::Paid && order.holds {
        holds::give_back(transaction, site_id, order_id, now).await?;
    }
    holds::give_gift_back(transaction, site_id, order_id, "refund", now).await?;
    let to = OrderStatus::Refunded;
    if may_become(&order.status, &to) {
        change_status(transaction, site_id, order_id, &order.status, &to, None, now).await?;
    }
    Ok(())
}

/// What is said about an intent that is not paid: the newest counts, and of two at the same time the failure.
async fn unpaid(
    transaction: &Transaction<'_>,
    site_id: i64,
    order_id: i64,
    status: PaymentStatus,
    at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let Some(order) = lock(transaction, site_id, order_id).await? else { return Ok(()) };
    let is_newest = match order.payment_event_at {
        Some(Timestamp(newest)) => at > newest || (at == newest && status == PaymentStatus::Failed),
        None => true,
    };
    if order.is_paid() || !is_newest {
        return Ok(());
    }
    set_payment_status(transaction, site_id, order_id, status, now).await?;
    let params: [&(dyn ToSql + Sync); 3] = [&site_id, &order_id, &at];
    transaction.execute(include_str!("set_payment_event.sql"), &params).await?;
    Ok(())
}

/// The row of the cart that was ordered is locked before the order's, since its lines are taken out.
async fn lock_cart(
    transaction: &Transaction<'_>,
    site_id: i64,
    order_id: i64,
) -> Result<Option<i64>, DbError> {
    let cart: Option<(i64,)> =
        transaction.opt(include_str!("lock_cart.sql"), &[&site_id, &order_id]).await?;
    Ok(cart.map(|(id,)| id))
}

async fn set_payment_status(
    transaction: &Transaction<'_>,
    site_id: i64,
    order_id: i64,
    status: PaymentStatus,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let params: [&(dyn ToSql + Sync); 4] = [&site_id, &order_id, &status.as_str(), &now];
    transaction.execute(include_str!("set_payment_status.sql"), &params).await?;
    Ok(())
}

/// The intent cannot be paid any more, or is: the sweep need not cancel it.
async fn settle_intent(
    transaction: &Transaction<'_>,
    site_id: i64,
    order_id: i64,
) -> Result<(), DbError> {
    transaction.execute(include_str!("settle_intent.sql"), &[&site_id, &order_id]).await?;
    Ok(())
}
