//! The operations tagged `products`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// List active products: `GET /sites/{siteId}/products`.
    ///
    /// Active products of an enabled store. If several filters are given, a product must match all of
    /// them. Counts toward `api-keys` (300 a minute for each API key). Answers may be up to 1 s old.
    ///
    /// Requires the role `store`.
    ///
    /// # Errors
    ///
    /// [`ListProductsReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_products(&self, site_id: i64) -> ListProducts {
        let call = self.call("listProducts", Method::GET, "/sites/{siteId}/products");
        ListProducts(call.path("siteId", site_id))
    }

    /// Get an active product: `GET /sites/{siteId}/products/{slug}`.
    ///
    /// One active product with its images, options, active variants, bulk prices and category. The
    /// server answers 404 `Not found` if the product or the site is not active or the store is not
    /// enabled. Counts toward `api-keys` (300 a minute for each API key). Answers may be up to 1 s old.
    ///
    /// Requires the role `store`.
    ///
    /// # Errors
    ///
    /// [`GetProductBySlugReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn get_product_by_slug(&self, site_id: i64, slug: &str) -> GetProductBySlug {
        let call = self.call("getProductBySlug", Method::GET, "/sites/{siteId}/products/{slug}");
        GetProductBySlug(call.path("siteId", site_id).path("slug", slug))
    }

    /// List active product categories: `GET /sites/{siteId}/product-categories`.
    ///
    /// The active product categories of an enabled store as a flat list, by `order`, then by name
    /// ignoring case, then by id. `parentId` relates them as a tree. Counts toward `api-keys` (300 a
    /// minute for each API key). Answers may be up to 1 s old.
    ///
    /// Requires the role `store`.
    ///
    /// # Errors
    ///
    /// [`ListProductCategoriesReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_product_categories(&self, site_id: i64) -> ListProductCategories {
        let call =
            self.call("listProductCategories", Method::GET, "/sites/{siteId}/product-categories");
        ListProductCategories(call.path("siteId", site_id))
    }
}

::stoa_client_core::calls! {
    list_products: ListProducts "listProducts" -> Pages<types::ProductListResponse, types::ProductSummary>(data, pagination.page), ETag;
    get_product_by_slug: GetProductBySlug "getProductBySlug" -> Json<types::ProductResponse>, ETag;
    list_product_categories: ListProductCategories "listProductCategories" -> Json<types::ProductCategoryListResponse>, ETag;
}

impl ListProducts {
    /// Slug of an active product category. Lists the products of this category only, not those of its
    /// subcategories.
    pub fn category(self, category: &str) -> Self {
        Self(self.0.query("category", category))
    }

    /// Words in any order and case, of which the first 10 count. Each word must occur in `name` or
    /// `shortDescription`, alone or as part of a longer word.
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

impl GetProductBySlug {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::ProductDetail> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl ListProductCategories {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, Vec<types::ProductCategory>> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

::stoa_client_core::reasons! {
    pub enum ListProductsReason of "listProducts" {
        400 InvalidSearch "invalid_search" "search must be valid text without NUL",
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidPage "invalid_page" "page must be an integer",
        400 PageTooSmall "page_too_small" "page must be at least 1",
        400 InvalidLimit "invalid_limit" "limit must be an integer",
        400 LimitTooSmall "limit_too_small" "limit must be at least 1",
        400 InvalidSort "invalid_sort" "sort must be one of newest, price_asc, price_desc, featured",
        400 InvalidCategory "invalid_category" "category must be valid text without NUL",
        401 InvalidApiKey "invalid_api_key" "Invalid API key",
        404 StoreNotFound "store_not_found" "Store not found",
        404 NotFound "not_found" "Not found",
        429 RateLimitExceeded "rate_limit_exceeded" "Rate limit exceeded",
    }
}

::stoa_client_core::reasons! {
    pub enum GetProductBySlugReason of "getProductBySlug" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidSlug "invalid_slug" "slug must be valid text without NUL",
        401 InvalidApiKey "invalid_api_key" "Invalid API key",
        404 NotFound "not_found" "Not found",
        429 RateLimitExceeded "rate_limit_exceeded" "Rate limit exceeded",
    }
}

::stoa_client_core::reasons! {
    pub enum ListProductCategoriesReason of "listProductCategories" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        401 InvalidApiKey "invalid_api_key" "Invalid API key",
        404 StoreNotFound "store_not_found" "Store not found",
        404 NotFound "not_found" "Not found",
        429 RateLimitExceeded "rate_limit_exceeded" "Rate limit exceeded",
    }
}
