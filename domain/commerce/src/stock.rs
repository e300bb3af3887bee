//! The stock of products and variants, as staff list and adjust it.

use chrono::{DateTime, Utc};
use stoa_audit::{Origin, Target, record};
use stoa_db::{Db, DbError, Transaction};
use stoa_idempotency::{Claim, ClaimError, Idempotency, Replayable, answer_within, claim_if_any};
use stoa_staff_types::{AdjustStockRequest, StockItem};

/// Maximum stock of a product or a variant: the greatest integer that JSON can carry exactly.
const MAX_STOCK: i64 = (1 << 53) - 1;

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

/// The reasons why a stock is not adjusted.
#[derive(Debug)]
pub enum AdjustError {
    NoSuchProduct,
    NoSuchVariant,
    NotTracked,
    /// The stock would be negative.
    Insufficient,
    /// The stock would exceed [`MAX_STOCK`].
    TooMuch,
    Key(ClaimError),
    Database(DbError),
}

impl From<ClaimError> for AdjustError {
    fn from(error: ClaimError) -> Self {
        Self::Key(error)
    }
}

impl From<DbError> for AdjustError {
    fn from(error: DbError) -> Self {
        Self::Database(error)
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
) -> Result<Replayable<StockItem>, AdjustError> {
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let lease = match claim_if_any(&transaction, site_id, idempotency, now).await? {
        Claim::Answered(answer) => return Ok(Replayable::Replayed(answer)),
        Claim::Fresh(lease) => lease,
    };
    transaction.invalidate_cache(site_id);
    let Some(adjusted) = adjust(&transaction, site_id, adjustment, now).await? else {
        return Err(refusal(&transaction, site_id, adjustment).await?);
    };
    let (kind, id) = match adjusted.variant_id {
        Some(variant_id) => ("variant", variant_id),
        None => ("product", adjusted.product_id),
    };
    let target = Target::new(kind, id);
    record(&transaction, site_id, origin, target, &["quantity"], now).await?;
    answer_within(&transaction, lease.as_ref(), &adjusted).await?;
    transaction.commit().await?;
    Ok(Replayable::Fresh(adjusted))
}

async fn adjust(
    transaction: &Transaction<'_>,
    site_id: i64,
    adjustment: &AdjustStockRequest,
    now: DateTime<Utc>,
) -> Result<Option<StockItem>, DbError> {
    let AdjustStockRequest { product_id, variant_id, delta, reason } = adjustment;
    match variant_id {
        Some(variant_id) => {
            let sql = include_str!("stock/adjust_variant.sql");
            transaction
                .opt(sql, &[&site_id, product_id, variant_id, delta, reason, &now, &MAX_STOCK])
                .await
        }
        None => {
            let sql = include_str!("stock/adjust_product.sql");
            transaction.opt(sql, &[&site_id, product_id, delta, reason, &now, &MAX_STOCK]).await
        }
    }
}

/// Returns the reason why [`adjust`] has changed nothing.
async fn refusal(
    transaction: &Transaction<'_>,
    site_id: i64,
    adjustment: &AdjustStockRequest,
) -> Result<AdjustError, DbError> {
    let AdjustStockRequest { product_id, variant_id, delta, .. } = adjustment;
    let sql = include_str!("stock/find.sql");
    let found: Option<(bool, Option<i64>)> =
        transaction.opt(sql, &[&site_id, product_id, variant_id]).await?;
    Ok(match found {
        None => AdjustError::NoSuchProduct,
        Some((false, _)) => AdjustError::NoSuchVariant,
        Some((true, None)) => AdjustError::NotTracked,
        Some(_) if *delta < 0 => AdjustError::Insufficient,
        Some(_) => AdjustError::TooMuch,
    })
}
