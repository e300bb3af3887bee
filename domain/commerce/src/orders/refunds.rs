//! Refunds owed to purchasers. The transaction that makes a refund due stores the refund, and the sweep pays it after
//! the commit.

use serde::Deserialize;
use stoa_db::DbError;
use stoa_outbox::OrderNews;
use stoa_storefront_types::OrderStatus;
use stoa_values::Currency;

use crate::orders::{
    OrderEvent, OrderTransaction, holds,
    locked_order::{LockedOrder, lock},
    status::{change_status, may_become, set_payment_status},
};

#[derive(Debug)]
pub enum RefundError {
    NotPaid,
    /// The provider pays only amounts that are a multiple of `step` in the order's currency.
    NoMultiple {
        step: i64,
    },
    /// The requested amount is more than the `left` cents that can still be refunded.
    TooMuch {
        left: i64,
    },
    NoSuchOrder,
    Database(DbError),
}

impl From<DbError> for RefundError {
    fn from(error: DbError) -> Self {
        Self::Database(error)
    }
}

/// The sum of the refunds that were requested and are not paid yet, and whether one of them is for the rest of the
/// payment.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Open {
    amount: i64,
    is_all: bool,
}

/// Requests a refund of `amount` cents, which goes to the card up to what the card paid, and then back to the gift
/// certificate. If `amount` is `None`, requests a refund of everything that was not refunded before.
pub(crate) async fn request(
    order: &OrderTransaction<'_>,
    amount: Option<i64>,
) -> Result<(), RefundError> {
    lock(order).await?;
    // Reads what the transaction that held the lock before has committed.
    let locked = lock(order).await?.ok_or(RefundError::NoSuchOrder)?;
    if !locked.is_paid() || locked.total + locked.gift_certificate_total == 0 {
        return Err(RefundError::NotPaid);
    }
    let currency = Currency::of(&locked.currency);
    if amount.is_some_and(|amount| !currency.can_charge(amount)) {
        return Err(RefundError::NoMultiple { step: currency.step });
    }
    let open: Open = order.one(include_str!("refunds/open.sql")).await?;
    let of_card = match open.is_all {
        true => 0,
        false => (locked.total - locked.refunded_total - open.amount).max(0),
    };
    // A refund of the rest includes the gift certificate.
    let of_gift = if open.is_all { 0 } else { locked.gift_held };
    let left = of_card + of_gift;
    if left == 0 || amount.is_some_and(|amount| amount > left) {
        return Err(RefundError::TooMuch { left });
    }
    match amount {
        // The gift certificate is refunded when the provider has paid this refund.
        None if of_card > 0 => return Ok(note(order, None).await?),
        None => holds::refund_gift(order, None).await?,
        Some(amount) => {
            let to_card = amount.min(of_card);
            if to_card > 0 {
                note(order, Some(to_card)).await?;
            }
            if amount > to_card {
                holds::refund_gift(order, Some(amount - to_card)).await?;
            }
        }
    }
    if let Some(locked) = lock(order).await?.filter(LockedOrder::is_all_back) {
        close(order, &locked).await?;
    }
    settle(order, &locked).await?;
    Ok(())
}

/// Closes an order whose card payment was refunded in full:
/// - Its gift certificate is refunded too.
/// - If its status is `paid`, its stock and its discount use are given back too.
/// - Its status becomes `refunded` if [`may_become`] allows that: from `paid`, `delivered` or `expired`.
pub(crate) async fn close(
    order: &OrderTransaction<'_>,
    locked: &LockedOrder,
) -> Result<(), DbError> {
    match locked.status == OrderStatus::Paid && locked.holds {
        true => holds::refund(order).await?,
        false => holds::refund_gift(order, None).await?,
    }
    if may_become(&locked.status, &OrderStatus::Refunded) {
        change_status(order, &locked.status, &OrderStatus::Refunded, None).await?;
    }
    order.tell_purchaser(OrderNews::Refunded).await
}

/// Stores the payment status that follows from the refunds and disputes of a paid order. Posts an event if more is
/// refunded than `before`, the state of the order at the beginning of the change.
pub(crate) async fn settle(
    order: &OrderTransaction<'_>,
    before: &LockedOrder,
) -> Result<(), DbError> {
    let Some(locked) = lock(order).await? else { return Ok(()) };
    let status = locked.received();
    if locked.is_paid() && status != locked.payment_status {
        set_payment_status(order, &status).await?;
    }
    if locked.refunded() > before.refunded() {
        order.post(OrderEvent::Refunded).await?;
    }
    Ok(())
}

/// Whether staff requested every refund with an amount, and the amounts add up to at least `total` cents. If so, the
/// gift certificate gets back only the amounts that staff requests.
pub(crate) async fn are_by_amount(
    order: &OrderTransaction<'_>,
    total: i64,
) -> Result<bool, DbError> {
    let OrderTransaction { transaction, site_id, order_id, .. } = *order;
    transaction.one(include_str!("refunds/are_by_amount.sql"), &[&site_id, &order_id, &total]).await
}

/// Stores a refund. The caller must have checked that something is left to refund.
pub(crate) async fn note(order: &OrderTransaction<'_>, amount: Option<i64>) -> Result<(), DbError> {
    order.run(include_str!("refunds/note.sql"), &[&amount, &order.now]).await
}
