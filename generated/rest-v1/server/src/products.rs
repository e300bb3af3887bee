//! The operations tagged `products`.
//!
//! Handlers implement [`ProductsApi`]. Each operation is a struct that holds its request and
//! implements `Documents` for each failure that it documents. The route of the operation reads the
//! path, finds the caller with [`Authenticate`], reads the rest of the request, calls the handler
//! and writes the response.

use std::sync::Arc;

use stoa_rest_v1_reasons as reasons;
use stoa_rest_v1_types as types;
use stoa_runtime::{Call, Documents, Error, Operation, Refusal, Reply, Restricted, Routes};

use crate::{Authenticate, Role};

/// Active products and product categories of an enabled store.
pub trait ProductsApi: Authenticate {
    /// `GET /sites/{siteId}/products`: List active products.
    ///
    /// Active products of an enabled store. If several filters are given, a product must match all of
    /// them. Counts toward `api-keys` (300 a minute for each API key). Answers may be up to 1 s old.
    ///
    /// Requires the role `store`.
    ///
    /// The response is cached for 1 s and served to every caller, so the handler does not get the
    /// caller.
    fn list_products(
        &self,
        request: ListProducts,
    ) -> impl Future<Output = Result<types::ProductListResponse, Error<ListProducts>>> + Send;

    /// `GET /sites/{siteId}/products/{slug}`: Get an active product.
    ///
    /// One active product with its images, options, active variants, bulk prices and category. The
    /// server answers 404 `Not found` if the product or the site is not active or the store is not
    /// enabled. Counts toward `api-keys` (300 a minute for each API key). Answers may be up to 1 s old.
    ///
    /// Requires the role `store`.
    ///
    /// The response is cached for 1 s and served to every caller, so the handler does not get the
    /// caller.
    fn get_product_by_slug(
        &self,
        request: GetProductBySlug,
    ) -> impl Future<Output = Result<types::ProductDetail, Error<GetProductBySlug>>> + Send;

    /// `GET /sites/{siteId}/product-categories`: List active product categories.
    ///
    /// The active product categories of an enabled store as a flat list, by `order`, then by name
    /// ignoring case, then by id. `parentId` relates them as a tree. Counts toward `api-keys` (300 a
    /// minute for each API key). Answers may be up to 1 s old.
    ///
    /// Requires the role `store`.
    ///
    /// The response is cached for 1 s and served to every caller, so the handler does not get the
    /// caller.
    fn list_product_categories(
        &self,
        request: ListProductCategories,
    ) -> impl Future<Output = Result<Vec<types::ProductCategory>, Error<ListProductCategories>>> + Send;
}

/// The operation `listProducts` and its request.
#[derive(Clone, Hash)]
pub struct ListProducts {
    /// Id of the site.
    pub site_id: i64,
    /// Slug of an active product category. Lists the products of this category only, not those of its
    /// subcategories.
    pub category: Option<String>,
    /// Words in any order and case, of which the first 10 count. Each word must occur in `name` or
    /// `shortDescription`, alone or as part of a longer word.
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
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_page", "page must be an integer"),
        (400, "page_too_small", "page must be at least 1"),
        (400, "invalid_limit", "limit must be an integer"),
        (400, "limit_too_small", "limit must be at least 1"),
        (400, "invalid_sort", "sort must be one of newest, price_asc, price_desc, featured"),
        (400, "invalid_category", "category must be valid text without NUL"),
        (401, "invalid_api_key", "Invalid API key"),
        (404, "store_not_found", "Store not found"),
        (404, "not_found", "Not found"),
        (429, "rate_limit_exceeded", "Rate limit exceeded"),
    ];
}

impl Restricted for ListProducts {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Store]];
    const REFUSAL: Refusal<Self> = Refusal::new::<404>("Store not found");
}

impl Documents<400> for ListProducts {}
impl Documents<401> for ListProducts {}
impl Documents<404> for ListProducts {}
impl Documents<429> for ListProducts {}

/// The operation `getProductBySlug` and its request.
#[derive(Clone, Hash)]
pub struct GetProductBySlug {
    /// Id of the site.
    pub site_id: i64,
    /// URL slug of the product.
    pub slug: String,
}

impl Operation for GetProductBySlug {
    const ID: &'static str = "getProductBySlug";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_slug", "slug must be valid text without NUL"),
        (401, "invalid_api_key", "Invalid API key"),
        (404, "not_found", "Not found"),
        (429, "rate_limit_exceeded", "Rate limit exceeded"),
    ];
}

impl Restricted for GetProductBySlug {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Store]];
    const REFUSAL: Refusal<Self> = Refusal::new::<404>("Not found");
}

impl Documents<400> for GetProductBySlug {}
impl Documents<401> for GetProductBySlug {}
impl Documents<404> for GetProductBySlug {}
impl Documents<429> for GetProductBySlug {}

/// The operation `listProductCategories` and its request.
#[derive(Clone, Hash)]
pub struct ListProductCategories {
    /// Id of the site.
    pub site_id: i64,
}

impl Operation for ListProductCategories {
    const ID: &'static str = "listProductCategories";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (401, "invalid_api_key", "Invalid API key"),
        (404, "store_not_found", "Store not found"),
        (404, "not_found", "Not found"),
        (429, "rate_limit_exceeded", "Rate limit exceeded"),
    ];
}

impl Restricted for ListProductCategories {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Store]];
    const REFUSAL: Refusal<Self> = Refusal::new::<404>("Store not found");
}

impl Documents<400> for ListProductCategories {}
impl Documents<401> for ListProductCategories {}
impl Documents<404> for ListProductCategories {}
impl Documents<429> for ListProductCategories {}

stoa_runtime::refuses! {
    ListProducts:
        reasons::InvalidSearch, reasons::InvalidSiteId, reasons::InvalidPage,
        reasons::PageTooSmall, reasons::InvalidLimit, reasons::LimitTooSmall, reasons::InvalidSort,
        reasons::InvalidCategory, reasons::InvalidApiKey, reasons::StoreNotFound,
        reasons::NotFound, reasons::RateLimitExceeded;
    GetProductBySlug:
        reasons::InvalidSiteId, reasons::InvalidSlug, reasons::InvalidApiKey, reasons::NotFound,
        reasons::RateLimitExceeded;
    ListProductCategories:
        reasons::InvalidSiteId, reasons::InvalidApiKey, reasons::StoreNotFound, reasons::NotFound,
        reasons::RateLimitExceeded;
}

/// The routes of the operations tagged `products`.
pub fn routes<A: ProductsApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/sites/{siteId}/products", api, |api, call| Box::pin(list_products(api, call)))
        .get("/sites/{siteId}/products/{slug}", api, |api, call| {
            Box::pin(get_product_by_slug(api, call))
        })
        .get("/sites/{siteId}/product-categories", api, |api, call| {
            Box::pin(list_product_categories(api, call))
        })
}

async fn list_products<A: ProductsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ListProducts>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    api.api_key_with_role(call.credentials(), call.context(), site_id).await?;
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
    call.cached(1, site_id, request, |request| async move {
        let reply = api.list_products(request).await?;
        Ok(Reply::json(200, &reply).conditional())
    })
    .await
}

async fn get_product_by_slug<A: ProductsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<GetProductBySlug>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let slug = call.path("slug").text().required()?;
    api.api_key_with_role(call.credentials(), call.context(), site_id).await?;
    let request = GetProductBySlug { site_id, slug };
    call.cached(1, site_id, request, |request| async move {
        let reply = api.get_product_by_slug(request).await?;
        Ok(Reply::json(200, &types::ProductResponse { data: reply }).conditional())
    })
    .await
}

async fn list_product_categories<A: ProductsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ListProductCategories>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    api.api_key_with_role(call.credentials(), call.context(), site_id).await?;
    let request = ListProductCategories { site_id };
    call.cached(1, site_id, request, |request| async move {
        let reply = api.list_product_categories(request).await?;
        Ok(Reply::json(200, &types::ProductCategoryListResponse { data: reply }).conditional())
    })
    .await
}
