//! Removes the lines of an order from its cart.

use chrono::{DateTime, Utc};
use stoa_db::{DbError, Transaction};

/// Removes the ordered quantities from the cart. Quantities that the customer added after the order stay in the cart.
/// The caller must have locked the cart's row.
pub async fn take_out_ordered(
    transaction: &Transaction<'_>,
    site_id: i64,
    order_id: i64,
    cart_id: i64,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let sql = include_str!("lines/take_out_ordered.sql");
    transaction.execute(sql, &[&site_id, &order_id, &cart_id, &now]).await?;
    Ok(())
}
