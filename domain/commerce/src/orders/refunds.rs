//! Refunds owed to purchasers. The transaction that makes a refund due stores the refund, and the sweep pays it after
//! the commit.

use serde::Deserialize;
use stoa_db::DbError;
use stoa_idempotency::ClaimError;

use crate::orders::{OrderTransaction, locked_order::lock};

/// The reasons why an order is not refunded.
#[derive(Debug)]
pub enum RefundError {
    /// Nothing was paid.
    NotPaid,
    /// The requested amount is more than the `left` cents that can still be refunded.
    TooMuch {
        left: i64,
    },
    NoSuchOrder,
    Key(ClaimError),
    Database(DbError),
}

impl From<ClaimError> for RefundError {
    fn from(error: ClaimError) -> Self {
        Self::Key(error)
    }
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

/// Requests a refund of `amount` cents. If `amount` is `None`, requests a refund of the rest of the payment, which is
/// everything that was not refunded before.
pub(crate) async fn request(
    order: &OrderTransaction<'_>,
    amount: Option<i64>,
) -> Result<(), RefundError> {
    let locked = lock(order).await?.ok_or(RefundError::NoSuchOrder)?;
    if !locked.is_paid() || locked.total == 0 {
        return Err(RefundError::NotPaid);
    }
    let open: Open = order.one(include_str!("refunds/open.sql")).await?;
    let left = match open.is_all {
        true => 0,
        false => locked.total - locked.refunded_total - open.amount,
    };
    if left <= 0 || amount.is_some_and(|amount| amount > left) {
        return Err(RefundError::TooMuch { left: left.max(0) });
    }
    Ok(note(order, amount).await?)
}

/// Stores a refund. The caller must have checked that something is left to refund.
pub(crate) async fn note(order: &OrderTransaction<'_>, amount: Option<i64>) -> Result<(), DbError> {
    order.execute(include_str!("refunds/note.sql"), &[&amount, &order.now]).await?;
    Ok(())
}
