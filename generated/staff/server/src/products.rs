//! The operations tagged `products`.
//!
//! Handlers implement [`ProductsApi`]. Each operation is a struct that holds its request and
//! implements `Documents` for each failure that it documents. The route of the operation reads the
//! path, finds the caller with [`Authenticate`], reads the rest of the request, calls the handler
//! and writes the response.

use std::sync::Arc;

use stoa_runtime::{
    Call, Documents, Error, Operation, Refusal, Reply, Restricted, Routes, TakesBody,
};
use stoa_staff_reasons as reasons;
use stoa_staff_types as types;

use crate::{Authenticate, RateLimited, Role, SCHEMAS};

/// The products of the store, their variants and their prices.
pub trait ProductsApi: Authenticate + RateLimited {
    /// `GET /sites/{siteId}/products`: List products.
    ///
    /// Products of every status, newest first. Archived ones are listed only with `status=archived`. If
    /// several filters are given, a product must match all of them. Counts toward `staff-reads` (600 a
    /// minute for each client).
    ///
    /// Requires one of the roles `content` and `shop`.
    fn list_products(
        &self,
        caller: Self::Staff,
        request: ListProducts,
    ) -> impl Future<Output = Result<types::ProductListResponse, Error<ListProducts>>> + Send;

    /// `POST /sites/{siteId}/products`: Create a product.
    ///
    /// Adds a product, by default as a draft, which customers do not see. `stockQuantity` is its
    /// opening stock; later, `adjustStock` changes the stock. A call that is repeated after its answer
    /// was lost is refused, because the slug is taken. Counts toward `staff-changes` (120 a minute for
    /// each client).
    ///
    /// Requires the role `shop`.
    fn create_product(
        &self,
        caller: Self::Staff,
        request: CreateProduct,
    ) -> impl Future<Output = Result<types::Product, Error<CreateProduct>>> + Send;

    /// `GET /sites/{siteId}/products/{productId}`: Get a product.
    ///
    /// The product with its pictures, options, variants, bulk prices and styles, whatever its status. A
    /// change sends its `ETag` back in `If-Match`. Counts toward `staff-reads` (600 a minute for each
    /// client).
    ///
    /// Requires one of the roles `content` and `shop`.
    fn get_product(
        &self,
        caller: Self::Staff,
        request: GetProduct,
    ) -> impl Future<Output = Result<types::Product, Error<GetProduct>>> + Send;

    /// `PATCH /sites/{siteId}/products/{productId}`: Update a product.
    ///
    /// Changes the properties that the body has, and no others. The body is a JSON merge patch (RFC
    /// 7396): null removes a value, and a list replaces the whole list. `adjustStock` changes the
    /// stock, `updateVariant` a variant, and `updateImage` a picture.
    ///
    /// `If-Match` has the `ETag` of the product that the caller has seen. If someone has changed the
    /// product since, the answer is 412 with the current `ETag`, and nothing changes. A call that is
    /// repeated after its answer was lost is answered 412 too. Sales and adjustments of stock do not
    /// change the `ETag`.
    ///
    /// Shops see the change at once; another server of the same site may answer with the old product
    /// for a second. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    fn update_product(
        &self,
        caller: Self::Staff,
        request: UpdateProduct,
    ) -> impl Future<Output = Result<types::Product, Error<UpdateProduct>>> + Send;

    /// `POST /sites/{siteId}/products/{productId}/archive`: Archive a product.
    ///
    /// Customers no longer see or buy the product, and `listProducts` shows it only with
    /// `status=archived`. Orders retain it. Carts that contain it cannot be checked out. Archiving it
    /// again changes nothing. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    fn archive_product(
        &self,
        caller: Self::Staff,
        request: ArchiveProduct,
    ) -> impl Future<Output = Result<types::Product, Error<ArchiveProduct>>> + Send;

    /// `POST /sites/{siteId}/products/{productId}/restore`: Restore a product.
    ///
    /// Gives an archived product the status `inactive`; `updateProduct` makes it `active` again. Any
    /// other product stays as it is. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    fn restore_product(
        &self,
        caller: Self::Staff,
        request: RestoreProduct,
    ) -> impl Future<Output = Result<types::Product, Error<RestoreProduct>>> + Send;

    /// `POST /sites/{siteId}/products/{productId}/duplicate`: Duplicate a product.
    ///
    /// Creates a copy of a product with its pictures, options, variants, bulk prices and styles. The
    /// copy is a draft with the given slug, without SKUs and barcodes. Where the original has a stock,
    /// that of the copy is 0. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    fn duplicate_product(
        &self,
        caller: Self::Staff,
        request: DuplicateProduct,
    ) -> impl Future<Output = Result<types::Product, Error<DuplicateProduct>>> + Send;

    /// `POST /sites/{siteId}/products/{productId}/images`: Add a picture.
    ///
    /// Adds a picture to a product, after its other pictures. The product gets another version. Each
    /// call adds a picture: if an answer is lost, look at the product before you repeat the call.
    /// Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    fn add_image(
        &self,
        caller: Self::Staff,
        request: AddImage,
    ) -> impl Future<Output = Result<types::Product, Error<AddImage>>> + Send;

    /// `PUT /sites/{siteId}/products/{productId}/images`: Order pictures.
    ///
    /// Puts the pictures of a product in the order of the body, which names each of them once. The
    /// first picture is the one that lists show. `If-Match` has the `ETag` of the product. Counts
    /// toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    fn order_images(
        &self,
        caller: Self::Staff,
        request: OrderImages,
    ) -> impl Future<Output = Result<types::Product, Error<OrderImages>>> + Send;

    /// `PATCH /sites/{siteId}/products/{productId}/images/{imageId}`: Update a picture.
    ///
    /// Changes the properties of a picture that the body has, and no others, like `updateProduct`. A
    /// picture has no version: `If-Match` has the `ETag` of the product. Counts toward `staff-changes`
    /// (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    fn update_image(
        &self,
        caller: Self::Staff,
        request: UpdateImage,
    ) -> impl Future<Output = Result<types::Product, Error<UpdateImage>>> + Send;

    /// `DELETE /sites/{siteId}/products/{productId}/images/{imageId}`: Remove a picture.
    ///
    /// Removes a picture from a product, which gets another version. Its file stays. A variant may
    /// still have the address of the picture. Counts toward `staff-changes` (120 a minute for each
    /// client).
    ///
    /// Requires the role `shop`.
    fn remove_image(
        &self,
        caller: Self::Staff,
        request: RemoveImage,
    ) -> impl Future<Output = Result<types::Product, Error<RemoveImage>>> + Send;

    /// `POST /sites/{siteId}/products/{productId}/variants`: Add a variant.
    ///
    /// Adds a variant to a product. `stockQuantity` is its opening stock; without it, the variant uses
    /// the stock of the product. A product with active variants is only sold as one of them. Variants
    /// are listed by id, so the new one is the last. Each call adds a variant: if an answer is lost,
    /// look at the product before you repeat the call. Counts toward `staff-changes` (120 a minute for
    /// each client).
    ///
    /// Requires the role `shop`.
    fn add_variant(
        &self,
        caller: Self::Staff,
        request: AddVariant,
    ) -> impl Future<Output = Result<types::ProductVariant, Error<AddVariant>>> + Send;

    /// `PATCH /sites/{siteId}/products/{productId}/variants/{variantId}`: Update a variant.
    ///
    /// Changes the properties that the body has, and no others, like `updateProduct`. `If-Match` has
    /// the `ETag` of the variant, which is its `version` in quotation marks. Counts toward
    /// `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    fn update_variant(
        &self,
        caller: Self::Staff,
        request: UpdateVariant,
    ) -> impl Future<Output = Result<types::ProductVariant, Error<UpdateVariant>>> + Send;

    /// `DELETE /sites/{siteId}/products/{productId}/variants/{variantId}`: Remove a variant.
    ///
    /// Removes a variant, unless a bulk price names it. Orders retain what they have of it. Carts and
    /// wishlists retain their items, which can no longer be bought. After the last active variant is
    /// removed, the product is sold at its own price and from its own stock. Counts toward
    /// `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    fn remove_variant(
        &self,
        caller: Self::Staff,
        request: RemoveVariant,
    ) -> impl Future<Output = Result<types::DoneResponse, Error<RemoveVariant>>> + Send;
}

/// The operation `listProducts` and its request.
#[derive(Clone)]
pub struct ListProducts {
    /// Id of the site.
    pub site_id: i64,
    /// Lists only products with this status. Without it, archived products are not listed.
    pub status: Option<types::ProductStatus>,
    /// Lists only products of this category, without those of its subcategories.
    pub category_id: Option<i64>,
    /// Lists only products of which each of these words is in the name or the short description, and
    /// products whose SKU, or a variant's SKU, begins with the text, ignoring case. Of more than 1,000
    /// such SKUs, the first 1,000 in alphabetical order count. 1 to 100 characters.
    pub q: Option<String>,
    /// If true, lists only products that track inventory and of which the product or an active variant
    /// has 5 pieces or fewer in stock.
    pub low_stock: bool,
    /// Items on a page, 1 to 100. A value above 100 is taken as 100.
    pub limit: i64,
    /// The `nextCursor` of the page before. Without it, the list begins with its first page.
    pub cursor: Option<String>,
}

impl Operation for ListProducts {
    const ID: &'static str = "listProducts";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_status", "status must be one of active, inactive, draft, archived"),
        (400, "invalid_category_id", "categoryId must be an integer"),
        (400, "invalid_q", "q must have 1 to 100 characters"),
        (400, "invalid_low_stock", "lowStock must be true or false"),
        (400, "invalid_limit", "limit must be an integer"),
        (400, "limit_too_small", "limit must be at least 1"),
        (400, "invalid_cursor", "Invalid cursor"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for ListProducts {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Content], &[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for ListProducts {}
impl Documents<401> for ListProducts {}
impl Documents<403> for ListProducts {}
impl Documents<404> for ListProducts {}
impl Documents<429> for ListProducts {}
impl Documents<500> for ListProducts {}

/// The operation `createProduct` and its request.
#[derive(Clone)]
pub struct CreateProduct {
    /// Id of the site.
    pub site_id: i64,
    /// The body of the request.
    pub body: types::CreateProductRequest,
}

impl Operation for CreateProduct {
    const ID: &'static str = "createProduct";
    const GROWS_STORAGE: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "invalid_name", "name must have 1 to 255 characters, and no control characters"),
        (
            400,
            "invalid_slug",
            "slug must have 1 to 255 characters, no dot at its beginning, and no white space, slash, backslash, ?, # or %",
        ),
        (400, "invalid_description", "description must have at most 100000 characters"),
        (400, "invalid_short_description", "shortDescription must have at most 2000 characters"),
        (400, "invalid_status", "status must be one of active, inactive, draft"),
        (400, "invalid_category_id", "categoryId must be an integer or null"),
        (400, "invalid_price", "price must be an integer from 0 to 9007199254740991"),
        (
            400,
            "invalid_compare_at_price",
            "compareAtPrice must be an integer from 0 to 9007199254740991, or null",
        ),
        (
            400,
            "invalid_cost_price",
            "costPrice must be an integer from 0 to 9007199254740991, or null",
        ),
        (400, "invalid_sku", "sku must have at most 255 characters, and no control characters"),
        (
            400,
            "invalid_barcode",
            "barcode must have at most 255 characters, and no control characters",
        ),
        (400, "invalid_track_inventory", "trackInventory must be true or false"),
        (
            400,
            "invalid_stock_quantity",
            "stockQuantity must be an integer from 0 to 9007199254740991, or null",
        ),
        (400, "invalid_weight", "weight must be a decimal number of at most 32 characters"),
        (
            400,
            "invalid_weight_unit",
            "weightUnit must have at most 32 characters, and no control characters",
        ),
        (400, "invalid_length_in", "lengthIn must be a number of at least 0, or null"),
        (400, "invalid_width_in", "widthIn must be a number of at least 0, or null"),
        (400, "invalid_height_in", "heightIn must be a number of at least 0, or null"),
        (400, "invalid_featured", "featured must be true or false"),
        (400, "invalid_is_designable", "isDesignable must be true or false"),
        (400, "invalid_designable", "designable must be true or false"),
        (
            400,
            "invalid_seo_title",
            "seoTitle must have at most 255 characters, and no control characters",
        ),
        (400, "invalid_seo_description", "seoDescription must have at most 2000 characters"),
        (400, "invalid_tags", "tags must be at most 100 texts of at most 255 characters"),
        (
            400,
            "invalid_metadata",
            "metadata must be an object of at most 65536 bytes and a depth of 20",
        ),
        (
            400,
            "invalid_options",
            "options must be at most 100 options with a name and at most 250 values",
        ),
        (
            400,
            "invalid_bulk_pricing",
            "bulkPricing must be at most 200 prices with minQuantity, priceType and amount",
        ),
        (
            400,
            "invalid_styles",
            "styles must be at most 50 styles with a name and at most 20 sides",
        ),
        (
            400,
            "part_given_twice",
            "An id of an option, a bulk price, a style or a side is given twice",
        ),
        (400, "side_slug_taken", "The sides of a style need different slugs"),
        (
            400,
            "bulk_price_never_applies",
            "The maxQuantity of a bulk price is below its minQuantity",
        ),
        (
            400,
            "bulk_price_exceeds_all",
            "A bulk price takes off at most 100 percent (an amount of 10000)",
        ),
        (400, "price_cannot_be_charged", "The store cannot charge this price in its currency"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "category_not_found", "Category not found"),
        (
            404,
            "part_not_found",
            "The product has no option, bulk price, style or side with this id",
        ),
        (404, "variant_not_found", "Variant not found"),
        (409, "slug_taken", "Another product has this slug"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for CreateProduct {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for CreateProduct {}
impl Documents<401> for CreateProduct {}
impl Documents<403> for CreateProduct {}
impl Documents<404> for CreateProduct {}
impl Documents<409> for CreateProduct {}
impl Documents<413> for CreateProduct {}
impl Documents<415> for CreateProduct {}
impl Documents<429> for CreateProduct {}
impl Documents<500> for CreateProduct {}
impl TakesBody for CreateProduct {}

/// The operation `getProduct` and its request.
#[derive(Clone)]
pub struct GetProduct {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the product.
    pub product_id: i64,
}

impl Operation for GetProduct {
    const ID: &'static str = "getProduct";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_product_id", "Invalid product ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "product_not_found", "Product not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for GetProduct {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Content], &[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for GetProduct {}
impl Documents<401> for GetProduct {}
impl Documents<403> for GetProduct {}
impl Documents<404> for GetProduct {}
impl Documents<429> for GetProduct {}
impl Documents<500> for GetProduct {}

/// The operation `updateProduct` and its request.
#[derive(Clone)]
pub struct UpdateProduct {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the product.
    pub product_id: i64,
    /// The `ETag` that the caller has seen. Several are separated by commas, and `*` stands for any.
    pub if_match: String,
    /// The body of the request.
    pub body: types::ProductPatch,
}

impl Operation for UpdateProduct {
    const ID: &'static str = "updateProduct";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_product_id", "Invalid product ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "invalid_name", "name must have 1 to 255 characters, and no control characters"),
        (
            400,
            "invalid_slug",
            "slug must have 1 to 255 characters, no dot at its beginning, and no white space, slash, backslash, ?, # or %",
        ),
        (400, "invalid_description", "description must have at most 100000 characters"),
        (400, "invalid_short_description", "shortDescription must have at most 2000 characters"),
        (400, "invalid_status", "status must be one of active, inactive, draft"),
        (400, "invalid_category_id", "categoryId must be an integer or null"),
        (400, "invalid_price", "price must be an integer from 0 to 9007199254740991"),
        (
            400,
            "invalid_compare_at_price",
            "compareAtPrice must be an integer from 0 to 9007199254740991, or null",
        ),
        (
            400,
            "invalid_cost_price",
            "costPrice must be an integer from 0 to 9007199254740991, or null",
        ),
        (400, "invalid_sku", "sku must have at most 255 characters, and no control characters"),
        (
            400,
            "invalid_barcode",
            "barcode must have at most 255 characters, and no control characters",
        ),
        (400, "invalid_track_inventory", "trackInventory must be true or false"),
        (400, "invalid_weight", "weight must be a decimal number of at most 32 characters"),
        (
            400,
            "invalid_weight_unit",
            "weightUnit must have at most 32 characters, and no control characters",
        ),
        (400, "invalid_length_in", "lengthIn must be a number of at least 0, or null"),
        (400, "invalid_width_in", "widthIn must be a number of at least 0, or null"),
        (400, "invalid_height_in", "heightIn must be a number of at least 0, or null"),
        (400, "invalid_featured", "featured must be true or false"),
        (400, "invalid_is_designable", "isDesignable must be true or false"),
        (400, "invalid_designable", "designable must be true or false"),
        (
            400,
            "invalid_seo_title",
            "seoTitle must have at most 255 characters, and no control characters",
        ),
        (400, "invalid_seo_description", "seoDescription must have at most 2000 characters"),
        (400, "invalid_tags", "tags must be at most 100 texts of at most 255 characters"),
        (
            400,
            "invalid_metadata",
            "metadata must be an object of at most 65536 bytes and a depth of 20",
        ),
        (
            400,
            "invalid_options",
            "options must be at most 100 options with a name and at most 250 values",
        ),
        (
            400,
            "invalid_bulk_pricing",
            "bulkPricing must be at most 200 prices with minQuantity, priceType and amount",
        ),
        (
            400,
            "invalid_styles",
            "styles must be at most 50 styles with a name and at most 20 sides",
        ),
        (
            400,
            "part_given_twice",
            "An id of an option, a bulk price, a style or a side is given twice",
        ),
        (400, "side_slug_taken", "The sides of a style need different slugs"),
        (
            400,
            "bulk_price_never_applies",
            "The maxQuantity of a bulk price is below its minQuantity",
        ),
        (
            400,
            "bulk_price_exceeds_all",
            "A bulk price takes off at most 100 percent (an amount of 10000)",
        ),
        (400, "price_cannot_be_charged", "The store cannot charge this price in its currency"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "product_not_found", "Product not found"),
        (404, "category_not_found", "Category not found"),
        (
            404,
            "part_not_found",
            "The product has no option, bulk price, style or side with this id",
        ),
        (404, "variant_not_found", "Variant not found"),
        (409, "slug_taken", "Another product has this slug"),
        (409, "product_is_archived", "The product is archived"),
        (409, "option_value_in_use", "A variant has an option value that is missing here"),
        (409, "style_in_use", "A design template has a style that is missing here"),
        (412, "product_has_changed", "The product has changed"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (428, "if_match_is_required", "If-Match is required"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for UpdateProduct {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for UpdateProduct {}
impl Documents<401> for UpdateProduct {}
impl Documents<403> for UpdateProduct {}
impl Documents<404> for UpdateProduct {}
impl Documents<409> for UpdateProduct {}
impl Documents<412> for UpdateProduct {}
impl Documents<413> for UpdateProduct {}
impl Documents<415> for UpdateProduct {}
impl Documents<428> for UpdateProduct {}
impl Documents<429> for UpdateProduct {}
impl Documents<500> for UpdateProduct {}
impl TakesBody for UpdateProduct {}

/// The operation `archiveProduct` and its request.
#[derive(Clone)]
pub struct ArchiveProduct {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the product.
    pub product_id: i64,
}

impl Operation for ArchiveProduct {
    const ID: &'static str = "archiveProduct";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_product_id", "Invalid product ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "product_not_found", "Product not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for ArchiveProduct {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for ArchiveProduct {}
impl Documents<401> for ArchiveProduct {}
impl Documents<403> for ArchiveProduct {}
impl Documents<404> for ArchiveProduct {}
impl Documents<429> for ArchiveProduct {}
impl Documents<500> for ArchiveProduct {}

/// The operation `restoreProduct` and its request.
#[derive(Clone)]
pub struct RestoreProduct {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the product.
    pub product_id: i64,
}

impl Operation for RestoreProduct {
    const ID: &'static str = "restoreProduct";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_product_id", "Invalid product ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "product_not_found", "Product not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for RestoreProduct {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for RestoreProduct {}
impl Documents<401> for RestoreProduct {}
impl Documents<403> for RestoreProduct {}
impl Documents<404> for RestoreProduct {}
impl Documents<429> for RestoreProduct {}
impl Documents<500> for RestoreProduct {}

/// The operation `duplicateProduct` and its request.
#[derive(Clone)]
pub struct DuplicateProduct {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the product.
    pub product_id: i64,
    /// The body of the request.
    pub body: types::DuplicateProductRequest,
}

impl Operation for DuplicateProduct {
    const ID: &'static str = "duplicateProduct";
    const GROWS_STORAGE: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_product_id", "Invalid product ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "invalid_name", "name must have 1 to 255 characters, and no control characters"),
        (
            400,
            "invalid_slug",
            "slug must have 1 to 255 characters, no dot at its beginning, and no white space, slash, backslash, ?, # or %",
        ),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "product_not_found", "Product not found"),
        (409, "slug_taken", "Another product has this slug"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for DuplicateProduct {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for DuplicateProduct {}
impl Documents<401> for DuplicateProduct {}
impl Documents<403> for DuplicateProduct {}
impl Documents<404> for DuplicateProduct {}
impl Documents<409> for DuplicateProduct {}
impl Documents<413> for DuplicateProduct {}
impl Documents<415> for DuplicateProduct {}
impl Documents<429> for DuplicateProduct {}
impl Documents<500> for DuplicateProduct {}
impl TakesBody for DuplicateProduct {}

/// The operation `addImage` and its request.
#[derive(Clone)]
pub struct AddImage {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the product.
    pub product_id: i64,
    /// The body of the request.
    pub body: types::AddImageRequest,
}

impl Operation for AddImage {
    const ID: &'static str = "addImage";
    const GROWS_STORAGE: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_product_id", "Invalid product ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "invalid_url", "url must have 1 to 2000 characters, and no control characters"),
        (400, "invalid_alt", "alt must have at most 1000 characters, and no control characters"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "product_not_found", "Product not found"),
        (409, "too_many_product_images", "A product has at most 100 images"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for AddImage {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for AddImage {}
impl Documents<401> for AddImage {}
impl Documents<403> for AddImage {}
impl Documents<404> for AddImage {}
impl Documents<409> for AddImage {}
impl Documents<413> for AddImage {}
impl Documents<415> for AddImage {}
impl Documents<429> for AddImage {}
impl Documents<500> for AddImage {}
impl TakesBody for AddImage {}

/// The operation `orderImages` and its request.
#[derive(Clone)]
pub struct OrderImages {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the product.
    pub product_id: i64,
    /// The `ETag` that the caller has seen. Several are separated by commas, and `*` stands for any.
    pub if_match: String,
    /// The body of the request.
    pub body: types::OrderImagesRequest,
}

impl Operation for OrderImages {
    const ID: &'static str = "orderImages";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_product_id", "Invalid product ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "invalid_image_ids", "imageIds must have the id of each image of the product once"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "product_not_found", "Product not found"),
        (412, "product_has_changed", "The product has changed"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (428, "if_match_is_required", "If-Match is required"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for OrderImages {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for OrderImages {}
impl Documents<401> for OrderImages {}
impl Documents<403> for OrderImages {}
impl Documents<404> for OrderImages {}
impl Documents<412> for OrderImages {}
impl Documents<413> for OrderImages {}
impl Documents<415> for OrderImages {}
impl Documents<428> for OrderImages {}
impl Documents<429> for OrderImages {}
impl Documents<500> for OrderImages {}
impl TakesBody for OrderImages {}

/// The operation `updateImage` and its request.
#[derive(Clone)]
pub struct UpdateImage {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the product.
    pub product_id: i64,
    /// Id of the picture.
    pub image_id: i64,
    /// The `ETag` that the caller has seen. Several are separated by commas, and `*` stands for any.
    pub if_match: String,
    /// The body of the request.
    pub body: types::ImagePatch,
}

impl Operation for UpdateImage {
    const ID: &'static str = "updateImage";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_product_id", "Invalid product ID"),
        (400, "invalid_image_id", "Invalid image ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "invalid_url", "url must have 1 to 2000 characters, and no control characters"),
        (400, "invalid_alt", "alt must have at most 1000 characters, and no control characters"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "product_not_found", "Product not found"),
        (404, "image_not_found", "Image not found"),
        (412, "product_has_changed", "The product has changed"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (428, "if_match_is_required", "If-Match is required"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for UpdateImage {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for UpdateImage {}
impl Documents<401> for UpdateImage {}
impl Documents<403> for UpdateImage {}
impl Documents<404> for UpdateImage {}
impl Documents<412> for UpdateImage {}
impl Documents<413> for UpdateImage {}
impl Documents<415> for UpdateImage {}
impl Documents<428> for UpdateImage {}
impl Documents<429> for UpdateImage {}
impl Documents<500> for UpdateImage {}
impl TakesBody for UpdateImage {}

/// The operation `removeImage` and its request.
#[derive(Clone)]
pub struct RemoveImage {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the product.
    pub product_id: i64,
    /// Id of the picture.
    pub image_id: i64,
}

impl Operation for RemoveImage {
    const ID: &'static str = "removeImage";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_product_id", "Invalid product ID"),
        (400, "invalid_image_id", "Invalid image ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "product_not_found", "Product not found"),
        (404, "image_not_found", "Image not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for RemoveImage {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for RemoveImage {}
impl Documents<401> for RemoveImage {}
impl Documents<403> for RemoveImage {}
impl Documents<404> for RemoveImage {}
impl Documents<429> for RemoveImage {}
impl Documents<500> for RemoveImage {}

/// The operation `addVariant` and its request.
#[derive(Clone)]
pub struct AddVariant {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the product.
    pub product_id: i64,
    /// The body of the request.
    pub body: types::AddVariantRequest,
}

impl Operation for AddVariant {
    const ID: &'static str = "addVariant";
    const GROWS_STORAGE: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_product_id", "Invalid product ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "invalid_name", "name must have 1 to 255 characters, and no control characters"),
        (400, "invalid_price", "price must be an integer from 0 to 9007199254740991"),
        (
            400,
            "invalid_compare_at_price",
            "compareAtPrice must be an integer from 0 to 9007199254740991, or null",
        ),
        (
            400,
            "invalid_cost_price",
            "costPrice must be an integer from 0 to 9007199254740991, or null",
        ),
        (400, "invalid_sku", "sku must have at most 255 characters, and no control characters"),
        (
            400,
            "invalid_barcode",
            "barcode must have at most 255 characters, and no control characters",
        ),
        (
            400,
            "invalid_stock_quantity",
            "stockQuantity must be an integer from 0 to 9007199254740991, or null",
        ),
        (400, "invalid_weight", "weight must be a decimal number of at most 32 characters"),
        (400, "invalid_length_in", "lengthIn must be a number of at least 0, or null"),
        (400, "invalid_width_in", "widthIn must be a number of at least 0, or null"),
        (400, "invalid_height_in", "heightIn must be a number of at least 0, or null"),
        (
            400,
            "invalid_image",
            "image must have at most 2000 characters, and no control characters",
        ),
        (400, "invalid_active", "active must be true or false"),
        (
            400,
            "invalid_option_values",
            "optionValues must be at most 100 pairs of optionId and valueId",
        ),
        (400, "option_given_twice", "A variant has one value of each option"),
        (400, "price_cannot_be_charged", "The store cannot charge this price in its currency"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "product_not_found", "Product not found"),
        (404, "option_value_not_found", "Option value not found"),
        (409, "too_many_variants", "A product has at most 1000 variants"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for AddVariant {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for AddVariant {}
impl Documents<401> for AddVariant {}
impl Documents<403> for AddVariant {}
impl Documents<404> for AddVariant {}
impl Documents<409> for AddVariant {}
impl Documents<413> for AddVariant {}
impl Documents<415> for AddVariant {}
impl Documents<429> for AddVariant {}
impl Documents<500> for AddVariant {}
impl TakesBody for AddVariant {}

/// The operation `updateVariant` and its request.
#[derive(Clone)]
pub struct UpdateVariant {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the product.
    pub product_id: i64,
    /// Id of the variant.
    pub variant_id: i64,
    /// The `ETag` that the caller has seen. Several are separated by commas, and `*` stands for any.
    pub if_match: String,
    /// The body of the request.
    pub body: types::VariantPatch,
}

impl Operation for UpdateVariant {
    const ID: &'static str = "updateVariant";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_product_id", "Invalid product ID"),
        (400, "invalid_variant_id", "Invalid variant ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "invalid_name", "name must have 1 to 255 characters, and no control characters"),
        (400, "invalid_price", "price must be an integer from 0 to 9007199254740991"),
        (
            400,
            "invalid_compare_at_price",
            "compareAtPrice must be an integer from 0 to 9007199254740991, or null",
        ),
        (
            400,
            "invalid_cost_price",
            "costPrice must be an integer from 0 to 9007199254740991, or null",
        ),
        (400, "invalid_sku", "sku must have at most 255 characters, and no control characters"),
        (
            400,
            "invalid_barcode",
            "barcode must have at most 255 characters, and no control characters",
        ),
        (400, "invalid_weight", "weight must be a decimal number of at most 32 characters"),
        (400, "invalid_length_in", "lengthIn must be a number of at least 0, or null"),
        (400, "invalid_width_in", "widthIn must be a number of at least 0, or null"),
        (400, "invalid_height_in", "heightIn must be a number of at least 0, or null"),
        (
            400,
            "invalid_image",
            "image must have at most 2000 characters, and no control characters",
        ),
        (400, "invalid_active", "active must be true or false"),
        (
            400,
            "invalid_option_values",
            "optionValues must be at most 100 pairs of optionId and valueId",
        ),
        (400, "option_given_twice", "A variant has one value of each option"),
        (400, "price_cannot_be_charged", "The store cannot charge this price in its currency"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "variant_not_found", "Variant not found"),
        (404, "option_value_not_found", "Option value not found"),
        (412, "variant_has_changed", "The variant has changed"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (428, "if_match_is_required", "If-Match is required"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for UpdateVariant {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for UpdateVariant {}
impl Documents<401> for UpdateVariant {}
impl Documents<403> for UpdateVariant {}
impl Documents<404> for UpdateVariant {}
impl Documents<412> for UpdateVariant {}
impl Documents<413> for UpdateVariant {}
impl Documents<415> for UpdateVariant {}
impl Documents<428> for UpdateVariant {}
impl Documents<429> for UpdateVariant {}
impl Documents<500> for UpdateVariant {}
impl TakesBody for UpdateVariant {}

/// The operation `removeVariant` and its request.
#[derive(Clone)]
pub struct RemoveVariant {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the product.
    pub product_id: i64,
    /// Id of the variant.
    pub variant_id: i64,
}

impl Operation for RemoveVariant {
    const ID: &'static str = "removeVariant";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_product_id", "Invalid product ID"),
        (400, "invalid_variant_id", "Invalid variant ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "variant_not_found", "Variant not found"),
        (409, "variant_has_bulk_price", "A bulk price names this variant"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for RemoveVariant {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for RemoveVariant {}
impl Documents<401> for RemoveVariant {}
impl Documents<403> for RemoveVariant {}
impl Documents<404> for RemoveVariant {}
impl Documents<409> for RemoveVariant {}
impl Documents<429> for RemoveVariant {}
impl Documents<500> for RemoveVariant {}

stoa_runtime::refuses! {
    ListProducts:
        reasons::InvalidSiteId, reasons::ListProductsInvalidStatus,
        reasons::ListProductsInvalidCategoryId, reasons::ListProductsInvalidQ,
        reasons::InvalidLowStock, reasons::InvalidLimit, reasons::LimitTooSmall,
        reasons::InvalidCursor, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::TooManyRequests;
    CreateProduct:
        reasons::InvalidSiteId, reasons::InvalidJson, reasons::CreateProductInvalidName,
        reasons::InvalidSlug, reasons::CreateProductInvalidDescription,
        reasons::InvalidShortDescription, reasons::CreateProductInvalidStatus,
        reasons::CreateProductInvalidCategoryId, reasons::InvalidPrice,
        reasons::InvalidCompareAtPrice, reasons::InvalidCostPrice, reasons::InvalidSku,
        reasons::InvalidBarcode, reasons::InvalidTrackInventory, reasons::InvalidStockQuantity,
        reasons::InvalidWeight, reasons::InvalidWeightUnit, reasons::InvalidLengthIn,
        reasons::InvalidWidthIn, reasons::InvalidHeightIn, reasons::InvalidFeatured,
        reasons::InvalidIsDesignable, reasons::InvalidDesignable, reasons::InvalidSeoTitle,
        reasons::InvalidSeoDescription, reasons::InvalidTags, reasons::InvalidMetadata,
        reasons::InvalidOptions, reasons::InvalidBulkPricing, reasons::InvalidStyles,
        reasons::PartGivenTwice, reasons::SideSlugTaken, reasons::BulkPriceNeverApplies,
        reasons::BulkPriceExceedsAll, reasons::PriceCannotBeCharged, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::CategoryNotFound, reasons::PartNotFound, reasons::VariantNotFound,
        reasons::SlugTaken, reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson,
        reasons::TooManyRequests;
    GetProduct:
        reasons::InvalidSiteId, reasons::InvalidProductId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::ProductNotFound, reasons::TooManyRequests;
    UpdateProduct:
        reasons::InvalidSiteId, reasons::InvalidProductId, reasons::InvalidJson,
        reasons::UpdateProductInvalidName, reasons::InvalidSlug,
        reasons::UpdateProductInvalidDescription, reasons::InvalidShortDescription,
        reasons::UpdateProductInvalidStatus, reasons::UpdateProductInvalidCategoryId,
        reasons::InvalidPrice, reasons::InvalidCompareAtPrice, reasons::InvalidCostPrice,
        reasons::InvalidSku, reasons::InvalidBarcode, reasons::InvalidTrackInventory,
        reasons::InvalidWeight, reasons::InvalidWeightUnit, reasons::InvalidLengthIn,
        reasons::InvalidWidthIn, reasons::InvalidHeightIn, reasons::InvalidFeatured,
        reasons::InvalidIsDesignable, reasons::InvalidDesignable, reasons::InvalidSeoTitle,
        reasons::InvalidSeoDescription, reasons::InvalidTags, reasons::InvalidMetadata,
        reasons::InvalidOptions, reasons::InvalidBulkPricing, reasons::InvalidStyles,
        reasons::PartGivenTwice, reasons::SideSlugTaken, reasons::BulkPriceNeverApplies,
        reasons::BulkPriceExceedsAll, reasons::PriceCannotBeCharged, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::ProductNotFound, reasons::CategoryNotFound, reasons::PartNotFound,
        reasons::VariantNotFound, reasons::SlugTaken, reasons::ProductIsArchived,
        reasons::OptionValueInUse, reasons::StyleInUse, reasons::ProductHasChanged,
        reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson, reasons::IfMatchIsRequired,
        reasons::TooManyRequests;
    ArchiveProduct:
        reasons::InvalidSiteId, reasons::InvalidProductId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::ProductNotFound, reasons::TooManyRequests;
    RestoreProduct:
        reasons::InvalidSiteId, reasons::InvalidProductId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::ProductNotFound, reasons::TooManyRequests;
    DuplicateProduct:
        reasons::InvalidSiteId, reasons::InvalidProductId, reasons::InvalidJson,
        reasons::DuplicateProductInvalidName, reasons::InvalidSlug, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::ProductNotFound, reasons::SlugTaken, reasons::RequestBodyTooLarge,
        reasons::ExpectedApplicationJson, reasons::TooManyRequests;
    AddImage:
        reasons::InvalidSiteId, reasons::InvalidProductId, reasons::InvalidJson,
        reasons::InvalidUrl, reasons::InvalidAlt, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::ProductNotFound,
        reasons::TooManyProductImages, reasons::RequestBodyTooLarge,
        reasons::ExpectedApplicationJson, reasons::TooManyRequests;
    OrderImages:
        reasons::InvalidSiteId, reasons::InvalidProductId, reasons::InvalidJson,
        reasons::InvalidImageIds, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::ProductNotFound,
        reasons::ProductHasChanged, reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson,
        reasons::IfMatchIsRequired, reasons::TooManyRequests;
    UpdateImage:
        reasons::InvalidSiteId, reasons::InvalidProductId, reasons::InvalidImageId,
        reasons::InvalidJson, reasons::InvalidUrl, reasons::InvalidAlt, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::ProductNotFound, reasons::ImageNotFound, reasons::ProductHasChanged,
        reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson, reasons::IfMatchIsRequired,
        reasons::TooManyRequests;
    RemoveImage:
        reasons::InvalidSiteId, reasons::InvalidProductId, reasons::InvalidImageId,
        reasons::Unauthorized, reasons::RoleRefused, reasons::SiteRequiresTotp,
        reasons::SiteNotFound, reasons::ProductNotFound, reasons::ImageNotFound,
        reasons::TooManyRequests;
    AddVariant:
        reasons::InvalidSiteId, reasons::InvalidProductId, reasons::InvalidJson,
        reasons::AddVariantInvalidName, reasons::InvalidPrice, reasons::InvalidCompareAtPrice,
        reasons::InvalidCostPrice, reasons::InvalidSku, reasons::InvalidBarcode,
        reasons::InvalidStockQuantity, reasons::InvalidWeight, reasons::InvalidLengthIn,
        reasons::InvalidWidthIn, reasons::InvalidHeightIn, reasons::InvalidImage,
        reasons::InvalidActive, reasons::InvalidOptionValues, reasons::OptionGivenTwice,
        reasons::PriceCannotBeCharged, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::ProductNotFound,
        reasons::OptionValueNotFound, reasons::TooManyVariants, reasons::RequestBodyTooLarge,
        reasons::ExpectedApplicationJson, reasons::TooManyRequests;
    UpdateVariant:
        reasons::InvalidSiteId, reasons::InvalidProductId, reasons::UpdateVariantInvalidVariantId,
        reasons::InvalidJson, reasons::UpdateVariantInvalidName, reasons::InvalidPrice,
        reasons::InvalidCompareAtPrice, reasons::InvalidCostPrice, reasons::InvalidSku,
        reasons::InvalidBarcode, reasons::InvalidWeight, reasons::InvalidLengthIn,
        reasons::InvalidWidthIn, reasons::InvalidHeightIn, reasons::InvalidImage,
        reasons::InvalidActive, reasons::InvalidOptionValues, reasons::OptionGivenTwice,
        reasons::PriceCannotBeCharged, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::VariantNotFound,
        reasons::OptionValueNotFound, reasons::VariantHasChanged, reasons::RequestBodyTooLarge,
        reasons::ExpectedApplicationJson, reasons::IfMatchIsRequired, reasons::TooManyRequests;
    RemoveVariant:
        reasons::InvalidSiteId, reasons::InvalidProductId, reasons::RemoveVariantInvalidVariantId,
        reasons::Unauthorized, reasons::RoleRefused, reasons::SiteRequiresTotp,
        reasons::SiteNotFound, reasons::VariantNotFound, reasons::VariantHasBulkPrice,
        reasons::TooManyRequests;
}

/// The routes of the operations tagged `products`.
pub fn routes<A: ProductsApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/sites/{siteId}/products", api, |api, call| Box::pin(list_products(api, call)))
        .post("/sites/{siteId}/products", api, |api, call| Box::pin(create_product(api, call)))
        .get("/sites/{siteId}/products/{productId}", api, |api, call| {
            Box::pin(get_product(api, call))
        })
        .patch("/sites/{siteId}/products/{productId}", api, |api, call| {
            Box::pin(update_product(api, call))
        })
        .post("/sites/{siteId}/products/{productId}/archive", api, |api, call| {
            Box::pin(archive_product(api, call))
        })
        .post("/sites/{siteId}/products/{productId}/restore", api, |api, call| {
            Box::pin(restore_product(api, call))
        })
        .post("/sites/{siteId}/products/{productId}/duplicate", api, |api, call| {
            Box::pin(duplicate_product(api, call))
        })
        .post("/sites/{siteId}/products/{productId}/images", api, |api, call| {
            Box::pin(add_image(api, call))
        })
        .put("/sites/{siteId}/products/{productId}/images", api, |api, call| {
            Box::pin(order_images(api, call))
        })
        .patch("/sites/{siteId}/products/{productId}/images/{imageId}", api, |api, call| {
            Box::pin(update_image(api, call))
        })
        .delete("/sites/{siteId}/products/{productId}/images/{imageId}", api, |api, call| {
            Box::pin(remove_image(api, call))
        })
        .post("/sites/{siteId}/products/{productId}/variants", api, |api, call| {
            Box::pin(add_variant(api, call))
        })
        .patch("/sites/{siteId}/products/{productId}/variants/{variantId}", api, |api, call| {
            Box::pin(update_variant(api, call))
        })
        .delete("/sites/{siteId}/products/{productId}/variants/{variantId}", api, |api, call| {
            Box::pin(remove_variant(api, call))
        })
}

async fn list_products<A: ProductsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ListProducts>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = ListProducts {
        site_id,
        status: call
            .query("status")
            .one_of::<types::ProductStatus>(types::ProductStatus::VALUES)
            .optional()?,
        category_id: call.query("categoryId").integer().optional()?,
        q: call
            .query("q")
            .message("q must have 1 to 100 characters")
            .text()
            .min_length(1)
            .max_length(100)
            .optional()?,
        low_stock: call
            .query("lowStock")
            .message("lowStock must be true or false")
            .boolean()
            .or(false)?,
        limit: call.query("limit").integer().at_least(1).capped(100).or(50)?,
        cursor: call.query("cursor").message("Invalid cursor").text().max_length(255).optional()?,
    };
    let reply = api.list_products(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn create_product<A: ProductsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<CreateProduct>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request =
        CreateProduct { site_id, body: call.json(&SCHEMAS, "CreateProductRequest").await? };
    let reply = api.create_product(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(201, &types::ProductResponse { data: reply }).version(version)
    })
}

async fn get_product<A: ProductsApi>(api: &A, call: &mut Call) -> Result<Reply, Error<GetProduct>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let product_id = call.path("productId").message("Invalid product ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = GetProduct { site_id, product_id };
    let reply = api.get_product(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(200, &types::ProductResponse { data: reply }).version(version)
    })
}

async fn update_product<A: ProductsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<UpdateProduct>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let product_id = call.path("productId").message("Invalid product ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = UpdateProduct {
        site_id,
        product_id,
        if_match: call
            .header("If-Match")
            .message("If-Match is required")
            .status::<428>()
            .exact_text()
            .min_length(1)
            .required()?,
        body: call.json(&SCHEMAS, "ProductPatch").await?,
    };
    let reply = api.update_product(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(200, &types::ProductResponse { data: reply }).version(version)
    })
}

async fn archive_product<A: ProductsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ArchiveProduct>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let product_id = call.path("productId").message("Invalid product ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = ArchiveProduct { site_id, product_id };
    let reply = api.archive_product(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(200, &types::ProductResponse { data: reply }).version(version)
    })
}

async fn restore_product<A: ProductsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<RestoreProduct>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let product_id = call.path("productId").message("Invalid product ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = RestoreProduct { site_id, product_id };
    let reply = api.restore_product(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(200, &types::ProductResponse { data: reply }).version(version)
    })
}

async fn duplicate_product<A: ProductsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<DuplicateProduct>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let product_id = call.path("productId").message("Invalid product ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = DuplicateProduct {
        site_id,
        product_id,
        body: call.json(&SCHEMAS, "DuplicateProductRequest").await?,
    };
    let reply = api.duplicate_product(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(201, &types::ProductResponse { data: reply }).version(version)
    })
}

async fn add_image<A: ProductsApi>(api: &A, call: &mut Call) -> Result<Reply, Error<AddImage>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let product_id = call.path("productId").message("Invalid product ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request =
        AddImage { site_id, product_id, body: call.json(&SCHEMAS, "AddImageRequest").await? };
    let reply = api.add_image(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(201, &types::ProductResponse { data: reply }).version(version)
    })
}

async fn order_images<A: ProductsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<OrderImages>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let product_id = call.path("productId").message("Invalid product ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = OrderImages {
        site_id,
        product_id,
        if_match: call
            .header("If-Match")
            .message("If-Match is required")
            .status::<428>()
            .exact_text()
            .min_length(1)
            .required()?,
        body: call.json(&SCHEMAS, "OrderImagesRequest").await?,
    };
    let reply = api.order_images(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(200, &types::ProductResponse { data: reply }).version(version)
    })
}

async fn update_image<A: ProductsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<UpdateImage>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let product_id = call.path("productId").message("Invalid product ID").integer().required()?;
    let image_id = call.path("imageId").message("Invalid image ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = UpdateImage {
        site_id,
        product_id,
        image_id,
        if_match: call
            .header("If-Match")
            .message("If-Match is required")
            .status::<428>()
            .exact_text()
            .min_length(1)
            .required()?,
        body: call.json(&SCHEMAS, "ImagePatch").await?,
    };
    let reply = api.update_image(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(200, &types::ProductResponse { data: reply }).version(version)
    })
}

async fn remove_image<A: ProductsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<RemoveImage>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let product_id = call.path("productId").message("Invalid product ID").integer().required()?;
    let image_id = call.path("imageId").message("Invalid image ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = RemoveImage { site_id, product_id, image_id };
    let reply = api.remove_image(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(200, &types::ProductResponse { data: reply }).version(version)
    })
}

async fn add_variant<A: ProductsApi>(api: &A, call: &mut Call) -> Result<Reply, Error<AddVariant>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let product_id = call.path("productId").message("Invalid product ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request =
        AddVariant { site_id, product_id, body: call.json(&SCHEMAS, "AddVariantRequest").await? };
    let reply = api.add_variant(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(201, &types::VariantResponse { data: reply }).version(version)
    })
}

async fn update_variant<A: ProductsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<UpdateVariant>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let product_id = call.path("productId").message("Invalid product ID").integer().required()?;
    let variant_id = call.path("variantId").message("Invalid variant ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = UpdateVariant {
        site_id,
        product_id,
        variant_id,
        if_match: call
            .header("If-Match")
            .message("If-Match is required")
            .status::<428>()
            .exact_text()
            .min_length(1)
            .required()?,
        body: call.json(&SCHEMAS, "VariantPatch").await?,
    };
    let reply = api.update_variant(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(200, &types::VariantResponse { data: reply }).version(version)
    })
}

async fn remove_variant<A: ProductsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<RemoveVariant>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let product_id = call.path("productId").message("Invalid product ID").integer().required()?;
    let variant_id = call.path("variantId").message("Invalid variant ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = RemoveVariant { site_id, product_id, variant_id };
    let reply = api.remove_variant(caller, request).await?;
    Ok(Reply::json(200, &reply))
}
