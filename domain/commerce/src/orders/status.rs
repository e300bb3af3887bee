//! Which status of an order follows which, and what each change takes along.
//!
//! Every change takes the order's row lock first, so repeats and calls at once do a thing once. Locks are taken in
//! the order that `migrations/V008__orders.sql` names. Who calls must not have locked an order, code, certificate
//! or product of the site before; the cart may be.

use chrono::{DateTime, Utc};
use stoa_db::DbError;
use stoa_outbox::OrderNews;
use stoa_storefront_types::OrderStatus;

use crate::orders::{OrderTransaction, holds, locked_order::lock, refunds};

use OrderStatus::{
    Cancelled, Delivered, Expired, Paid, Pending, Processing, Refunded, Returned, Shipped,
};

/// Whether an order may go from one status to the other: the whole graph.
///
/// An expired order comes back only when its payment came late.
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

/// What became of a change of an order's status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StatusChange {
    Done,
    /// The order has this status, from which the other cannot be reached.
    NotFrom(OrderStatus),
    NoSuchOrder,
}

/// How a parcel can be followed.
#[derive(Debug, Clone, Copy)]
pub struct Parcel<'a> {
    pub carrier: &'a str,
    pub tracking_number: &'a str,
    pub tracking_url: Option<&'a str>,
}

/// Gives up a pending order and gives back what it holds; false when it is not pending. Its intent is for the sweep.
pub async fn cancel_pending(order: &OrderTransaction<'_>, note: &str) -> Result<bool, DbError> {
    give_up_pending(order, Cancelled, note).await
}

/// The same because nobody paid in time.
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
    Ok(true)
}

/// Cancels an order that was not sent yet, gives back what it holds, and asks for a refund of what was paid.
pub(crate) async fn cancel(order: &OrderTransaction<'_>) -> Result<StatusChange, DbError> {
    let Some(locked) = lock(order).await? else { return Ok(StatusChange::NoSuchOrder) };
    if !may_become(&locked.status, &Cancelled) {
        return Ok(StatusChange::NotFrom(locked.status));
    }
    if locked.holds {
        holds::give_back(order).await?;
    }
    if locked.is_paid() && locked.refunded_total < locked.total {
        refunds::note(order, None).await?;
    }
    change_status(order, &locked.status, &Cancelled, None).await?;
    if locked.is_paid() {
        order.tell_purchaser(OrderNews::Cancelled).await?;
    }
    Ok(StatusChange::Done)
}

/// The order is being made ready.
pub(crate) async fn process(order: &OrderTransaction<'_>) -> Result<StatusChange, DbError> {
    advance(order, Processing).await
}

/// The order was sent.
pub(crate) async fn ship(
    order: &OrderTransaction<'_>,
    parcel: Parcel<'_>,
) -> Result<StatusChange, DbError> {
    let change = advance(order, Shipped).await?;
    if change == StatusChange::Done {
        let Parcel { carrier, tracking_number, tracking_url } = parcel;
        let sql = include_str!("status/set_parcel.sql");
        order.execute(sql, &[&carrier, &tracking_number, &tracking_url]).await?;
        order.tell_purchaser(OrderNews::Shipped).await?;
    }
    Ok(change)
}

/// The order has arrived, at a time that may be past.
pub async fn deliver(
    order: &OrderTransaction<'_>,
    delivered_at: DateTime<Utc>,
) -> Result<StatusChange, DbError> {
    let change = advance(order, Delivered).await?;
    if change == StatusChange::Done {
        order.execute(include_str!("status/set_delivered.sql"), &[&delivered_at]).await?;
    }
    Ok(change)
}

/// The goods came back. Whether they can be sold again is for people to see, so no stock is given back.
pub(crate) async fn take_back(order: &OrderTransaction<'_>) -> Result<StatusChange, DbError> {
    advance(order, Returned).await
}

/// A change that moves nothing but the status.
async fn advance(order: &OrderTransaction<'_>, to: OrderStatus) -> Result<StatusChange, DbError> {
    let Some(locked) = lock(order).await? else { return Ok(StatusChange::NoSuchOrder) };
    if !may_become(&locked.status, &to) {
        return Ok(StatusChange::NotFrom(locked.status));
    }
    change_status(order, &locked.status, &to, None).await?;
    Ok(StatusChange::Done)
}

/// Writes a change down, that the caller has found to be possible.
pub(crate) async fn change_status(
    order: &OrderTransaction<'_>,
    from: &OrderStatus,
    to: &OrderStatus,
    note: Option<&str>,
) -> Result<(), DbError> {
    let sql = include_str!("status/change_status.sql");
    order.execute(sql, &[&from.as_str(), &to.as_str(), &note, &order.now]).await?;
    Ok(())
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
