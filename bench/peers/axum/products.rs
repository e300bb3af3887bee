//! A page of products, and one product in full, whose type is in `products/detail.rs`.

mod detail;

use axum::Json;
use axum::extract::{Path, Query, State};
use deadpool_postgres::Pool;
use serde::{Deserialize, Serialize};
use tokio::try_join;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use crate::failure::Failure;
use crate::timestamp::Timestamp;
use detail::ProductDetail;

#[derive(Deserialize)]
pub struct Paging {
    page: Option<i64>,
    limit: Option<i64>,
}

#[derive(Serialize)]
pub struct ProductList {
    success: bool,
    data: Vec<ProductSummary>,
    pagination: Pagination,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ProductSummary {
    id: i64,
    name: String,
    slug: String,
    short_description: Option<String>,
    price: i64,
    compare_at_price: Option<i64>,
    featured: bool,
    category_id: Option<i64>,
    category_name: Option<String>,
    image: Option<String>,
    created_at: Timestamp,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Pagination {
    page: i64,
    limit: i64,
    total: i64,
    total_pages: i64,
}

pub async fn list_products(
    State(pool): State<Pool>,
    Path(site_id): Path<i64>,
    Query(paging): Query<Paging>,
) -> Result<Json<ProductList>, Failure> {
    let (page, limit) = (paging.page.unwrap_or(1), paging.limit.unwrap_or(24));
    let offset = (page - 1) * limit;
    let window: [&(dyn ToSql + Sync); 3] = [&site_id, &limit, &offset];
    let site: [&(dyn ToSql + Sync); 1] = [&site_id];
    let client = pool.get().await?;
    let list = client.prepare_cached(include_str!("products/list_products.sql")).await?;
    let count = client.prepare_cached(include_str!("products/count_products.sql")).await?;
    // Both statements are sent before Postgres answers either.
    let (rows, count) = try_join!(client.query(&list, &window), client.query_one(&count, &site))?;
    let total: i64 = count.get(0);
    let total_pages = (total + limit - 1) / limit;
    let pagination = Pagination { page, limit, total, total_pages };
    Ok(Json(ProductList { success: true, data: rows.iter().map(summary).collect(), pagination }))
}

fn summary(row: &Row) -> ProductSummary {
    ProductSummary {
        id: row.get(0),
        name: row.get(1),
        slug: row.get(2),
        short_description: row.get(3),
        price: row.get(4),
        compare_at_price: row.get(5),
        featured: row.get(6),
        category_id: row.get(7),
        category_name: row.get(8),
        image: row.get(9),
        created_at: Timestamp(row.get(10)),
    }
}

#[derive(Serialize)]
pub struct Found {
    success: bool,
    data: ProductDetail,
}

pub async fn get_product(
    State(pool): State<Pool>,
    Path((site_id, slug)): Path<(i64, String)>,
) -> Result<Json<Found>, Failure> {
    let named: [&(dyn ToSql + Sync); 2] = [&site_id, &slug];
    let client = pool.get().await?;
    let product = client.prepare_cached(include_str!("products/get_product.sql")).await?;
    let images = client.prepare_cached(include_str!("products/list_images.sql")).await?;
    let options = client.prepare_cached(include_str!("products/list_options.sql")).await?;
    let variants = client.prepare_cached(include_str!("products/list_variants.sql")).await?;
    let chosen = client.prepare_cached(include_str!("products/list_chosen.sql")).await?;
    let rules = client.prepare_cached(include_str!("products/list_rules.sql")).await?;
    // Each statement finds the product by its slug, so all are sent at once.
    let (product, images, options, variants, chosen, rules) = try_join!(
        client.query_opt(&product, &named),
        client.query(&images, &named),
        client.query(&options, &named),
        client.query(&variants, &named),
        client.query(&chosen, &named),
        client.query(&rules, &named),
    )?;
    let product = product.ok_or(Failure::not_found("Product not found"))?;
    let parts = detail::Parts { images, options, variants, chosen, rules };
    Ok(Json(Found { success: true, data: detail::read(site_id, slug, &product, &parts) }))
}
