//! What happens to an order after it is stored: which status follows which, and what each change takes along.
//!
//! Every function works within the caller's transaction and takes the order's row lock first, so repeats and calls
//! at once do a thing once. Locks are taken in the order that `migrations/V008__orders.sql` names. Who calls must
//! not have locked an order, code, certificate or product of the site before; the cart may be.

mod holds;
mod payment;
mod refund;

use chrono::{DateTime, Utc};
use serde::Deserialize;
use stoa_db::{DbError, Transaction};
use stoa_storefront_types::{OrderStatus, PaymentStatus, Timestamp};

pub use payment::{Applied, Paid, apply, paid, unpayable};
pub use refund::{Asked, refund};

use OrderStatus::{
    Cancelled, Delivered, Expired, Paid as PaidFor, Pending, Processing, Refunded, Returned,
    Shipped,
};

/// Whether an order may go from one status to the other: the whole graph.
///
/// An expired order comes back only when its payment came late.
pub fn may_become(from: &OrderStatus, to: &OrderStatus) -> bool {
    matches!(
        (from, to),
        (Pending, PaidFor | Cancelled | Expired)
            | (PaidFor, Processing | Shipped | Cancelled | Refunded)
            | (Processing, Shipped | Cancelled)
            | (Shipped, Delivered | Returned)
            | (Delivered, Returned | Refunded)
            | (Expired, PaidFor | Refunded)
    )
}

/// An order under its row lock.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Locked {
    status: OrderStatus,
    payment_status: PaymentStatus,
    holds: bool,
    total: i64,
    refunded_total: i64,
    payment_event_at: Option<Timestamp>,
}

/// What became of a wish to change an order's status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    Done,
    /// The order has this status, from which the wished one cannot be reached.
    Impossible(OrderStatus),
    /// There is no such order.
    Missing,
}

/// How a parcel can be followed.
#[derive(Debug, Clone, Copy)]
pub struct Parcel<'a> {
    pub carrier: &'a str,
    pub tracking_number: &'a str,
    pub tracking_url: Option<&'a str>,
}

/// Gives up a pending order and gives back what it holds; false when it is not pending. Its intent is for the sweep.
pub async fn cancel_pending(
    transaction: &Transaction<'_>,
    site_id: i64,
    order_id: i64,
    note: &str,
    now: DateTime<Utc>,
) -> Result<bool, DbError> {
    give_up_pending(transaction, site_id, order_id, Cancelled, note, now).await
}

/// The same because nobody paid in time.
pub async fn expire(
    transaction: &Transaction<'_>,
    site_id: i64,
    order_id: i64,
    note: &str,
    now: DateTime<Utc>,
) -> Result<bool, DbError> {
    give_up_pending(transaction, site_id, order_id, Expired, note, now).await
}

async fn give_up_pending(
    transaction: &Transaction<'_>,
    site_id: i64,
    order_id: i64,
    to: OrderStatus,
    note: &str,
    now: DateTime<Utc>,
) -> Result<bool, DbError> {
    let Some(order) = lock(transaction, site_id, order_id).await? else { return Ok(false) };
    if order.status != Pending {
        return Ok(false);
    }
    if order.holds {
        holds::give_back(transaction, site_id, order_id, now).await?;
    }
    change_status(transaction, site_id, order_id, &Pending, &to, Some(note), now).await?;
    Ok(true)
}

/// Cancels an order that was not sent yet, gives back what it holds, and asks for a refund of what was paid.
pub async fn cancel(
    transaction: &Transaction<'_>,
    site_id: i64,
    order_id: i64,
    now: DateTime<Utc>,
) -> Result<Change, DbError> {
    let Some(order) = lock(transaction, site_id, order_id).await? else {
        return Ok(Change::Missing);
    };
    if !may_become(&order.status, &Cancelled) {
        return Ok(Change::Impossible(order.status));
    }
    if order.holds {
        holds::give_back(transaction, site_id, order_id, now).await?;
    }
    if order.is_paid() && order.refunded_total < order.total {
        refund::ask(transaction, site_id, order_id, None, now).await?;
    }
    change_status(transaction, site_id, order_id, &order.status, &Cancelled, None, now).await?;
    Ok(Change::Done)
}

/// The order is being made ready.
pub async fn process(
    transaction: &Transaction<'_>,
    site_id: i64,
    order_id: i64,
    now: DateTime<Utc>,
) -> Result<Change, DbError> {
    advance(transaction, site_id, order_id, Processing, now).await
}

/// The order was sent.
pub async fn ship(
    transaction: &Transaction<'_>,
    site_id: i64,
    order_id: i64,
    parcel: Parcel<'_>,
    now: DateTime<Utc>,
) -> Result<Change, DbError> {
    let change = advance(transaction, site_id, order_id, Shipped, now).await?;
    if change == Change::Done {
        let Parcel { carrier, tracking_number, tracking_url } = parcel;
        let params: [&(dyn stoa_db::ToSql + Sync); 5] =
            [&site_id, &order_id, &carrier, &tracking_number, &tracking_url];
        transaction.execute(include_str!("lifecycle/set_parcel.sql"), &params).await?;
    }
    Ok(change)
}

/// The order has arrived, at a time that may be past.
pub async fn deliver(
    transaction: &Transaction<'_>,
    site_id: i64,
    order_id: i64,
    delivered_at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<Change, DbError> {
    let change = advance(transaction, site_id, order_id, Delivered, now).await?;
    if change == Change::Done {
        let params: [&(dyn stoa_db::ToSql + Sync); 3] = [&site_id, &order_id, &delivered_at];
        transaction.execute(include_str!("lifecycle/set_delivered.sql"), &params).await?;
    }
    Ok(change)
}

/// The goods came back. Whether they can be sold again is for people to see, so no stock is given back.
pub async fn take_back(
    transaction: &Transaction<'_>,
    site_id: i64,
    order_id: i64,
    now: DateTime<Utc>,
) -> Result<Change, DbError> {
    advance(transaction, site_id, order_id, Returned, now).await
}

/// A change that moves nothing but the status.
async fn advance(
    transaction: &Transaction<'_>,
    site_id: i64,
    order_id: i64,
    to: OrderStatus,
    now: DateTime<Utc>,
) -> Result<Change, DbError> {
    let Some(order) = lock(transaction, site_id, order_id).await? else {
        return Ok(Change::Missing);
    };
    if !may_become(&order.status, &to) {
        return Ok(Change::Impossible(order.status));
    }
    change_status(transaction, site_id, order_id, &order.status, &to, None, now).await?;
    Ok(Change::Done)
}

async fn lock(
    transaction: &Transaction<'_>,
    site_id: i64,
    order_id: i64,
) -> Result<Option<Locked>, DbError> {
    transaction.opt(include_str!("lifecycle/lock_order.sql"), &[&site_id, &order_id]).await
}

async fn change_status(
    transaction: &Transaction<'_>,
    site_id: i64,
    order_id: i64,
    from: &OrderStatus,
    to: &OrderStatus,
    note: Option<&str>,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let params: [&(dyn stoa_db::ToSql + Sync); 6] =
        [&site_id, &order_id, &from.as_str(), &to.as_str(), &note, &now];
    transaction.execute(include_str!("lifecycle/change_status.sql"), &params).await?;
    Ok(())
}

impl Locked {
    /// Whether money has come, even if it went back since.
    fn is_paid(&self) -> bool {
        !matches!(
            self.payment_status,
            PaymentStatus::Unpaid | PaymentStatus::Processing | PaymentStatus::Failed
        )
    }
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
