//! The holds of an order: pieces of stock, a use of the discount code, and an amount of the gift certificate.
//!
//! The caller must have locked the order and checked its status.
//!
//! An import may replace the site's products, codes and certificates:
//! - A product, code or certificate that no longer exists is skipped when the order gives its holds back.
//! - An import with `--discard-live-state` also sets `orders.holds` to false, so that the order gives nothing back.

use std::collections::BTreeMap;

use serde::Deserialize;
use stoa_db::{DbError, Transaction};

use crate::orders::{OrderTransaction, locked_order::LockedOrder};
use crate::stock::{StockKey, StockOf, change_stock, key_of, keys_of, lock_stock};

const TAKE_USE: i64 = 1;
const GIVE_USE_BACK: i64 = -1;
const TAKE_STOCK: i64 = -1;
const GIVE_STOCK_BACK: i64 = 1;

pub(crate) async fn give_back(order: &OrderTransaction<'_>) -> Result<(), DbError> {
    adjust_code(order, GIVE_USE_BACK).await?;
    give_gift_back(order, None, "release").await?;
    adjust_stock(order, GIVE_STOCK_BACK).await?;
    set_holds(order, false).await
}

/// Gives back everything that a paid order holds. The amount of the gift certificate counts as refunded.
pub(crate) async fn refund(order: &OrderTransaction<'_>) -> Result<(), DbError> {
    adjust_code(order, GIVE_USE_BACK).await?;
    refund_gift(order, None).await?;
    adjust_stock(order, GIVE_STOCK_BACK).await?;
    set_holds(order, false).await
}

/// Refunds `amount` cents to the order's gift certificate, or if it is `None`, everything that the order still holds of
/// the certificate.
pub(crate) async fn refund_gift(
    order: &OrderTransaction<'_>,
    amount: Option<i64>,
) -> Result<(), DbError> {
    give_gift_back(order, amount, "refund").await
}

async fn give_gift_back(
    order: &OrderTransaction<'_>,
    amount: Option<i64>,
    reason: &str,
) -> Result<(), DbError> {
    order.run(include_str!("holds/give_gift_back.sql"), &[&amount, &reason, &order.now]).await
}

/// Takes the order's stock, discount use and gift amount again. If any of them is not fully available, takes nothing
/// and returns false.
///
/// A discount code that was deleted counts as available, because the order was placed with its discount.
pub(crate) async fn take_again(
    order: &OrderTransaction<'_>,
    locked: &LockedOrder,
) -> Result<bool, DbError> {
    if !is_all_there(order, locked).await? {
        return Ok(false);
    }
    adjust_code(order, TAKE_USE).await?;
    order.run(include_str!("holds/hold_gift.sql"), &[&order.now]).await?;
    adjust_stock(order, TAKE_STOCK).await?;
    set_holds(order, true).await?;
    Ok(true)
}

/// Locks the order's discount code, gift certificate, products and variants, and returns whether [`take_again`] can
/// take all of them.
async fn is_all_there(order: &OrderTransaction<'_>, locked: &LockedOrder) -> Result<bool, DbError> {
    let OrderTransaction { transaction, site_id, .. } = *order;
    let codes = lock_codes(transaction, site_id, &[locked.discount_code.as_deref()]).await?;
    let certificate = [locked.gift_certificate_code.as_deref()];
    let certificates = lock_certificates(transaction, site_id, &certificate).await?;
    let items = list_items(order).await?;
    let keys = keys_of(items.iter().map(|item| (item.product_id, item.variant_id)));
    let stocks = lock_stock(transaction, site_id, &keys).await?;
    let is_left =
        |(key, wanted): (&StockKey, &i64)| stocks[key].is_none_or(|stock| *wanted <= stock);
    let gift = locked.gift_certificate_total;
    Ok(codes.iter().all(|is_left| *is_left)
        && (gift == 0 || certificates.iter().any(|amount| *amount >= gift))
        && stocks.len() == keys.len()
        && pieces(&items).iter().all(is_left))
}

/// Locks discount codes, and returns for each that exists whether it has a use left.
pub(crate) async fn lock_codes(
    transaction: &Transaction<'_>,
    site_id: i64,
    codes: &[Option<&str>],
) -> Result<Vec<bool>, DbError> {
    transaction.rows(include_str!("holds/lock_codes.sql"), &[&site_id, &codes]).await
}

/// Locks gift certificates, and returns the cents that those that exist can pay.
pub(crate) async fn lock_certificates(
    transaction: &Transaction<'_>,
    site_id: i64,
    codes: &[Option<&str>],
) -> Result<Vec<i64>, DbError> {
    transaction.rows(include_str!("holds/lock_certificates.sql"), &[&site_id, &codes]).await
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Item {
    pub(crate) product_id: i64,
    pub(crate) variant_id: Option<i64>,
    stock_of: Option<StockOf>,
    quantity: i64,
}

pub(crate) async fn list_items(order: &OrderTransaction<'_>) -> Result<Vec<Item>, DbError> {
    order.rows(include_str!("holds/list_items.sql")).await
}

/// Adds up the pieces that items take from the same stock.
fn pieces(items: &[Item]) -> BTreeMap<StockKey, i64> {
    let mut pieces = BTreeMap::new();
    for Item { product_id, variant_id, stock_of, quantity } in items {
        if let Some(key) = key_of(*stock_of, *product_id, *variant_id) {
            *pieces.entry(key).or_default() += quantity;
        }
    }
    pieces
}

async fn adjust_code(order: &OrderTransaction<'_>, by: i64) -> Result<(), DbError> {
    order.run(include_str!("holds/adjust_code.sql"), &[&by]).await
}

async fn adjust_stock(order: &OrderTransaction<'_>, by: i64) -> Result<(), DbError> {
    let mut pieces = pieces(&list_items(order).await?);
    pieces.values_mut().for_each(|pieces| *pieces *= by);
    change_stock(order.transaction, order.site_id, &pieces, order.now).await?;
    Ok(())
}

async fn set_holds(order: &OrderTransaction<'_>, holds: bool) -> Result<(), DbError> {
    order.run(include_str!("holds/set_holds.sql"), &[&holds, &order.now]).await
}
