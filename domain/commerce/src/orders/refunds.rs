//! Refunds owed to purchasers. The transaction that makes a refund due stores the refund, and the sweep pays it after
//! the commit.

use serde::Deserialize;
use stoa_db::DbError;

use crate::orders::{OrderTransaction, locked_order::lock};

/// The result of a request for a refund.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundRequest {
    /// The refund was stored and is due.
    Noted,
    /// Nothing was paid.
    NotPaid,
    /// The requested amount is more than the `left` cents that can still be refunded.
    TooMuch {
        left: i64,
    },
    NoSuchOrder,
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
) -> Result<RefundRequest, DbError> {
    let Some(locked) = lock(order).await? else { return Ok(RefundRequest::NoSuchOrder) };
    if !locked.is_paid() || locked.total == 0 {
        return Ok(RefundRequest::NotPaid);
    }
    let open: Open = order.one(include_str!("refunds/open.sql")).await?;
    let left = match open.is_all {
        true => 0,
        false => locked.total - locked.refunded_total - open.amount,
    };
    if left <= 0 || amount.is_some_and(|amount| amount > left) {
        return Ok(RefundRequest::TooMuch { left: left.max(0) });
    }
    note(order, amount).await?;
    Ok(RefundRequest::Noted)
}

/// Stores a refund. The caller must have checked that something is left to refund.
pub(crate) async fn note(order: &OrderTransaction<'_>, amount: Option<i64>) -> Result<(), DbError> {
    order.execute(include_str!("refunds/note.sql"), &[&amount, &order.now]).await?;
    Ok(())
}
