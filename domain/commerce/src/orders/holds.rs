//! The holds of an order: pieces of stock, a use of the discount code, and an amount of the gift certificate.
//!
//! The caller must have locked the order and checked its status.
//!
//! An import may replace the site's products, codes and certificates:
//! - A product, code or certificate that no longer exists is skipped when the order gives its holds back.
//! - An import with `--discard-live-state` also sets `orders.holds` to false, so that the order gives nothing back.

use serde::Deserialize;
use stoa_db::{DbError, ToSql};
use stoa_inbox::{LOW_STOCK_QUANTITY, announce_after_commit};

use crate::orders::OrderTransaction;

const TAKE_USE: i64 = 1;
const GIVE_USE_BACK: i64 = -1;
const TAKE_STOCK: i64 = -1;
const GIVE_STOCK_BACK: i64 = 1;

/// Gives back everything that an unpaid order holds.
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
    let sql = include_str!("holds/give_gift_back.sql");
    order.execute(sql, &[&amount, &reason, &order.now]).await?;
    Ok(())
}

/// Takes the order's stock, discount use and gift amount again. If any of them is not fully available, takes nothing
/// and returns false.
///
/// A discount code that was deleted counts as available, because the order was placed with its discount.
pub(crate) async fn take_again(order: &OrderTransaction<'_>) -> Result<bool, DbError> {
    if !is_all_there(order).await? {
        return Ok(false);
    }
    adjust_code(order, TAKE_USE).await?;
    order.execute(include_str!("holds/hold_gift.sql"), &[&order.now]).await?;
    adjust_stock(order, TAKE_STOCK).await?;
    set_holds(order, true).await?;
    Ok(true)
}

/// The numbers of products and variants that must still exist, and whether a gift certificate must.
#[derive(Deserialize)]
struct Wanted {
    products: i64,
    variants: i64,
    gift: bool,
}

/// Locks the order's discount code, gift certificate, products and variants, and returns whether [`take_again`] can
/// take all of them.
async fn is_all_there(order: &OrderTransaction<'_>) -> Result<bool, DbError> {
    let wanted: Wanted = order.one(include_str!("holds/wanted.sql")).await?;
    let code: Option<bool> = order.opt(include_str!("holds/lock_code.sql")).await?;
    let gift: Option<bool> = order.opt(include_str!("holds/lock_gift.sql")).await?;
    let products: Vec<bool> = order.rows(include_str!("holds/lock_products.sql")).await?;
    let variants: Vec<bool> = order.rows(include_str!("holds/lock_variants.sql")).await?;
    let are_left = |found: &[bool], wanted| {
        found.len() as i64 == wanted && found.iter().all(|is_left| *is_left)
    };
    Ok(code.is_none_or(|is_left| is_left)
        && (!wanted.gift || gift.is_some_and(|is_left| is_left))
        && are_left(&products, wanted.products)
        && are_left(&variants, wanted.variants))
}

async fn adjust_code(order: &OrderTransaction<'_>, by: i64) -> Result<(), DbError> {
    order.execute(include_str!("holds/adjust_code.sql"), &[&by]).await?;
    Ok(())
}

async fn adjust_stock(order: &OrderTransaction<'_>, by: i64) -> Result<(), DbError> {
    order.transaction.invalidate_cache(order.site_id);
    let params: [&(dyn ToSql + Sync); 3] = [&by, &order.now, &LOW_STOCK_QUANTITY];
    let low = order.execute(include_str!("holds/adjust_products.sql"), &params).await?
        + order.execute(include_str!("holds/adjust_variants.sql"), &params).await?;
    if low > 0 {
        announce_after_commit(order.transaction, order.site_id);
    }
    Ok(())
}

async fn set_holds(order: &OrderTransaction<'_>, holds: bool) -> Result<(), DbError> {
    order.execute(include_str!("holds/set_holds.sql"), &[&holds, &order.now]).await?;
    Ok(())
}
