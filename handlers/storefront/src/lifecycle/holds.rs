//! What an order holds: pieces of stock, a use of its discount code, an amount of its gift certificate.
//!
//! `stoa site import --replace` may have put products, codes and certificates anew: what is not there any more gets
//! nothing back, and nothing fails by it. Callers have locked the order and looked at `orders.holds`.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use stoa_db::{DbError, Transaction};

const TAKE_USE: i64 = 1;
const GIVE_USE_BACK: i64 = -1;
const TAKE_STOCK: i64 = -1;
const GIVE_STOCK_BACK: i64 = 1;

/// Gives everything back.
pub(super) async fn give_back(
    transaction: &Transaction<'_>,
    site_id: i64,
    order_id: i64,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    adjust_code(transaction, site_id, order_id, GIVE_USE_BACK).await?;
    give_gift_back(transaction, site_id, order_id, "release", now).await?;
    adjust_stock(transaction, site_id, order_id, GIVE_STOCK_BACK).await?;
    set_holds(transaction, site_id, order_id, false, now).await
}

/// Gives back what the order still has of its gift certificate, for this reason.
pub(super) async fn give_gift_back(
    transaction: &Transaction<'_>,
    site_id: i64,
    order_id: i64,
    reason: &str,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let params: [&(dyn stoa_db::ToSql + Sync); 4] = [&site_id, &order_id, &reason, &now];
    transaction.execute(include_str!("release_gift.sql"), &params).await?;
    Ok(())
}

/// Takes everything anew, or nothing: false when something is not there any more in full.
///
/// A code that has gone is no hindrance: its discount was granted when the order was placed.
pub(super) async fn take_again(
    transaction: &Transaction<'_>,
    site_id: i64,
    order_id: i64,
    now: DateTime<Utc>,
) -> Result<bool, DbError> {
    if !is_all_there(transaction, site_id, order_id).await? {
        return Ok(false);
    }
    adjust_code(transaction, site_id, order_id, TAKE_USE).await?;
    let params: [&(dyn stoa_db::ToSql + Sync); 3] = [&site_id, &order_id, &now];
    transaction.execute(include_str!("hold_gift.sql"), &params).await?;
    adjust_stock(transaction, site_id, order_id, TAKE_STOCK).await?;
    set_holds(transaction, site_id, order_id, true, now).await?;
    Ok(true)
}

/// What there has to be of an order's parts.
#[derive(Deserialize)]
struct Wanted {
    products: i64,
    variants: i64,
    gift: bool,
}

/// Locks all that the order took, so that what is found there can be taken.
async fn is_all_there(
    transaction: &Transaction<'_>,
    site_id: i64,
    order_id: i64,
) -> Result<bool, DbError> {
    let params: [&(dyn stoa_db::ToSql + Sync); 2] = [&site_id, &order_id];
    let wanted: Wanted = transaction.one(include_str!("wanted.sql"), &params).await?;
    let code: Option<(bool,)> = transaction.opt(include_str!("lock_code.sql"), &params).await?;
    let gift: Option<(bool,)> = transaction.opt(include_str!("lock_gift.sql"), &params).await?;
    let products: Vec<(bool,)> =
        transaction.rows(include_str!("lock_products.sql"), &params).await?;
    let variants: Vec<(bool,)> =
        transaction.rows(include_str!("lock_variants.sql"), &params).await?;
    let are_left = |found: &[(bool,)], wanted| {
        found.len() as i64 == wanted && found.iter().all(|(is_left,)| *is_left)
    };
    Ok(code.is_none_or(|(is_left,)| is_left)
        && (!wanted.gift || gift.is_some_and(|(is_left,)| is_left))
        && are_left(&products, wanted.products)
        && are_left(&variants, wanted.variants))
}

async fn adjust_code(
    transaction: &Transaction<'_>,
    site_id: i64,
    order_id: i64,
    by: i64,
) -> Result<(), DbError> {
    let params: [&(dyn stoa_db::ToSql + Sync); 3] = [&site_id, &order_id, &by];
    transaction.execute(include_str!("adjust_code.sql"), &params).await?;
    Ok(())
}

async fn adjust_stock(
    transaction: &Transaction<'_>,
    site_id: i64,
    order_id: i64,
    by: i64,
) -> Result<(), DbError> {
    let params: [&(dyn stoa_db::ToSql + Sync); 3] = [&site_id, &order_id, &by];
    transaction.execute(include_str!("adjust_products.sql"), &params).await?;
    transaction.execute(include_str!("adjust_variants.sql"), &params).await?;
    Ok(())
}

async fn set_holds(
    transaction: &Transaction<'_>,
    site_id: i64,
    order_id: i64,
    holds: bool,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let params: [&(dyn stoa_db::ToSql + Sync); 4] = [&site_id, &order_id, &holds, &now];
    transaction.execute(include_str!("set_holds.sql"), &params).await?;
    Ok(())
}
