//! The operations tagged `catalog`.

use ::stoa_client_core::{Error, Method, Response};

use crate::{Client, types};

impl Client {
    /// `GET /{siteId}/products`: List active products.
    ///
    /// Filters combine: a product must pass them all. A filter that names nothing gives an empty list.
    pub async fn list_products(
        &self,
        site_id: i64,
        options: &ListProductsOptions,
    ) -> Result<Response<types::ProductListResponse>, Error> {
        self.call("listProducts", Method::GET, "/{siteId}/products")
            .path("siteId", site_id)
            .query("category", options.category.as_ref())
            .query("search", options.search.as_ref())
            .query("sort", options.sort.as_ref())
            .query("page", options.page.as_ref())
            .query("limit", options.limit.as_ref())
            .send()
            .await
    }

    /// `GET /{siteId}/products/{slug}`: Get an active product.
    ///
    /// By its slug with images, options, active variants, bulk prices and category; by its id with
    /// `styles`, the active ones, in place of options, variants, bulk prices and category, as the
    /// designer needs it. Digits are tried as an id first, then as a slug, and what they are found by
    /// decides. What a product costs the store is never shown, and of `metadata` only what the store
    /// shows to the public.
    pub async fn get_product(
        &self,
        site_id: i64,
        slug: &str,
    ) -> Result<Response<types::ProductResponse>, Error> {
        self.call("getProduct", Method::GET, "/{siteId}/products/{slug}")
            .path("siteId", site_id)
            .path("slug", slug)
            .send()
            .await
    }

    /// `GET /{siteId}/products/{slug}/styles`: List the styles of a product.
    ///
    /// The active styles of an active product, in display order, each with its sides. Empty for a
    /// product that cannot be designed.
    pub async fn list_product_styles(
        &self,
        site_id: i64,
        slug: &str,
    ) -> Result<Response<types::ProductStyleListResponse>, Error> {
        self.call("listProductStyles", Method::GET, "/{siteId}/products/{slug}/styles")
            .path("siteId", site_id)
            .path("slug", slug)
            .send()
            .await
    }

    /// `GET /{siteId}/categories`: List active categories.
    ///
    /// Ordered by `order`, then by name without regard to case.
    pub async fn list_categories(
        &self,
        site_id: i64,
    ) -> Result<Response<types::CategoryListResponse>, Error> {
        self.call("listCategories", Method::GET, "/{siteId}/categories")
            .path("siteId", site_id)
            .send()
            .await
    }
}

/// What `listProducts` may be asked besides.
#[derive(Debug, Clone, Default)]
pub struct ListProductsOptions {
    /// Slug of an active category. Finds the products of that very category, not those of the
    /// categories below it.
    pub category: Option<String>,
    /// Words in any order and case, at most 10 of them. Each must occur in `name` or
    /// `shortDescription`, alone or as part of a longer word. They are literal, without wildcards.
    pub search: Option<String>,
    /// The order of the list. Products that are equal in it come with the highest id first.
    pub sort: Option<types::ProductSort>,
    /// Page, counted from 1. One behind the last is empty.
    pub page: Option<i64>,
    /// Products on a page, 1 to 100. More than 100 is taken as 100.
    pub limit: Option<i64>,
}

::stoa_client_core::reasons! {
    pub enum ListProductsReason of "listProducts" {
        400 SiteId "Invalid site ID",
        400 Search "search must have at most 200 characters and 10 words",
        400 PageInteger "page must be an integer",
        400 PageMinimum "page must be at least 1",
        400 LimitInteger "limit must be an integer",
        400 LimitMinimum "limit must be at least 1",
        400 Sort "sort must be one of newest, price_asc, price_desc, featured",
        400 Text "category must be valid text without NUL",
        404 StoreNotFound "Store not found",
        429 TooManyRequestsSlowDown "Too many requests, slow down",
        500 InternalServerError "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum GetProductReason of "getProduct" {
        400 SiteId "Invalid site ID",
        400 Slug "slug must be valid text without NUL",
        404 StoreNotFound "Store not found",
        404 ProductNotFound "Product not found",
        429 TooManyRequestsSlowDown "Too many requests, slow down",
        500 InternalServerError "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum ListProductStylesReason of "listProductStyles" {
        400 SiteId "Invalid site ID",
        400 Slug "slug must be valid text without NUL",
        404 StoreNotFound "Store not found",
        404 ProductNotFound "Product not found",
        429 TooManyRequestsSlowDown "Too many requests, slow down",
        500 InternalServerError "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum ListCategoriesReason of "listCategories" {
        400 SiteId "Invalid site ID",
        404 StoreNotFound "Store not found",
        429 TooManyRequestsSlowDown "Too many requests, slow down",
        500 InternalServerError "Internal server error",
    }
}
