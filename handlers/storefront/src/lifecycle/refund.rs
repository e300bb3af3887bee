//! Money that is owed to a purchaser: noted here with what makes it due, paid by the sweep after the commit.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use stoa_db::{DbError, ToSql, Transaction};

use super::lock;

/// What became of a wish to give money back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// It is due.
    Done,
    /// Nothing was paid.
    NotPaid,
    /// Only so much is left, in cents.
    TooMuch { left: i64 },
    /// There is no such order.
    Missing,
}

/// What was asked for and is not paid yet.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Open {
    amount: i64,
    is_all: bool,
}

/// Asks for a refund of so many cents, or of all that is left.
pub async fn refund(
    transaction: &Transaction<'_>,
    site_id: i64,
    order_id: i64,
    amount: Option<i64>,
    now: DateTime<Utc>,
) -> Result<Asked, DbError> {
    let Some(order) = lock(transaction, site_id, order_id).await? else {
        return Ok(Asked::Missing);
    };
    if !order.is_paid() || order.total == 0 {
        return Ok(Asked::NotPaid);
    }
    let open: Open =
        transaction.one(include_str!("asked_refunds.sql"), &[&site_id, &order_id]).await?;
    let left = match open.is_all {
        true => 0,
        false => order.total - order.refunded_total - open.amount,
    };
    if left <= 0 || amount.is_some_and(|amount| amount > left) {
        return Ok(Asked::TooMuch { left: left.max(0) });
    }
    ask(transaction, site_id, order_id, amount, now).await?;
    Ok(Asked::Done)
}

/// The same when it is known that something is left.
pub(super) async fn ask(
    transaction: &Transaction<'_>,
    site_id: i64,
    order_id: i64,
    amount: Option<i64>,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let params: [&(dyn ToSql + Sync); 4] = [&site_id, &order_id, &amount, &now];
    transaction.execute(include_str!("ask_refund.sql"), &params).await?;
    Ok(())
}
