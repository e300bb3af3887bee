//! Locks and changes stocks. Rows are locked in the sequence that V008__orders.sql states: products by
//! id, then variants by id.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use serde::Deserialize;
use stoa_alerts::{Alert, tell};
use stoa_db::{DbError, Transaction};
use stoa_inbox::{LOW_STOCK_QUANTITY, announce_after_commit};

/// Whether pieces are of a product's stock or of a variant's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StockOf {
    Product,
    Variant,
}

/// The stock of the product or variant with this id.
pub(crate) type StockKey = (StockOf, i64);

impl StockOf {
    /// Returns the value for the column `order_items.stock_of`.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Product => "product",
            Self::Variant => "variant",
        }
    }
}

/// Returns the stock from which an item takes its pieces, if it is tracked.
pub(crate) fn key_of(
    stock_of: Option<StockOf>,
    product_id: i64,
    variant_id: Option<i64>,
) -> Option<StockKey> {
    match stock_of? {
        StockOf::Product => Some((StockOf::Product, product_id)),
        StockOf::Variant => Some((StockOf::Variant, variant_id?)),
    }
}

/// Pieces that were taken from a stock, or given back if their number is negative, and what is left of it.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
struct StockFall {
    product_id: i64,
    variant_id: Option<i64>,
    left_over: i64,
    taken: i64,
}

/// A locked row. The stock is `None` if it is not tracked.
#[derive(Deserialize)]
struct Locked {
    id: i64,
    stock: Option<i64>,
}

/// Returns the products and variants of order items or of lines of a cart.
pub(crate) fn keys_of(items: impl IntoIterator<Item = (i64, Option<i64>)>) -> BTreeSet<StockKey> {
    let keys = items.into_iter().flat_map(|(product_id, variant_id)| {
        let variant = variant_id.map(|id| (StockOf::Variant, id));
        [(StockOf::Product, product_id)].into_iter().chain(variant)
    });
    keys.collect()
}

/// Locks products and variants. Returns the stocks of those that exist, `None` for a stock that is not tracked.
pub(crate) async fn lock_stock(
    transaction: &Transaction<'_>,
    site_id: i64,
    keys: &BTreeSet<StockKey>,
) -> Result<BTreeMap<StockKey, Option<i64>>, DbError> {
    let mut stocks = BTreeMap::new();
    for (kind, sql) in [
        (StockOf::Product, include_str!("changes/lock_products.sql")),
        (StockOf::Variant, include_str!("changes/lock_variants.sql")),
    ] {
        let ids: Vec<i64> = keys.iter().filter(|(of, _)| *of == kind).map(|(_, id)| *id).collect();
        let locked: Vec<Locked> = transaction.rows(sql, &[&site_id, &ids]).await?;
        stocks.extend(locked.into_iter().map(|Locked { id, stock }| ((kind, id), stock)));
    }
    Ok(stocks)
}

/// Gives a product or variant without a stock one of no pieces.
pub(crate) async fn begin_stock(
    transaction: &Transaction<'_>,
    site_id: i64,
    (kind, id): StockKey,
) -> Result<(), DbError> {
    transaction.invalidate_cache(site_id);
    let sql = match kind {
        StockOf::Product => include_str!("changes/begin_product.sql"),
        StockOf::Variant => include_str!("changes/begin_variant.sql"),
    };
    transaction.execute(sql, &[&site_id, &id]).await?;
    Ok(())
}

/// Adds pieces to stocks, or takes them if their number is negative. Returns false if a product or variant no longer
/// exists, or had too few pieces. Its stock is then 0.
///
/// Stores an event for webhooks and for the site's inbox for each stock of which [`LOW_STOCK_QUANTITY`] pieces or fewer are left, where
/// more were left before.
pub(crate) async fn change_stock(
    transaction: &Transaction<'_>,
    site_id: i64,
    pieces: &BTreeMap<StockKey, i64>,
    now: DateTime<Utc>,
) -> Result<bool, DbError> {
    if !pieces.is_empty() {
        transaction.invalidate_cache(site_id);
    }
    let of_kind = |kind: StockOf| pieces.iter().filter(move |((of, _), _)| *of == kind);
    let (products, variants) = tokio::try_join!(biased;
        change(
            transaction,
            include_str!("changes/change_products.sql"),
            site_id,
            of_kind(StockOf::Product),
        ),
        change(
            transaction,
            include_str!("changes/change_variants.sql"),
            site_id,
            of_kind(StockOf::Variant),
        ),
    )?;
    let falls = [products, variants].concat();
    for StockFall { product_id, variant_id, left_over, taken } in &falls {
        if *left_over <= LOW_STOCK_QUANTITY && left_over + taken > LOW_STOCK_QUANTITY {
            let sql = include_str!("changes/post_stock_low.sql");
            let quantity = (*left_over).max(0);
            let params =
                [&site_id as _, product_id as _, variant_id as _, &quantity as _, &now as _];
            let (product_id, variant_id) = (*product_id, *variant_id);
            let low = stoa_events::stock_low(site_id, product_id, variant_id, quantity, now);
            let alert = Alert::StockLow { product_id, variant_id, quantity };
            tokio::try_join!(biased;
                transaction.execute(sql, &params),
                stoa_events::post(transaction, site_id, &low, now),
                tell(transaction, site_id, alert, now),
            )?;
            announce_after_commit(transaction, site_id);
        }
    }
    Ok(falls.len() == pieces.len() && falls.iter().all(|fall| fall.left_over >= 0))
}

async fn change(
    transaction: &Transaction<'_>,
    sql: &str,
    site_id: i64,
    pieces: impl Iterator<Item = (&StockKey, &i64)>,
) -> Result<Vec<StockFall>, DbError> {
    let (ids, pieces): (Vec<i64>, Vec<i64>) =
        pieces.map(|((_, id), pieces)| (*id, *pieces)).unzip();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    transaction.rows(sql, &[&site_id, &ids, &pieces]).await
}
