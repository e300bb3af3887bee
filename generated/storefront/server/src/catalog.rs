//! The operations tagged `catalog`.
//!
//! Handlers implement [`CatalogApi`]. Each operation is a struct that holds its request and
//! implements `Documents` for each failure that it documents. The route of the operation reads the
//! path, finds the caller with [`Authenticate`], reads the rest of the request, calls the handler
//! and writes the response.

use std::sync::Arc;

use stoa_runtime::{Call, Documents, Error, Operation, Reply, Routes};
use stoa_storefront_reasons as reasons;
use stoa_storefront_types as types;

use crate::{Authenticate, RateLimited};

/// Active products, their styles, and product categories.
pub trait CatalogApi: Authenticate + RateLimited {
    /// `GET /{siteId}/products`: List active products.
    ///
    /// If several filters are given, a product must match all of them. A filter that matches nothing
    /// gives an empty list. Counts toward `reads` (6,000 a minute for each client), and with `search`
    /// toward `searches` (1,200 a minute for each client). Answers may be up to 1 s old.
    ///
    /// The response is cached for 1 s and served to every caller, so the handler does not get the
    /// caller.
    fn list_products(
        &self,
        request: ListProducts,
    ) -> impl Future<Output = Result<types::ProductListResponse, Error<ListProducts>>> + Send;

    /// `GET /{siteId}/products/{slug}`: Get an active product.
    ///
    /// Found by its slug, the product has images, options, active variants, bulk prices and category.
    /// Found by its id, it has `styles` (the active ones) instead of options, variants, bulk prices and
    /// category, as the designer needs it. Digits are tried as an id first, then as a slug. The store's
    /// own cost is never shown, and `metadata` has only the keys that the store makes public. Counts
    /// toward `reads` (6,000 a minute for each client). Answers may be up to 1 s old.
    ///
    /// The response is cached for 1 s and served to every caller, so the handler does not get the
    /// caller.
    fn get_product(
        &self,
        request: GetProduct,
    ) -> impl Future<Output = Result<types::AnyProduct, Error<GetProduct>>> + Send;

    /// `GET /{siteId}/products/{slug}/styles`: List the styles of a product.
    ///
    /// The active styles of an active product, in display order, each with its sides. Empty for a
    /// product that cannot be designed. Counts toward `reads` (6,000 a minute for each client). Answers
    /// may be up to 1 s old.
    ///
    /// The response is cached for 1 s and served to every caller, so the handler does not get the
    /// caller.
    fn list_product_styles(
        &self,
        request: ListProductStyles,
    ) -> impl Future<Output = Result<Vec<types::ProductStyle>, Error<ListProductStyles>>> + Send;

    /// `GET /{siteId}/categories`: List active categories.
    ///
    /// Ordered by `order`, then by name ignoring case. Counts toward `reads` (6,000 a minute for each
    /// client). Answers may be up to 1 s old.
    ///
    /// The response is cached for 1 s and served to every caller, so the handler does not get the
    /// caller.
    fn list_categories(
        &self,
        request: ListCategories,
    ) -> impl Future<Output = Result<Vec<types::Category>, Error<ListCategories>>> + Send;
}

/// The operation `listProducts` and its request.
#[derive(Clone, Hash)]
pub struct ListProducts {
    /// Id of the site.
    pub site_id: i64,
    /// Slug of an active category. Lists the products of this category only, not those of its
    /// subcategories.
    pub category: Option<String>,
    /// Words in any order and case, of which the first 10 count. Each word must occur in `name` or
    /// `shortDescription`, alone or as part of a longer word. Words are literal: there are no
    /// wildcards.
    pub search: Option<String>,
    /// Order of the list. Ties are ordered by id, highest first.
    pub sort: types::ProductSort,
    /// Page number, counted from 1. Pages after the last one are empty.
    pub page: i64,
    /// Products on a page, 1 to 100. A value above 100 is taken as 100.
    pub limit: i64,
}

impl Operation for ListProducts {
    const ID: &'static str = "listProducts";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_search", "search must be valid text without NUL"),
        (400, "invalid_page", "page must be an integer"),
        (400, "page_too_small", "page must be at least 1"),
        (400, "invalid_limit", "limit must be an integer"),
        (400, "limit_too_small", "limit must be at least 1"),
        (400, "invalid_sort", "sort must be one of newest, price_asc, price_desc, featured"),
        (400, "invalid_category", "category must be valid text without NUL"),
        (404, "store_not_found", "Store not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<400> for ListProducts {}
impl Documents<404> for ListProducts {}
impl Documents<429> for ListProducts {}
impl Documents<500> for ListProducts {}

/// The operation `getProduct` and its request.
#[derive(Clone, Hash)]
pub struct GetProduct {
    /// Id of the site.
    pub site_id: i64,
    /// URL slug or id of the product.
    pub slug: String,
}

impl Operation for GetProduct {
    const ID: &'static str = "getProduct";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_slug", "slug must be valid text without NUL"),
        (404, "store_not_found", "Store not found"),
        (404, "product_not_found", "Product not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<400> for GetProduct {}
impl Documents<404> for GetProduct {}
impl Documents<429> for GetProduct {}
impl Documents<500> for GetProduct {}

/// The operation `listProductStyles` and its request.
#[derive(Clone, Hash)]
pub struct ListProductStyles {
    /// Id of the site.
    pub site_id: i64,
    /// URL slug or id of the product.
    pub slug: String,
}

impl Operation for ListProductStyles {
    const ID: &'static str = "listProductStyles";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_slug", "slug must be valid text without NUL"),
        (404, "store_not_found", "Store not found"),
        (404, "product_not_found", "Product not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<400> for ListProductStyles {}
impl Documents<404> for ListProductStyles {}
impl Documents<429> for ListProductStyles {}
impl Documents<500> for ListProductStyles {}

/// The operation `listCategories` and its request.
#[derive(Clone, Hash)]
pub struct ListCategories {
    /// Id of the site.
    pub site_id: i64,
}

impl Operation for ListCategories {
    const ID: &'static str = "listCategories";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (404, "store_not_found", "Store not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<404> for ListCategories {}
impl Documents<429> for ListCategories {}
impl Documents<500> for ListCategories {}

stoa_runtime::refuses! {
    ListProducts:
        reasons::InvalidSearch, reasons::InvalidPage, reasons::PageTooSmall, reasons::InvalidLimit,
        reasons::LimitTooSmall, reasons::InvalidSort, reasons::ListProductsInvalidCategory,
        reasons::StoreNotFound, reasons::TooManyRequests;
    GetProduct:
        reasons::InvalidSlug, reasons::StoreNotFound, reasons::ProductNotFound,
        reasons::TooManyRequests;
    ListProductStyles:
        reasons::InvalidSlug, reasons::StoreNotFound, reasons::ProductNotFound,
        reasons::TooManyRequests;
    ListCategories:
        reasons::StoreNotFound, reasons::TooManyRequests;
}

/// The routes of the operations tagged `catalog`.
pub fn routes<A: CatalogApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/{siteId}/products", api, |api, call| Box::pin(list_products(api, call)))
        .get("/{siteId}/products/{slug}", api, |api, call| Box::pin(get_product(api, call)))
        .get("/{siteId}/products/{slug}/styles", api, |api, call| {
            Box::pin(list_product_styles(api, call))
        })
        .get("/{siteId}/categories", api, |api, call| Box::pin(list_categories(api, call)))
}

async fn list_products<A: CatalogApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ListProducts>> {
    let site_id =
        call.path("siteId").message("Store not found").status::<404>().integer().required()?;
    api.anyone(call.context(), site_id).await?;
    api.rate_limits().reads.count(call.client()).await?;
    let request = ListProducts {
        site_id,
        category: call.query("category").text().optional()?,
        search: call.query("search").text().optional()?,
        sort: call
            .query("sort")
            .one_of::<types::ProductSort>(types::ProductSort::VALUES)
            .or(types::ProductSort::Newest)?,
        page: call.query("page").integer().at_least(1).or(1)?,
        limit: call.query("limit").integer().at_least(1).capped(100).or(24)?,
    };
    if request.search.is_some() {
        api.rate_limits().searches.count(call.client()).await?;
    }
    call.cached(1, site_id, request, |request| async move {
        let reply = api.list_products(request).await?;
        Ok(Reply::json(200, &reply))
    })
    .await
}

async fn get_product<A: CatalogApi>(api: &A, call: &mut Call) -> Result<Reply, Error<GetProduct>> {
    let site_id =
        call.path("siteId").message("Store not found").status::<404>().integer().required()?;
    let slug = call.path("slug").text().required()?;
    api.anyone(call.context(), site_id).await?;
    api.rate_limits().reads.count(call.client()).await?;
    let request = GetProduct { site_id, slug };
    call.cached(1, site_id, request, |request| async move {
        let reply = api.get_product(request).await?;
        Ok(Reply::json(200, &types::ProductResponse { data: reply }))
    })
    .await
}

async fn list_product_styles<A: CatalogApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ListProductStyles>> {
    let site_id =
        call.path("siteId").message("Store not found").status::<404>().integer().required()?;
    let slug = call.path("slug").text().required()?;
    api.anyone(call.context(), site_id).await?;
    api.rate_limits().reads.count(call.client()).await?;
    let request = ListProductStyles { site_id, slug };
    call.cached(1, site_id, request, |request| async move {
        let reply = api.list_product_styles(request).await?;
        Ok(Reply::json(200, &types::ProductStyleListResponse { data: reply }))
    })
    .await
}

async fn list_categories<A: CatalogApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ListCategories>> {
    let site_id =
        call.path("siteId").message("Store not found").status::<404>().integer().required()?;
    api.anyone(call.context(), site_id).await?;
    api.rate_limits().reads.count(call.client()).await?;
    let request = ListCategories { site_id };
    call.cached(1, site_id, request, |request| async move {
        let reply = api.list_categories(request).await?;
        Ok(Reply::json(200, &types::CategoryListResponse { data: reply }))
    })
    .await
}
