//! The graph of order statuses, and the effects of each change.
//!
//! Every change locks the order's row first, so repeated and concurrent calls take effect once. Further rows are locked
//! in the sequence that `migrations/V008__orders.sql` states.
//!
//! A caller may already hold locks on the cart and on the order itself. A caller may hold locks on codes, certificates,
//! products or variants only if it has locked, in that sequence, all of them that the change needs. `replaced.rs` does
//! so.

use std::io;

use chrono::{DateTime, Utc};
use stoa_db::DbError;
use stoa_outbox::OrderNews;
use stoa_staff_reasons::{self as reasons, Failed, refusals};
use stoa_storefront_types::{OrderStatus, PaymentStatus};

use crate::orders::{
    OrderEvent, OrderTransaction, holds,
    locked_order::{LockedOrder, lock},
    refunds,
    staff::OrderChange,
};

use OrderStatus::{
    Cancelled, Delivered, Expired, Paid, Pending, Processing, Refunded, Returned, Shipped,
};

/// Whether an order may change from one status to the other. An expired order changes only if a payment for it arrives
/// late.
pub fn may_become(from: &OrderStatus, to: &OrderStatus) -> bool {
    matches!(
        (from, to),
        (Pending, Paid | Cancelled | Expired)
            | (Paid, Processing | Shipped | Cancelled | Refunded)
            | (Processing, Shipped | Cancelled)
            | (Shipped, Delivered | Returned)
            | (Delivered, Returned | Refunded)
            | (Expired, Paid | Refunded)
    )
}

refusals! {
    /// Why the status of an order is not changed.
    pub enum StatusRefusal of reasons {
        OrderNotFound,
        OrderIsPending,
        OrderIsPaid,
        OrderIsProcessing,
        OrderIsShipped,
        OrderIsDelivered,
        OrderIsCancelled,
        OrderIsExpired,
        OrderIsRefunded,
        OrderIsReturned,
    }
}

#[derive(Debug, Clone, Copy)]
pub struct Parcel<'a> {
    pub carrier: &'a str,
    pub tracking_number: &'a str,
    pub tracking_url: Option<&'a str>,
}

/// Cancels a pending order and gives back what the order holds. Returns false if the order is not pending. The sweep
/// cancels the order's intent later.
pub async fn cancel_pending(order: &OrderTransaction<'_>, note: &str) -> Result<bool, DbError> {
    give_up_pending(order, Cancelled, note).await
}

/// Like [`cancel_pending`], but changes the status to `expired`, for an order that was not paid in time.
pub async fn expire(order: &OrderTransaction<'_>, note: &str) -> Result<bool, DbError> {
    give_up_pending(order, Expired, note).await
}

async fn give_up_pending(
    order: &OrderTransaction<'_>,
    to: OrderStatus,
    note: &str,
) -> Result<bool, DbError> {
    let Some(locked) = lock(order).await? else { return Ok(false) };
    if locked.status != Pending {
        return Ok(false);
    }
    if locked.holds {
        holds::give_back(order).await?;
    }
    change_status(order, &Pending, &to, Some(note)).await?;
    if to == Cancelled {
        order.post(OrderEvent::Cancelled).await?;
    }
    Ok(true)
}

/// Cancels an order that was not shipped yet, and gives back what the order holds. If the order was paid, requests a
/// refund of everything that was not refunded before.
async fn cancel(order: &OrderTransaction<'_>, locked: &LockedOrder) -> Result<(), DbError> {
    match (locked.holds, locked.is_paid()) {
        (true, true) => holds::refund(order).await?,
        (true, false) => holds::give_back(order).await?,
        (false, _) => {}
    }
    if locked.is_paid() && locked.refunded_total < locked.total {
        refunds::note(order, None).await?;
    }
    change_status(order, &locked.status, &Cancelled, None).await?;
    if locked.is_paid() {
        refunds::settle(order, locked).await?;
        order.tell_purchaser(OrderNews::Cancelled).await?;
    }
    order.post(OrderEvent::Cancelled).await
}

pub(crate) async fn apply(
    order: &OrderTransaction<'_>,
    change: OrderChange<'_>,
) -> Result<(), Failed<StatusRefusal>> {
    let to = change.status();
    let locked = lock_to_change(order, &to).await?;
    match change {
        OrderChange::Ship(parcel) => ship(order, &locked, parcel).await?,
        OrderChange::Deliver => set_delivered(order, &locked, order.now).await?,
        OrderChange::Cancel => cancel(order, &locked).await?,
        OrderChange::Process => change_status(order, &locked.status, &to, None).await?,
        // Staff decide whether returned goods can be sold again, so no stock is given back.
        OrderChange::Return => {
            change_status(order, &locked.status, &to, None).await?;
            order.post(OrderEvent::Returned).await?;
        }
    }
    Ok(())
}

async fn ship(
    order: &OrderTransaction<'_>,
    locked: &LockedOrder,
    parcel: Parcel<'_>,
) -> Result<(), DbError> {
    change_status(order, &locked.status, &Shipped, None).await?;
    let Parcel { carrier, tracking_number, tracking_url } = parcel;
    let sql = include_str!("status/set_parcel.sql");
    order.run(sql, &[&carrier, &tracking_number, &tracking_url]).await?;
    order.tell_purchaser(OrderNews::Shipped).await?;
    order.post(OrderEvent::Shipped).await
}

/// Marks the order as delivered, at a time that may be in the past. Changes nothing if the order's current status does
/// not allow the change.
pub async fn deliver(
    order: &OrderTransaction<'_>,
    delivered_at: DateTime<Utc>,
) -> Result<(), DbError> {
    match lock(order).await?.filter(|locked| may_become(&locked.status, &Delivered)) {
        Some(locked) => set_delivered(order, &locked, delivered_at).await,
        None => Ok(()),
    }
}

async fn set_delivered(
    order: &OrderTransaction<'_>,
    locked: &LockedOrder,
    at: DateTime<Utc>,
) -> Result<(), DbError> {
    change_status(order, &locked.status, &Delivered, None).await?;
    order.run(include_str!("status/set_delivered.sql"), &[&at]).await?;
    order.post(OrderEvent::Delivered).await
}

/// Locks an order whose status may become `to`.
async fn lock_to_change(
    order: &OrderTransaction<'_>,
    to: &OrderStatus,
) -> Result<LockedOrder, Failed<StatusRefusal>> {
    let locked = lock(order).await?.ok_or(StatusRefusal::OrderNotFound)?;
    if may_become(&locked.status, to) {
        return Ok(locked);
    }
    Err(match locked.status {
        Pending => StatusRefusal::OrderIsPending,
        Paid => StatusRefusal::OrderIsPaid,
        Processing => StatusRefusal::OrderIsProcessing,
        Shipped => StatusRefusal::OrderIsShipped,
        Delivered => StatusRefusal::OrderIsDelivered,
        Cancelled => StatusRefusal::OrderIsCancelled,
        Expired => StatusRefusal::OrderIsExpired,
        Refunded => StatusRefusal::OrderIsRefunded,
        Returned => StatusRefusal::OrderIsReturned,
        OrderStatus::Unknown(status) => {
            Err(io::Error::other(format!("a later release has stored the status {status}")))?
        }
    })?
}

/// Stores a change of status, which the caller has checked with [`may_become`].
pub(crate) async fn change_status(
    order: &OrderTransaction<'_>,
    from: &OrderStatus,
    to: &OrderStatus,
    note: Option<&str>,
) -> Result<(), DbError> {
    let sql = include_str!("status/change_status.sql");
    order.run(sql, &[&from.as_str(), &to.as_str(), &note, &order.now]).await
}

pub(crate) async fn set_payment_status(
    order: &OrderTransaction<'_>,
    status: &PaymentStatus,
) -> Result<(), DbError> {
    let sql = include_str!("status/set_payment_status.sql");
    order.run(sql, &[&status.as_str(), &order.now]).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_graph() {
        let followers = |from: &str| {
            let from = from.parse().unwrap();
            let all = OrderStatus::VALUES.iter().copied();
            all.filter(|to| may_become(&from, &to.parse().unwrap())).collect::<Vec<_>>()
        };
        assert_eq!(followers("pending"), ["paid", "cancelled", "expired"]);
        assert_eq!(followers("paid"), ["processing", "shipped", "cancelled", "refunded"]);
        assert_eq!(followers("processing"), ["shipped", "cancelled"]);
        assert_eq!(followers("shipped"), ["delivered", "returned"]);
        assert_eq!(followers("delivered"), ["refunded", "returned"]);
        assert_eq!(followers("expired"), ["paid", "refunded"]);
        for last in ["cancelled", "refunded", "returned"] {
            assert!(followers(last).is_empty(), "{last}");
        }
    }
}
