//! The operations tagged `catalog`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// List active products: `GET /{siteId}/products`.
    ///
    /// If several filters are given, a product must match all of them. A filter that matches nothing
    /// gives an empty list. Counts toward `reads` (6,000 a minute for each client), and with `search`
    /// toward `searches` (1,200 a minute for each client). Answers may be up to 1 s old.
    ///
    /// # Errors
    ///
    /// [`ListProductsReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_products(&self, site_id: i64) -> ListProducts {
        let call = self.call("listProducts", Method::GET, "/{siteId}/products");
        ListProducts(call.path("siteId", site_id))
    }

    /// Get an active product: `GET /{siteId}/products/{slug}`.
    ///
    /// Found by its slug, the product has images, options, active variants, bulk prices and category.
    /// Found by its id, it has `styles` (the active ones) instead of options, variants, bulk prices and
    /// category, as the designer needs it. Digits are tried as an id first, then as a slug. The store's
    /// own cost is never shown, and `metadata` has only the keys that the store makes public. Counts
    /// toward `reads` (6,000 a minute for each client). Answers may be up to 1 s old.
    ///
    /// # Errors
    ///
    /// [`GetProductReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn get_product(&self, site_id: i64, slug: &str) -> GetProduct {
        let call = self.call("getProduct", Method::GET, "/{siteId}/products/{slug}");
        GetProduct(call.path("siteId", site_id).path("slug", slug))
    }

    /// List the styles of a product: `GET /{siteId}/products/{slug}/styles`.
    ///
    /// The active styles of an active product, in display order, each with its sides. Empty for a
    /// product that cannot be designed. Counts toward `reads` (6,000 a minute for each client). Answers
    /// may be up to 1 s old.
    ///
    /// # Errors
    ///
    /// [`ListProductStylesReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_product_styles(&self, site_id: i64, slug: &str) -> ListProductStyles {
        let call = self.call("listProductStyles", Method::GET, "/{siteId}/products/{slug}/styles");
        ListProductStyles(call.path("siteId", site_id).path("slug", slug))
    }

    /// List active categories: `GET /{siteId}/categories`.
    ///
    /// Ordered by `order`, then by name ignoring case. Counts toward `reads` (6,000 a minute for each
    /// client). Answers may be up to 1 s old.
    ///
    /// # Errors
    ///
    /// [`ListCategoriesReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_categories(&self, site_id: i64) -> ListCategories {
        let call = self.call("listCategories", Method::GET, "/{siteId}/categories");
        ListCategories(call.path("siteId", site_id))
    }
}

::stoa_client_core::calls! {
    list_products: ListProducts "listProducts" -> Pages<types::ProductListResponse, types::ProductSummary>(data, pagination.page);
    get_product: GetProduct "getProduct" -> Json<types::ProductResponse>;
    list_product_styles: ListProductStyles "listProductStyles" -> Json<types::ProductStyleListResponse>;
    list_categories: ListCategories "listCategories" -> Json<types::CategoryListResponse>;
}

impl ListProducts {
    /// Slug of an active category. Lists the products of this category only, not those of its
    /// subcategories.
    pub fn category(self, category: &str) -> Self {
        Self(self.0.query("category", category))
    }

    /// Words in any order and case, of which the first 10 count. Each word must occur in `name` or
    /// `shortDescription`, alone or as part of a longer word. Words are literal: there are no
    /// wildcards.
    pub fn search(self, search: &str) -> Self {
        Self(self.0.query("search", search))
    }

    /// Order of the list. Ties are ordered by id, highest first.
    ///
    /// Default: `"newest"`.
    pub fn sort(self, sort: types::ProductSort) -> Self {
        Self(self.0.query("sort", sort))
    }

    /// Page number, counted from 1. Pages after the last one are empty.
    ///
    /// Default: `1`.
    pub fn page(self, page: i64) -> Self {
        Self(self.0.query("page", page))
    }

    /// Products on a page, 1 to 100. A value above 100 is taken as 100.
    ///
    /// Default: `24`.
    pub fn limit(self, limit: i64) -> Self {
        Self(self.0.query("limit", limit))
    }
}

impl GetProduct {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::AnyProduct> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl ListProductStyles {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, Vec<types::ProductStyle>> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl ListCategories {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, Vec<types::Category>> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

::stoa_client_core::reasons! {
    pub enum ListProductsReason of "listProducts" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        400 InvalidSearch "invalid_search" "search must be valid text without NUL",
        400 InvalidPage "invalid_page" "page must be an integer",
        400 PageTooSmall "page_too_small" "page must be at least 1",
        400 InvalidLimit "invalid_limit" "limit must be an integer",
        400 LimitTooSmall "limit_too_small" "limit must be at least 1",
        400 InvalidSort "invalid_sort" "sort must be one of newest, price_asc, price_desc, featured",
        400 InvalidCategory "invalid_category" "category must be valid text without NUL",
        404 StoreNotFound "store_not_found" "Store not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum GetProductReason of "getProduct" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        400 InvalidSlug "invalid_slug" "slug must be valid text without NUL",
        404 StoreNotFound "store_not_found" "Store not found",
        404 ProductNotFound "product_not_found" "Product not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum ListProductStylesReason of "listProductStyles" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        400 InvalidSlug "invalid_slug" "slug must be valid text without NUL",
        404 StoreNotFound "store_not_found" "Store not found",
        404 ProductNotFound "product_not_found" "Product not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum ListCategoriesReason of "listCategories" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        404 StoreNotFound "store_not_found" "Store not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}
