//! The products of a site, as its staff list and change them.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::Value;
use stoa_audit::{Origin, Target, record};
use stoa_db::{Db, DbError, Patch, Transaction, search::Words, sql};
use stoa_staff_reasons::{self as reasons, Failed, refusals};
use stoa_staff_types::{
    EditableProductStatus, Product, ProductPatch, ProductStatus, ProductSummary, ProductVariant,
    VariantPatch,
};
use stoa_values::{Currency, IfMatch};

/// Maximum size of the metadata of a product, in bytes.
const MAX_METADATA: usize = 65_536;

const GET_PRODUCT: &str = include_str!("staff/get_product.sql");

/// The products to list. A product must match all filters.
#[derive(Debug, Clone)]
pub struct ProductFilter<'a> {
    /// `None` for every status except `archived`.
    pub status: Option<ProductStatus>,
    pub category_id: Option<i64>,
    /// Words, each of which must occur in the name or the short description.
    pub search: Option<&'a str>,
    /// The time and the id of the product after which the list begins.
    pub after: (DateTime<Utc>, i64),
}

/// The change of a row by a person or a program.
#[derive(Debug, Clone, Copy)]
pub struct Change<'a> {
    pub site_id: i64,
    pub origin: &'a Origin,
    pub now: DateTime<Utc>,
}

refusals! {
    /// Why a product is not changed.
    pub enum ProductRefusal of reasons {
        ProductNotFound,
        ProductHasChanged { version },
        ProductIsArchived,
        CategoryNotFound,
        SlugTaken,
        PriceCannotBeCharged,
        /// The merged metadata would exceed [`MAX_METADATA`].
        InvalidMetadata,
    }
}

refusals! {
    /// Why a variant is not changed.
    pub enum VariantRefusal of reasons {
        VariantNotFound,
        VariantHasChanged { version },
        PriceCannotBeCharged,
    }
}

/// A product whose row is locked.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct LockedProduct {
    version: i64,
    is_active: bool,
    is_archived: bool,
    category_id: Option<i64>,
    metadata: Option<Value>,
    /// The store's currency, if the site has a store.
    currency: Option<String>,
}

/// A variant whose row is locked.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct LockedVariant {
    version: i64,
    /// The store's currency, if the site has a store.
    currency: Option<String>,
}

/// Returns at most `limit` products of a site, newest first.
pub async fn list_products(
    db: &Db,
    site_id: i64,
    filter: ProductFilter<'_>,
    limit: i64,
) -> Result<Vec<ProductSummary>, DbError> {
    let ProductFilter { status, category_id, search, after: (created_at, id) } = filter;
    let statuses = match &status {
        Some(status) => vec![status.as_str()],
        None => vec!["active", "inactive", "draft"],
    };
    let params =
        [&site_id as _, &created_at as _, &id as _, &limit as _, &statuses as _, &category_id as _];
    let has_category = category_id.is_some();
    let ids: Vec<i64> = match search.and_then(Words::of) {
        None => {
            let sql = sql!("staff/list_products.sql", category = has_category);
            db.rows(sql, &params[..if has_category { 6 } else { 5 }]).await?
        }
        Some(Words { patterns, are_indexed }) => {
            let sql = sql!("staff/search_products.sql", category = has_category);
            db.rows(sql, &[&params[..], &[&patterns, &are_indexed]].concat()).await?
        }
    };
    db.rows(include_str!("staff/list_summaries.sql"), &[&site_id, &ids]).await
}

/// Returns a product of any status.
pub async fn get_product(
    db: &Db,
    site_id: i64,
    product_id: i64,
) -> Result<Option<Product>, DbError> {
    db.opt(GET_PRODUCT, &[&site_id, &product_id]).await
}

/// Applies a patch to a product, if the caller has seen its current version.
pub async fn update_product(
    db: &Db,
    change: Change<'_>,
    product_id: i64,
    seen: IfMatch<'_>,
    patch: &ProductPatch,
) -> Result<Product, Failed<ProductRefusal>> {
    let Change { site_id, now, .. } = change;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let before = lock_product(&transaction, site_id, product_id).await?;
    let before = before.ok_or(ProductRefusal::ProductNotFound)?;
    if !seen.allows(before.version) {
        return Err(ProductRefusal::ProductHasChanged { version: before.version })?;
    }
    if before.is_archived && patch.status.is_some() {
        return Err(ProductRefusal::ProductIsArchived)?;
    }
    if !can_charge(before.currency.as_deref(), patch.price) {
        return Err(ProductRefusal::PriceCannotBeCharged)?;
    }
    let mut changes = Patch::of(patch)?;
    changes.merge("metadata", before.metadata.clone());
    let Patch { columns, fields } = changes;
    if columns.0.get("metadata").is_some_and(|metadata| metadata.to_string().len() > MAX_METADATA) {
        return Err(ProductRefusal::InvalidMetadata)?;
    }
    if fields.is_empty() {
        return read(&transaction, site_id, product_id).await;
    }
    let sql = include_str!("staff/update_product.sql");
    let updated = transaction.execute(sql, &[&site_id, &product_id, &now, &columns]).await;
    updated.map_err(|error| match error.constraint() {
        Some("products_slug_taken") => ProductRefusal::SlugTaken.into(),
        Some("products_category_missing") => ProductRefusal::CategoryNotFound.into(),
        _ => Failed::from(error),
    })?;
    let is_active = match &patch.status {
        Some(status) => *status == EditableProductStatus::Active,
        None => before.is_active,
    };
    let category_id = patch.category_id.unwrap_or(before.category_id);
    count_active(&transaction, site_id, &before, is_active, category_id).await?;
    finish(transaction, change, product_id, &fields).await
}

/// Archives a product. An archived product stays as it is.
pub async fn archive_product(
    db: &Db,
    change: Change<'_>,
    product_id: i64,
) -> Result<Product, Failed<reasons::ProductNotFound>> {
    set_archived(db, change, product_id, true).await
}

/// Makes an archived product inactive. Any other product stays as it is.
pub async fn restore_product(
    db: &Db,
    change: Change<'_>,
    product_id: i64,
) -> Result<Product, Failed<reasons::ProductNotFound>> {
    set_archived(db, change, product_id, false).await
}

async fn set_archived(
    db: &Db,
    change: Change<'_>,
    product_id: i64,
    is_archived: bool,
) -> Result<Product, Failed<reasons::ProductNotFound>> {
    let Change { site_id, now, .. } = change;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let before = lock_product(&transaction, site_id, product_id).await?;
    let before = before.ok_or(Failed::Refused(reasons::ProductNotFound))?;
    if before.is_archived == is_archived {
        return read(&transaction, site_id, product_id).await;
    }
    let status = if is_archived { "archived" } else { "inactive" };
    let sql = include_str!("staff/set_status.sql");
    transaction.execute(sql, &[&site_id, &product_id, &now, &status]).await?;
    count_active(&transaction, site_id, &before, false, before.category_id).await?;
    finish(transaction, change, product_id, &["status".to_owned()]).await
}

/// Applies a patch to a variant, if the caller has seen its current version.
pub async fn update_variant(
    db: &Db,
    change: Change<'_>,
    (product_id, variant_id): (i64, i64),
    seen: IfMatch<'_>,
    patch: &VariantPatch,
) -> Result<ProductVariant, Failed<VariantRefusal>> {
    let Change { site_id, origin, now } = change;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let sql = include_str!("staff/lock_variant.sql");
    let before: Option<LockedVariant> =
        transaction.opt(sql, &[&site_id, &product_id, &variant_id]).await?;
    let before = before.ok_or(VariantRefusal::VariantNotFound)?;
    if !seen.allows(before.version) {
        return Err(VariantRefusal::VariantHasChanged { version: before.version })?;
    }
    if !can_charge(before.currency.as_deref(), patch.price) {
        return Err(VariantRefusal::PriceCannotBeCharged)?;
    }
    let Patch { columns, fields } = Patch::of(patch)?;
    if !fields.is_empty() {
        let sql = include_str!("staff/update_variant.sql");
        let params = [&site_id as _, &product_id as _, &variant_id as _, &now as _, &columns as _];
        transaction.execute(sql, &params).await?;
        let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
        let target = Target::new("variant", variant_id);
        record(&transaction, site_id, origin, target, &fields, now).await?;
        transaction.invalidate_cache(site_id);
    }
    let sql = include_str!("staff/get_variant.sql");
    let variant = transaction.one(sql, &[&site_id, &variant_id]).await?;
    transaction.commit().await?;
    Ok(variant)
}

async fn lock_product(
    transaction: &Transaction<'_>,
    site_id: i64,
    product_id: i64,
) -> Result<Option<LockedProduct>, DbError> {
    transaction.opt(include_str!("staff/lock_product.sql"), &[&site_id, &product_id]).await
}

async fn read<R>(
    transaction: &Transaction<'_>,
    site_id: i64,
    product_id: i64,
) -> Result<Product, Failed<R>> {
    Ok(transaction.one(GET_PRODUCT, &[&site_id, &product_id]).await?)
}

/// Records the change of a product, commits it, and returns the product.
async fn finish<R>(
    transaction: Transaction<'_>,
    change: Change<'_>,
    product_id: i64,
    fields: &[String],
) -> Result<Product, Failed<R>> {
    let Change { site_id, origin, now } = change;
    let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
    let target = Target::new("product", product_id);
    record(&transaction, site_id, origin, target, &fields, now).await?;
    let product = read(&transaction, site_id, product_id).await?;
    transaction.invalidate_cache(site_id);
    transaction.commit().await?;
    Ok(product)
}

/// Adjusts the numbers of active products that lists show.
async fn count_active(
    transaction: &Transaction<'_>,
    site_id: i64,
    before: &LockedProduct,
    is_active: bool,
    category_id: Option<i64>,
) -> Result<(), DbError> {
    let left = before.category_id.filter(|_| before.is_active);
    let entered = category_id.filter(|_| is_active);
    if left != entered {
        let sql = include_str!("staff/count_in_categories.sql");
        transaction.execute(sql, &[&site_id, &left, &entered]).await?;
    }
    let more = i64::from(is_active) - i64::from(before.is_active);
    if more != 0 {
        let sql = include_str!("staff/count_in_store.sql");
        transaction.execute(sql, &[&site_id, &more]).await?;
    }
    Ok(())
}

/// Whether the store's currency can charge a new price. Without a store, nothing is charged.
fn can_charge(currency: Option<&str>, price: Option<i64>) -> bool {
    match (currency, price) {
        (Some(currency), Some(price)) => Currency::of(currency).can_charge(price),
        _ => true,
    }
}
