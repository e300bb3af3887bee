//! The stock of products and variants, as staff list and adjust it.

mod changes;

use chrono::{DateTime, Utc};
use serde::Deserialize;
use stoa_audit::{Origin, Target, record};
use stoa_db::{Db, DbError, ToSql};
use stoa_idempotency::{Claim, Idempotency, Replayable, answer_within, claim_if_any};
use stoa_staff_reasons::{self as reasons, Failed, refusals};
use stoa_staff_types::{AdjustStockRequest, StockAdjustment, StockItem};
use stoa_values::MAX_SAFE_INTEGER;

use changes::begin_stock;
pub(crate) use changes::{StockKey, StockOf, change_stock, key_of, keys_of, lock_stock};

/// A position in the list of stocks.
#[derive(Debug, Clone, Copy)]
pub struct StockPosition {
    pub quantity: i64,
    pub product_id: i64,
    /// 0 for the stock of the product itself.
    pub variant_id: i64,
}

impl StockPosition {
    /// Before the first position.
    pub const LOWEST: Self = Self { quantity: -1, product_id: 0, variant_id: 0 };
}

/// Returns at most `limit` tracked stocks of a site, lowest first, after a position.
pub async fn list_stock(
    db: &Db,
    site_id: i64,
    after: StockPosition,
    limit: i64,
) -> Result<Vec<StockItem>, DbError> {
    let StockPosition { quantity, product_id, variant_id } = after;
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
    let AdjustStockRequest { product_id, variant_id, delta, reason } = adjustment;
    let key = match variant_id {
        Some(id) => (StockOf::Variant, *id),
        None => (StockOf::Product, *product_id),
    };
    lock_stock(&transaction, site_id, &[key].into()).await?;
    let sql = include_str!("stock/find_stock.sql");
    let found = transaction.opt(sql, &[&site_id, product_id, variant_id]).await?;
    let Found { product_name, variant_name, sku, has_variant, is_tracked, quantity: before } =
        found.ok_or(AdjustRefusal::ProductNotFound)?;
    if !has_variant {
        return Err(AdjustRefusal::VariantNotFound)?;
    }
    if !is_tracked {
        return Err(AdjustRefusal::StockIsNotTracked)?;
    }
    let quantity = match before.unwrap_or(0).saturating_add(*delta) {
        ..0 => return Err(AdjustRefusal::InsufficientStock)?,
        quantity if quantity > MAX_SAFE_INTEGER => return Err(AdjustRefusal::StockTooLarge)?,
        quantity => quantity,
    };
    if before.is_none() {
        begin_stock(&transaction, site_id, key).await?;
    }
    change_stock(&transaction, site_id, &[(key, *delta)].into(), now).await?;
    let (kind, id, name) = (origin.actor.kind(), origin.actor.id(), origin.actor.name());
    let params: [&(dyn ToSql + Sync); 9] =
        [&site_id, product_id, variant_id, delta, reason, &now, &kind, &id, &name];
    transaction.execute(include_str!("stock/insert_adjustment.sql"), &params).await?;
    let target = Target::new(key.0.as_str(), key.1);
    record(&transaction, site_id, origin, target, &["quantity"], now).await?;
    let (product_id, variant_id) = (*product_id, *variant_id);
    let changed = stoa_events::product_changed(site_id, product_id, now);
    stoa_events::post(&transaction, site_id, &changed, now).await?;
    let adjusted = StockItem { product_id, variant_id, product_name, variant_name, sku, quantity };
    answer_within(&transaction, lease.as_ref(), &adjusted).await?;
    transaction.commit().await?;
    Ok(Replayable::Fresh(adjusted))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Found {
    product_name: String,
    variant_name: Option<String>,
    sku: Option<String>,
    /// Whether the product has the variant, or none was named.
    has_variant: bool,
    is_tracked: bool,
    /// `None` if the product or variant has no stock yet.
    quantity: Option<i64>,
}
