//! Active products, as lists and with all of their data, and active product categories.

use serde::de::DeserializeOwned;
use stoa_db::{Db, DbError, Page, search::Words, sql};
use stoa_storefront_types::ProductSort;

#[derive(Debug, Clone, Copy)]
pub struct ProductQuery<'a> {
    pub category: Option<&'a str>,
    /// Words, each of which must occur in the name or the short description.
    pub search: Option<&'a str>,
    /// Ties are broken by age, newest first.
    pub sort: ProductSort,
    /// Number of the page, from 1.
    pub page: i64,
    /// Number of products on a page, 1 to 100.
    pub limit: i64,
}

/// The statement in `$file` with the `order by` of `$sort`.
macro_rules! sorted {
    ($sort:ident, $file:literal) => {
        sql!($file; order by match $sort {
            ProductSort::Newest => newest,
            ProductSort::PriceAsc => price_asc,
            ProductSort::PriceDesc => price_desc,
            ProductSort::Featured => featured,
        })
    };
}

pub async fn list_products<T: DeserializeOwned>(
    db: &Db,
    site_id: i64,
    query: ProductQuery<'_>,
) -> Result<Page<T>, DbError> {
    let ProductQuery { category, search, sort, page, limit } = query;
    let offset = (page - 1).saturating_mul(limit);
    match (search.and_then(Words::of), category) {
        (Some(Words { patterns, are_indexed, .. }), _) => {
            let sql = sorted!(sort, "products/search_products.sql");
            db.page(sql, &[&site_id, &limit, &offset, &category, &patterns, &are_indexed]).await
        }
        (None, Some(category)) => {
            let sql = sorted!(sort, "products/list_products_in_category.sql");
            db.page(sql, &[&site_id, &limit, &offset, &category]).await
        }
        (None, None) => {
            let sql = sorted!(sort, "products/list_products.sql");
            db.page(sql, &[&site_id, &limit, &offset]).await
        }
    }
}

/// Returns an active product. With `metadata_keys`, returns its public view: without cost prices, and with only these
/// keys of its metadata.
pub async fn get_product_by_slug<T: DeserializeOwned>(
    db: &Db,
    site_id: i64,
    slug: &str,
    metadata_keys: Option<&[String]>,
) -> Result<Option<T>, DbError> {
    let sql = include_str!("products/get_product_by_slug.sql");
    db.opt(sql, &[&site_id, &slug, &metadata_keys]).await
}

/// Returns the public view of the active product with this id, including its styles. Options, variants, bulk pricing
/// and the category are left out.
pub async fn get_product_by_id<T: DeserializeOwned>(
    db: &Db,
    site_id: i64,
    id: i64,
    metadata_keys: &[String],
) -> Result<Option<T>, DbError> {
    let sql = include_str!("products/get_product_by_id.sql");
    db.opt(sql, &[&site_id, &id, &metadata_keys]).await
}

/// Returns the active styles of the active product with this id or, if there is none, of the active product with this
/// slug. Returns `None` if neither exists.
pub async fn list_product_styles<T: DeserializeOwned>(
    db: &Db,
    site_id: i64,
    id: Option<i64>,
    slug: &str,
) -> Result<Option<Vec<T>>, DbError> {
    let sql = include_str!("products/list_product_styles.sql");
    let found: Option<(Vec<T>,)> = db.opt(sql, &[&site_id, &id, &slug]).await?;
    Ok(found.map(|(styles,)| styles))
}

/// Returns the active product categories in display order.
pub async fn list_product_categories<T: DeserializeOwned>(
    db: &Db,
    site_id: i64,
) -> Result<Vec<T>, DbError> {
    db.rows(include_str!("products/list_product_categories.sql"), &[&site_id]).await
}
