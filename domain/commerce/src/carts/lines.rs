//! The lines of a cart: their limits, their prices, and the removal of ordered lines.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use stoa_db::{DbError, Transaction};
use stoa_storefront_types::Timestamp;
use stoa_values::Currency;
use stoa_values::money::{sum, times};

use super::{CART_TTL, LineRefusal, Offer, QuantityRefusal};

/// Maximum number of lines of a cart.
const MAX_LINES_OF_CART: usize = 200;

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Line {
    pub(super) id: i64,
    pub(super) product_id: i64,
    pub(super) variant_id: Option<i64>,
    pub(super) design_id: Option<String>,
    pub(super) quantity: i64,
    /// The price of one piece in cents, before bulk prices.
    pub(super) list_price: i64,
    pub(super) created_at: Timestamp,
}

/// The prices of a line in cents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LinePrice {
    pub(super) unit_price: i64,
    pub(super) line_total: i64,
}

pub(super) fn check_room(lines: &[Line]) -> Result<(), LineRefusal> {
    if lines.len() >= MAX_LINES_OF_CART { Err(LineRefusal::CartIsFull) } else { Ok(()) }
}

/// Returns the prices of a line of this quantity. Refuses the quantity if the cart's total at list prices, with that of
/// the `others`, would exceed the largest amount.
pub(super) fn price_line<'a>(
    offer: &Offer,
    variant_id: Option<i64>,
    quantity: i64,
    others: impl Iterator<Item = &'a Line>,
    currency: Currency,
) -> Result<LinePrice, QuantityRefusal> {
    let mut subtotal = times(offer.list_price, quantity)?;
    for other in others {
        subtotal = sum([subtotal, times(other.list_price, other.quantity)?])?;
    }
    let unit_price = offer.unit_price(variant_id, quantity, currency)?;
    Ok(LinePrice { unit_price, line_total: times(unit_price, quantity)? })
}

/// Returns the lines of the session's cart, even if the cart has expired.
pub(super) async fn list_lines(
    transaction: &Transaction<'_>,
    site_id: i64,
    session_id: &str,
) -> Result<Vec<Line>, DbError> {
    transaction.rows(include_str!("lines/list_lines.sql"), &[&site_id, &session_id]).await
}

pub(super) async fn set_quantity(
    transaction: &Transaction<'_>,
    site_id: i64,
    line_id: i64,
    quantity: i64,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let sql = include_str!("lines/set_quantity.sql");
    transaction.execute(sql, &[&site_id, &line_id, &quantity, &now]).await?;
    Ok(())
}

/// Records a change of the cart and extends its life. Sets the cart's customer, unless `customer_id` is `None`.
pub(super) async fn revise_cart(
    transaction: &Transaction<'_>,
    site_id: i64,
    cart_id: i64,
    customer_id: Option<i64>,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let sql = include_str!("lines/revise_cart.sql");
    let params =
        [&site_id as _, &cart_id as _, &now as _, &(now + CART_TTL) as _, &customer_id as _];
    transaction.execute(sql, &params).await?;
    Ok(())
}

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
