//! Copies of products.

use serde::Deserialize;
use stoa_db::{Db, DbError, ToSql, Transaction};
use stoa_staff_reasons::{self as reasons, Failed, refusals};
use stoa_staff_types::{DuplicateProductRequest, Product};
use stoa_values::is_slug_too_long;

use super::{Change, finish, lock_product};

refusals! {
    /// Why a product is not copied.
    pub enum DuplicateRefusal of reasons {
        ProductNotFound,
        /// The slug would exceed its maximum length in the normalization form C.
        InvalidSlug,
        SlugTaken,
    }
}

/// A row and its copy.
#[derive(Debug, Deserialize)]
struct Copied {
    original: i64,
    copy: i64,
}

/// Ids of rows, each with the id of its copy at the same place.
#[derive(Debug)]
struct Copies {
    originals: Vec<i64>,
    copies: Vec<i64>,
}

/// Creates a draft with the parts and the variants of a product, without stock, SKUs and barcodes.
pub async fn duplicate_product(
    db: &Db,
    change: Change<'_>,
    product_id: i64,
    wanted: &DuplicateProductRequest,
) -> Result<Product, Failed<DuplicateRefusal>> {
    let Change { site_id, now, .. } = change;
    let DuplicateProductRequest { slug, name, .. } = wanted;
    if is_slug_too_long(slug) {
        return Err(DuplicateRefusal::InvalidSlug)?;
    }
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    // This lock keeps the parts and the variants from changing between the statements.
    let original = lock_product(&transaction, site_id, product_id).await?;
    original.ok_or(DuplicateRefusal::ProductNotFound)?;
    let sql = include_str!("duplicate/copy_product.sql");
    let copied = transaction.one(sql, &[&site_id, &product_id, slug, name, &now]).await;
    let copy_id: i64 = copied.map_err(|error| match error.constraint() {
        Some("products_slug_taken") => DuplicateRefusal::SlugTaken.into(),
        _ => Failed::from(error),
    })?;
    copy_parts(&transaction, change, product_id, copy_id).await?;
    let fields = ["name", "slug", "status"].map(str::to_owned);
    transaction.invalidate_cache(site_id);
    finish(transaction, change, copy_id, &fields).await
}

/// Copies everything that belongs to a product.
async fn copy_parts(
    transaction: &Transaction<'_>,
    change: Change<'_>,
    product_id: i64,
    copy_id: i64,
) -> Result<(), DbError> {
    let Change { site_id, now, .. } = change;
    let sql = include_str!("duplicate/copy_images.sql");
    transaction.execute(sql, &[&site_id, &product_id, &copy_id, &now]).await?;
    let to_copy: [&(dyn ToSql + Sync); 4] = [&site_id, &product_id, &copy_id, &now];
    let sql = include_str!("duplicate/copy_options.sql");
    let options = copies(transaction, sql, &to_copy).await?;
    let sql = include_str!("duplicate/copy_option_values.sql");
    let params: [&(dyn ToSql + Sync); 4] = [&site_id, &options.originals, &options.copies, &now];
    let values = copies(transaction, sql, &params).await?;
    let sql = include_str!("duplicate/copy_variants.sql");
    let variants = copies(transaction, sql, &to_copy).await?;
    let sql = include_str!("duplicate/copy_choices.sql");
    let params: [&(dyn ToSql + Sync); 7] = [
        &site_id,
        &variants.originals,
        &variants.copies,
        &options.originals,
        &options.copies,
        &values.originals,
        &values.copies,
    ];
    transaction.execute(sql, &params).await?;
    let sql = include_str!("duplicate/copy_bulk_prices.sql");
    let params: [&(dyn ToSql + Sync); 6] =
        [&site_id, &product_id, &copy_id, &variants.originals, &variants.copies, &now];
    transaction.execute(sql, &params).await?;
    let sql = include_str!("duplicate/copy_styles.sql");
    let styles = copies(transaction, sql, &to_copy[..3]).await?;
    let sql = include_str!("duplicate/copy_sides.sql");
    transaction.execute(sql, &[&site_id, &styles.originals, &styles.copies]).await?;
    Ok(())
}

/// Runs a statement that copies rows and returns both ids of each.
async fn copies(
    transaction: &Transaction<'_>,
    sql: &str,
    params: &[&(dyn ToSql + Sync)],
) -> Result<Copies, DbError> {
    let rows: Vec<Copied> = transaction.rows(sql, params).await?;
    let (originals, copies) =
        rows.into_iter().map(|Copied { original, copy }| (original, copy)).unzip();
    Ok(Copies { originals, copies })
}
