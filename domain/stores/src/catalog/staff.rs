//! The products of a site, as its staff list and change them.

mod create;
mod duplicate;
mod images;
mod parts;
mod variants;

use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::{Map, Value};
use stoa_audit::{Change, Target, record};
use stoa_db::{Db, DbError, Patch, ToSql, Transaction, search::Words, sql, stored_size};
use stoa_staff_reasons::{self as reasons, Failed, refusals};
use stoa_staff_types::{
    EditableProductStatus, Product, ProductPatch, ProductStatus, ProductSummary,
};
use stoa_values::{Currency, IfMatch, is_slug_too_long};

use crate::site::lock_site;
use parts::{Owner, PARTS, Parts, replace_parts, templates_lack_styles};

pub use create::{CreateRefusal, create_product};
pub use duplicate::{DuplicateRefusal, duplicate_product};
pub use images::{
    AddImageRefusal, ImageRefusal, OrderImagesRefusal, RemoveImageRefusal, add_image, order_images,
    remove_image, update_image,
};
pub use variants::{
    AddVariantRefusal, RemoveVariantRefusal, VariantRefusal, add_variant, remove_variant,
    update_variant,
};

/// Maximum size of the metadata of a product, in bytes.
const MAX_METADATA: usize = 65_536;

const GET_PRODUCT: &str = include_str!("staff/get_product.sql");

/// The products to list. A product must match all filters.
#[derive(Debug, Clone)]
pub struct ProductFilter<'a> {
    /// `None` for every status except `archived`.
    pub status: Option<ProductStatus>,
    pub category_id: Option<i64>,
    /// Words, each of which must occur in the name or the short description, or the beginning of an SKU.
    pub search: Option<&'a str>,
    /// Maximum number of pieces of the product or of one of its active variants, if only low stocks are listed.
    pub low_stock: Option<i64>,
    /// The time and the id of the product after which the list begins.
    pub after: (DateTime<Utc>, i64),
}

refusals! {
    /// Why a product is not changed.
    pub enum ProductRefusal of reasons {
        ProductNotFound,
        ProductHasChanged { version },
        ProductIsArchived,
        CategoryNotFound,
        /// The slug would exceed [`MAX_SLUG`] in the normalization form C.
        InvalidSlug,
        SlugTaken,
        PriceCannotBeCharged,
        BulkPriceNeverApplies,
        BulkPriceExceedsAll,
        /// The merged metadata would exceed [`MAX_METADATA`].
        InvalidMetadata,
        PartNotFound,
        PartGivenTwice,
        SideSlugTaken,
        /// A bulk price names a variant that the product does not have.
        VariantNotFound,
        OptionValueInUse,
        /// A design template has a style that the product would lose.
        StyleInUse,
    }
}

/// A product whose row is locked.
#[derive(Debug, Default, Deserialize)]
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

/// Returns at most `limit` products of a site, newest first.
pub async fn list_products(
    db: &Db,
    site_id: i64,
    filter: ProductFilter<'_>,
    limit: i64,
) -> Result<Vec<ProductSummary>, DbError> {
    let ProductFilter { status, category_id, search, low_stock, after: (created_at, id) } = filter;
    let statuses = match &status {
        Some(status) => vec![status.as_str()],
        None => vec!["active", "inactive", "draft"],
    };
    let params: [&(dyn ToSql + Sync); 6] =
        [&site_id, &created_at, &id, &limit, &statuses, &category_id];
    let has_category = category_id.is_some();
    let words = search.and_then(Words::of);
    // The words are separated by white space. The beginning of an SKU may contain some.
    let prefix = search.map(str::trim);
    let ids: Vec<i64> = match (low_stock, words) {
        (Some(quantity), words) => {
            let patterns = words.map(|words| words.patterns);
            let sql = include_str!("staff/list_low_stock.sql");
            db.rows(sql, &[&params[..], &[&quantity, &patterns, &prefix]].concat()).await?
        }
        (None, None) => {
            let sql = sql!("staff/list_products.sql", category = has_category);
            db.rows(sql, &params[..if has_category { 6 } else { 5 }]).await?
        }
        (None, Some(Words { patterns, are_indexed, are_short })) => {
            let (has_long, has_short) = (are_indexed.contains(&true), are_short.contains(&true));
            let sql = sql!(
                "staff/search_products.sql",
                category = has_category,
                long = has_long,
                short = has_short,
            );
            let words: [&(dyn ToSql + Sync); 4] = [&patterns, &are_indexed, &are_short, &prefix];
            db.rows(sql, &[&params[..], &words].concat()).await?
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
    if patch.slug.as_deref().is_some_and(is_slug_too_long) {
        return Err(ProductRefusal::InvalidSlug)?;
    }
    let mut changes = Patch::of(patch)?;
    changes.leave_out(&PARTS);
    changes.merge("metadata", before.metadata.clone());
    let Patch { columns, fields } = changes;
    if is_metadata_too_large(&columns.0) {
        return Err(ProductRefusal::InvalidMetadata)?;
    }
    if fields.is_empty() {
        return read(&transaction, site_id, product_id).await;
    }
    if let Some(styles) = &patch.styles
        && templates_lack_styles(&transaction, site_id, product_id, styles).await?
    {
        return Err(ProductRefusal::StyleInUse)?;
    }
    let is_active = match &patch.status {
        Some(status) => *status == EditableProductStatus::Active,
        None => before.is_active,
    };
    let category_id = patch.category_id.unwrap_or(before.category_id);
    count_active(&transaction, site_id, &before, is_active, category_id).await?;
    let sql = include_str!("staff/update_product.sql");
    let updated = transaction.execute(sql, &[&site_id, &product_id, &now, &columns]).await;
    updated.map_err(|error| match error.constraint() {
        Some("products_slug_taken") => ProductRefusal::SlugTaken.into(),
        Some("products_category_missing") => ProductRefusal::CategoryNotFound.into(),
        _ => Failed::from(error),
    })?;
    let owner = Owner { site_id, product_id, currency: before.currency.as_deref(), now };
    let parts = Parts {
        options: patch.options.as_deref(),
        bulk_pricing: patch.bulk_pricing.as_deref(),
        styles: patch.styles.as_deref(),
    };
    if !replace_parts::<ProductRefusal>(&transaction, owner, parts).await? {
        return Err(ProductRefusal::OptionValueInUse)?;
    }
    transaction.invalidate_cache(site_id);
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
    transaction.invalidate_cache(site_id);
    finish(transaction, change, product_id, &["status".to_owned()]).await
}

/// Locks the site and then the product.
async fn lock_product(
    transaction: &Transaction<'_>,
    site_id: i64,
    product_id: i64,
) -> Result<Option<LockedProduct>, DbError> {
    lock_site(transaction, site_id).await?;
    transaction.opt(include_str!("staff/lock_product.sql"), &[&site_id, &product_id]).await
}

async fn read<R>(
    transaction: &Transaction<'_>,
    site_id: i64,
    product_id: i64,
) -> Result<Product, Failed<R>> {
    Ok(transaction.one(GET_PRODUCT, &[&site_id, &product_id]).await?)
}

/// Records the change of a product, posts its event, commits it, and returns the product.
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
    let changed = stoa_events::product_changed(site_id, product_id, now);
    stoa_events::post(&transaction, site_id, &changed, now).await?;
    let product = read(&transaction, site_id, product_id).await?;
    transaction.commit().await?;
    Ok(product)
}

/// Adjusts the numbers of active products that lists show. This locks the categories, so it precedes the statement that
/// refers to the new category: a reference takes a weaker lock, and two transactions that strengthen theirs wait for each
/// other.
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

/// Whether the new metadata among these values exceeds [`MAX_METADATA`] in the database.
fn is_metadata_too_large(columns: &Map<String, Value>) -> bool {
    columns.get("metadata").is_some_and(|metadata| stored_size(metadata) > MAX_METADATA)
}

/// Whether the store's currency can charge a new price. Without a store, nothing is charged.
fn can_charge(currency: Option<&str>, price: Option<i64>) -> bool {
    match (currency, price) {
        (Some(currency), Some(price)) => Currency::of(currency).can_charge(price),
        _ => true,
    }
}
