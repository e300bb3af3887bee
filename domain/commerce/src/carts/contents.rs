//! A cart with its lines at today's prices, as staff and reminders show it.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use stoa_db::{Db, DbError, Transaction};
use stoa_staff_types::{Cart, CartLine, CartStatus};
use stoa_stores::catalog::{BulkRule, unit_price};
use stoa_values::Currency;
use stoa_values::money::{MAX_CENTS, sum, times};

use super::abandoned::find_abandoned;

/// A line at its list price, with the bulk rules of its product.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ListedLine {
    line: CartLine,
    bulk_rules: Vec<BulkRule>,
}

/// Returns a cart, or `None` if the site does not have it.
pub async fn get_cart(
    db: &Db,
    site_id: i64,
    cart_id: i64,
    now: DateTime<Utc>,
) -> Result<Option<Cart>, DbError> {
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let cart = read_cart(&transaction, site_id, cart_id, now).await?;
    transaction.commit().await?;
    Ok(cart)
}

pub(super) async fn read_cart(
    transaction: &Transaction<'_>,
    site_id: i64,
    cart_id: i64,
    now: DateTime<Utc>,
) -> Result<Option<Cart>, DbError> {
    let sql = include_str!("contents/get_cart.sql");
    let cart: Option<Cart> = transaction.opt(sql, &[&site_id, &cart_id, &now]).await?;
    let Some(mut cart) = cart else { return Ok(None) };
    if find_abandoned(transaction, site_id, cart_id, now).await?.is_some() {
        cart.status = CartStatus::Abandoned;
    }
    let currency = Currency::of(&cart.currency);
    let sql = include_str!("contents/list_lines_of_cart.sql");
    let lines: Vec<ListedLine> = transaction.rows(sql, &[&site_id, &cart_id]).await?;
    cart.lines = lines.into_iter().map(|line| line.priced(currency)).collect();
    cart.subtotal = sum(cart.lines.iter().map(|line| line.line_total)).unwrap_or(MAX_CENTS);
    Ok(Some(cart))
}

impl ListedLine {
    /// Returns the line at its bulk price. A checkout refuses an amount above [`MAX_CENTS`], but staff see the cart.
    fn priced(self, currency: Currency) -> CartLine {
        let Self { mut line, bulk_rules } = self;
        let price =
            unit_price(line.unit_price, &bulk_rules, line.variant_id, line.quantity, currency);
        line.unit_price = price.unwrap_or(MAX_CENTS);
        line.line_total = times(line.unit_price, line.quantity).unwrap_or(MAX_CENTS);
        line
    }
}
