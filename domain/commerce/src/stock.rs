//! The stock of products and variants, as staff list and adjust it.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use stoa_audit::{Actor, Origin, Target, record};
use stoa_db::{Db, DbError, ToSql, Transaction};
use stoa_idempotency::{Claim, Idempotency, Replayable, answer_within, claim_if_any};
use stoa_inbox::{LOW_STOCK_QUANTITY, announce_after_commit};
use stoa_staff_reasons::{self as reasons, Failed, refusals};
use stoa_staff_types::{AdjustStockRequest, StockAdjustment, StockItem};
use stoa_values::MAX_SAFE_INTEGER;

/// A position in the list of stocks: a quantity, a product and a variant. The variant is 0 for the stock of the product
/// itself.
pub type StockPosition = (i64, i64, i64);

/// Returns at most `limit` tracked stocks of a site, lowest first, after a position.
pub async fn list_stock(
    db: &Db,
    site_id: i64,
    (quantity, product_id, variant_id): StockPosition,
    limit: i64,
) -> Result<Vec<StockItem>, DbError> {
    let sql = include_str!("stock/list_stock.sql");
    db.rows(sql, &[&site_id, &quantity, &product_id, &variant_id, &limit]).await
}

/// Returns at most `limit` adjustments of a site, newest first, which follow the position `(created_at, id)`.
pub async fn list_stock_adjustments(
    db: &Db,
    site_id: i64,
    (created_before, id_below): (DateTime<Utc>, i64),
    limit: i64,
) -> Result<Vec<StockAdjustment>, DbError> {
    let sql = include_str!("stock/list_stock_adjustments.sql");
    db.rows(sql, &[&site_id, &created_before, &id_below, &limit]).await
}

refusals! {
    /// Why a stock is not adjusted.
    pub enum AdjustRefusal of reasons {
        ProductNotFound,
        VariantNotFound,
        StockIsNotTracked,
        InsufficientStock,
        /// The stock would exceed [`MAX_SAFE_INTEGER`].
        StockTooLarge,
        IdempotencyKeyReused,
        IdempotencyKeyInProgress,
    }
}

/// Adds pieces to a stock, or removes them if the difference is negative, once for each `Idempotency-Key`.
pub async fn adjust_stock(
    db: &Db,
    site_id: i64,
    adjustment: &AdjustStockRequest,
    idempotency: Option<&Idempotency>,
    origin: &Origin,
    now: DateTime<Utc>,
) -> Result<Replayable<StockItem>, Failed<AdjustRefusal>> {
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let lease = match claim_if_any(&transaction, site_id, idempotency, now).await? {
        Claim::Answered(answer) => return Ok(Replayable::Replayed(answer)),
        Claim::Fresh(lease) => lease,
    };
    transaction.invalidate_cache(site_id);
    let Some(adjusted) = adjust(&transaction, site_id, adjustment, &origin.actor, now).await?
    else {
        return Err(refusal(&transaction, site_id, adjustment).await?)?;
    };
    let (kind, id) = match adjusted.variant_id {
        Some(variant_id) => ("variant", variant_id),
        None => ("product", adjusted.product_id),
    };
    let target = Target::new(kind, id);
    record(&transaction, site_id, origin, target, &["quantity"], now).await?;
    let StockItem { product_id, variant_id, quantity, .. } = &adjusted;
    let fall = StockFall {
        product_id: *product_id,
        variant_id: *variant_id,
        left_over: *quantity,
        taken: -adjustment.delta,
    };
    post_low_stock(&transaction, site_id, &fall, now).await?;
    answer_within(&transaction, lease.as_ref(), &adjusted).await?;
    transaction.commit().await?;
    Ok(Replayable::Fresh(adjusted))
}

/// Pieces that were taken from the stock of a product or of a variant, and what is left of it.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StockFall {
    product_id: i64,
    variant_id: Option<i64>,
    left_over: i64,
    taken: i64,
}

/// Stores an event of the site's inbox if [`LOW_STOCK_QUANTITY`] pieces or fewer are left, where more were left before.
pub(crate) async fn post_low_stock(
    transaction: &Transaction<'_>,
    site_id: i64,
    fall: &StockFall,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let StockFall { product_id, variant_id, left_over, taken } = fall;
    if *left_over <= LOW_STOCK_QUANTITY && left_over + taken > LOW_STOCK_QUANTITY {
        let sql = include_str!("stock/post_stock_low.sql");
        transaction.execute(sql, &[&site_id, product_id, variant_id, left_over, &now]).await?;
        announce_after_commit(transaction, site_id);
    }
    Ok(())
}

async fn adjust(
    transaction: &Transaction<'_>,
    site_id: i64,
    adjustment: &AdjustStockRequest,
    actor: &Actor,
    now: DateTime<Utc>,
) -> Result<Option<StockItem>, DbError> {
    let AdjustStockRequest { product_id, variant_id, delta, reason } = adjustment;
    let (kind, id, name) = (actor.kind(), actor.id(), actor.name());
    let (sql, of_variant) = match variant_id {
        Some(id) => (include_str!("stock/adjust_variant.sql"), Some(id as &(dyn ToSql + Sync))),
        None => (include_str!("stock/adjust_product.sql"), None),
    };
    let product: [&(dyn ToSql + Sync); 2] = [&site_id, product_id];
    let rest: [&(dyn ToSql + Sync); 7] =
        [delta, reason, &now, &MAX_SAFE_INTEGER, &kind, &id, &name];
    let params: Vec<_> = product.into_iter().chain(of_variant).chain(rest).collect();
    transaction.opt(sql, &params).await
}

/// Returns the reason why [`adjust`] has changed nothing.
async fn refusal(
    transaction: &Transaction<'_>,
    site_id: i64,
    adjustment: &AdjustStockRequest,
) -> Result<AdjustRefusal, DbError> {
    let AdjustStockRequest { product_id, variant_id, delta, .. } = adjustment;
    let sql = include_str!("stock/find.sql");
    let found: Option<(bool, Option<i64>)> =
        transaction.opt(sql, &[&site_id, product_id, variant_id]).await?;
    Ok(match found {
        None => AdjustRefusal::ProductNotFound,
        Some((false, _)) => AdjustRefusal::VariantNotFound,
        Some((true, None)) => AdjustRefusal::StockIsNotTracked,
        Some(_) if *delta < 0 => AdjustRefusal::InsufficientStock,
        Some(_) => AdjustRefusal::StockTooLarge,
    })
}
