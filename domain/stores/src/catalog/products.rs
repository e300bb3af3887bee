//! Active products, in lists and in full, and active product categories.

use serde::de::DeserializeOwned;
use stoa_db::{Db, DbError, Page, Part, Sql, search::Words};

static LIST_PRODUCTS: Sql = Sql::new(include_str!("products/list_products.sql"));
static GET_PRODUCT_BY_SLUG: Sql =
    Sql::of_parts(include_str!("products/get_product_by_slug.sql"), &[PRODUCT]);
static GET_PRODUCT_BY_ID: Sql =
    Sql::of_parts(include_str!("products/get_product_by_id.sql"), &[PRODUCT, STYLES]);
static LIST_PRODUCT_STYLES: Sql =
    Sql::of_parts(include_str!("products/list_product_styles.sql"), &[STYLES]);

const PRODUCT: Part = ("product.sql", include_str!("products/product.sql"));
const STYLES: Part = ("styles.sql", include_str!("products/styles.sql"));

/// Behind so many products a page is cheaper found in the index first and then read.
const DEEP: i64 = 100;

/// Which products are listed, and which page of them.
#[derive(Debug, Clone, Copy)]
pub struct ProductQuery<'a> {
    /// Slug of an active category.
    pub category: Option<&'a str>,
    /// Words that must all occur in name or short description.
    pub search: Option<&'a str>,
    /// `newest`, `price_asc`, `price_desc` or `featured`.
    pub sort: &'a str,
    /// Counted from 1.
    pub page: i64,
    /// Products on a page, 1 to 100.
    pub limit: i64,
}

/// A page of the active products.
pub async fn list_products<T: DeserializeOwned>(
    db: &Db,
    site_id: i64,
    query: ProductQuery<'_>,
) -> Result<Page<T>, DbError> {
    let ProductQuery { category, search, sort, page, limit } = query;
    let Words { longest, others } = Words::of(search);
    let offset = (page - 1).saturating_mul(limit);
    let sql = LIST_PRODUCTS.with(&[
        ("category", category.is_some()),
        ("longest", longest.is_some()),
        ("words", !others.is_empty()),
        ("deep", offset > DEEP),
        (sort, true),
    ]);
    db.page(sql, &[&site_id, &limit, &offset, &category, &longest, &others]).await
}

/// How many pages a list has; 0 when it is empty.
pub fn total_pages(total: i64, limit: i64) -> i64 {
    (total + limit - 1) / limit
}

/// An active product with all that the store knows of it, what it costs the store included.
pub async fn get_product_by_slug<T: DeserializeOwned>(
    db: &Db,
    site_id: i64,
    slug: &str,
) -> Result<Option<T>, DbError> {
    let no_keys: &[String] = &[];
    db.opt(GET_PRODUCT_BY_SLUG.with(&[]), &[&site_id, &slug, &no_keys]).await
}

/// An active product as everyone may see it: without cost prices, with these keys of its metadata only.
pub async fn get_public_product_by_slug<T: DeserializeOwned>(
    db: &Db,
    site_id: i64,
    slug: &str,
    metadata_keys: &[String],
) -> Result<Option<T>, DbError> {
    let sql = GET_PRODUCT_BY_SLUG.with(&of_public(metadata_keys));
    db.opt(sql, &[&site_id, &slug, &metadata_keys]).await
}

/// The same by its id: with its styles, and without options, variants, bulk pricing and category.
pub async fn get_public_product_by_id<T: DeserializeOwned>(
    db: &Db,
    site_id: i64,
    id: i64,
    metadata_keys: &[String],
) -> Result<Option<T>, DbError> {
    let sql = GET_PRODUCT_BY_ID.with(&of_public(metadata_keys));
    db.opt(sql, &[&site_id, &id, &metadata_keys]).await
}

/// Most stores show nothing of the metadata: then nothing is looked for.
fn of_public(metadata_keys: &[String]) -> [(&'static str, bool); 2] {
    [("public", true), ("keys", !metadata_keys.is_empty())]
}

/// The active styles of the active product of this id, else of the one of this slug.
pub async fn list_product_styles<T: DeserializeOwned>(
    db: &Db,
    site_id: i64,
    id: Option<i64>,
    slug: &str,
) -> Result<Option<Vec<T>>, DbError> {
    let found: Option<(Vec<T>,)> =
        db.opt(LIST_PRODUCT_STYLES.with(&[]), &[&site_id, &id, &slug]).await?;
    Ok(found.map(|(styles,)| styles))
}

/// The active product categories in display order.
pub async fn list_product_categories<T: DeserializeOwned>(
    db: &Db,
    site_id: i64,
) -> Result<Vec<T>, DbError> {
    db.rows(include_str!("products/list_product_categories.sql"), &[&site_id]).await
}
