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
    /// 7396): null removes a value. `adjustStock` changes the stock, and `updateVariant` a variant.
    ///
    /// `If-Match` has the `ETag` of the product that the caller has seen. If someone has changed the
    /// product since, the answer is 412 with the current `ETag`, and nothing changes. So is the answer
    /// to a call that is repeated after its answer was lost. Sales and adjustments of stock do not
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
    /// Lists only products of which each of these words is in the name or the short description,
    /// ignoring case. 1 to 100 characters.
    pub q: Option<String>,
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
        (400, "price_cannot_be_charged", "The store cannot charge this price in its currency"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "product_not_found", "Product not found"),
        (404, "category_not_found", "Category not found"),
        (409, "slug_taken", "Another product has this slug"),
        (409, "product_is_archived", "The product is archived"),
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
        (400, "price_cannot_be_charged", "The store cannot charge this price in its currency"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "variant_not_found", "Variant not found"),
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

stoa_runtime::refuses! {
    ListProducts:
        reasons::InvalidSiteId, reasons::ListProductsInvalidStatus,
        reasons::ListProductsInvalidCategoryId, reasons::ListProductsInvalidQ,
        reasons::InvalidLimit, reasons::LimitTooSmall, reasons::InvalidCursor,
        reasons::Unauthorized, reasons::RoleRefused, reasons::SiteRequiresTotp,
        reasons::SiteNotFound, reasons::TooManyRequests;
    GetProduct:
        reasons::InvalidSiteId, reasons::InvalidProductId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::ProductNotFound, reasons::TooManyRequests;
    UpdateProduct:
        reasons::InvalidSiteId, reasons::InvalidProductId, reasons::InvalidJson,
        reasons::UpdateProductInvalidName, reasons::InvalidSlug, reasons::InvalidDescription,
        reasons::InvalidShortDescription, reasons::UpdateProductInvalidStatus,
        reasons::UpdateProductInvalidCategoryId, reasons::InvalidPrice,
        reasons::InvalidCompareAtPrice, reasons::InvalidCostPrice, reasons::InvalidSku,
        reasons::InvalidBarcode, reasons::InvalidTrackInventory, reasons::InvalidWeight,
        reasons::InvalidWeightUnit, reasons::InvalidLengthIn, reasons::InvalidWidthIn,
        reasons::InvalidHeightIn, reasons::InvalidFeatured, reasons::InvalidIsDesignable,
        reasons::InvalidDesignable, reasons::InvalidSeoTitle, reasons::InvalidSeoDescription,
        reasons::InvalidTags, reasons::InvalidMetadata, reasons::PriceCannotBeCharged,
        reasons::Unauthorized, reasons::RoleRefused, reasons::SiteRequiresTotp,
        reasons::SiteNotFound, reasons::ProductNotFound, reasons::CategoryNotFound,
        reasons::SlugTaken, reasons::ProductIsArchived, reasons::ProductHasChanged,
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
    UpdateVariant:
        reasons::InvalidSiteId, reasons::InvalidProductId, reasons::UpdateVariantInvalidVariantId,
        reasons::InvalidJson, reasons::UpdateVariantInvalidName, reasons::InvalidPrice,
        reasons::InvalidCompareAtPrice, reasons::InvalidCostPrice, reasons::InvalidSku,
        reasons::InvalidBarcode, reasons::InvalidWeight, reasons::InvalidLengthIn,
        reasons::InvalidWidthIn, reasons::InvalidHeightIn, reasons::InvalidImage,
        reasons::InvalidActive, reasons::PriceCannotBeCharged, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::VariantNotFound, reasons::VariantHasChanged, reasons::RequestBodyTooLarge,
        reasons::ExpectedApplicationJson, reasons::IfMatchIsRequired, reasons::TooManyRequests;
}

/// The routes of the operations tagged `products`.
pub fn routes<A: ProductsApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/sites/{siteId}/products", api, |api, call| Box::pin(list_products(api, call)))
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
        .patch("/sites/{siteId}/products/{productId}/variants/{variantId}", api, |api, call| {
            Box::pin(update_variant(api, call))
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
        limit: call.query("limit").integer().at_least(1).capped(100).or(50)?,
        cursor: call.query("cursor").message("Invalid cursor").text().max_length(255).optional()?,
    };
    let reply = api.list_products(caller, request).await?;
    Ok(Reply::json(200, &reply))
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
