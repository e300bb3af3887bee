//! The operations tagged `catalog`.
//!
//! Handlers implement [`CatalogApi`]. Each operation is a struct that holds its request and
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

/// Product categories, discount codes, gift certificates, shipping zones and taxes.
pub trait CatalogApi: Authenticate + RateLimited {
    /// `GET /sites/{siteId}/product-categories`: List product categories.
    ///
    /// All product categories of the site, inactive ones too, in the order in which shops list them: by
    /// `order`, then by name. `parentId` makes them a tree. Counts toward `staff-reads` (600 a minute
    /// for each client).
    ///
    /// Requires one of the roles `content` and `shop`.
    fn list_product_categories(
        &self,
        caller: Self::Staff,
        request: ListProductCategories,
    ) -> impl Future<Output = Result<Vec<types::ProductCategory>, Error<ListProductCategories>>> + Send;

    /// `POST /sites/{siteId}/product-categories`: Create a product category.
    ///
    /// Creates a category, which has no products yet. A site may have 1,000 categories. Counts toward
    /// `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    fn create_product_category(
        &self,
        caller: Self::Staff,
        request: CreateProductCategory,
    ) -> impl Future<Output = Result<types::ProductCategory, Error<CreateProductCategory>>> + Send;

    /// `GET /sites/{siteId}/product-categories/{productCategoryId}`: Get a product category.
    ///
    /// The category, whether it is active or not. A change sends its `ETag` back in `If-Match`. Counts
    /// toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires one of the roles `content` and `shop`.
    fn get_product_category(
        &self,
        caller: Self::Staff,
        request: GetProductCategory,
    ) -> impl Future<Output = Result<types::ProductCategory, Error<GetProductCategory>>> + Send;

    /// `PATCH /sites/{siteId}/product-categories/{productCategoryId}`: Update a product category.
    ///
    /// Changes the properties that the body has, and no others. The body is a JSON merge patch (RFC
    /// 7396): null removes a value. An inactive category is not shown in shops, and its products count
    /// as products without a category there.
    ///
    /// `If-Match` has the `ETag` of the category that the caller has seen. If someone has changed the
    /// category since, the answer is 412 with the current `ETag`, and nothing changes. Changes of its
    /// products do not change the `ETag`. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    fn update_product_category(
        &self,
        caller: Self::Staff,
        request: UpdateProductCategory,
    ) -> impl Future<Output = Result<types::ProductCategory, Error<UpdateProductCategory>>> + Send;

    /// `DELETE /sites/{siteId}/product-categories/{productCategoryId}`: Remove a product category.
    ///
    /// Removes a category to which nothing belongs. Move its products and its subcategories to other
    /// categories before, archived products too. `updateProductCategory` can make a category inactive
    /// instead. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    fn remove_product_category(
        &self,
        caller: Self::Staff,
        request: RemoveProductCategory,
    ) -> impl Future<Output = Result<types::DoneResponse, Error<RemoveProductCategory>>> + Send;

    /// `GET /sites/{siteId}/discount-codes`: List discount codes.
    ///
    /// The discount codes of the site, inactive and expired ones too, alphabetically by code, ignoring
    /// case. Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `shop`.
    fn list_discount_codes(
        &self,
        caller: Self::Staff,
        request: ListDiscountCodes,
    ) -> impl Future<Output = Result<types::DiscountCodeListResponse, Error<ListDiscountCodes>>> + Send;

    /// `POST /sites/{siteId}/discount-codes`: Create a discount code.
    ///
    /// Creates a code, which customers can use at once unless `startsAt` is later. If a response is
    /// lost, the code is in the list, and a repeated call is answered 409. Counts toward
    /// `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    fn create_discount_code(
        &self,
        caller: Self::Staff,
        request: CreateDiscountCode,
    ) -> impl Future<Output = Result<types::DiscountCode, Error<CreateDiscountCode>>> + Send;

    /// `GET /sites/{siteId}/discount-codes/{discountCodeId}`: Get a discount code.
    ///
    /// The code and the number of its uses. A change sends its `ETag` back in `If-Match`. Counts toward
    /// `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `shop`.
    fn get_discount_code(
        &self,
        caller: Self::Staff,
        request: GetDiscountCode,
    ) -> impl Future<Output = Result<types::DiscountCode, Error<GetDiscountCode>>> + Send;

    /// `PATCH /sites/{siteId}/discount-codes/{discountCodeId}`: Update a discount code.
    ///
    /// Changes the properties that the body has, and no others. The body is a JSON merge patch (RFC
    /// 7396): null removes a value. Orders that have the code keep their discount. Only orders change
    /// `used`.
    ///
    /// `If-Match` has the `ETag` of the code that the caller has seen. If someone has changed the code
    /// since, the answer is 412 with the current `ETag`, and nothing changes. Uses do not change the
    /// `ETag`. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    fn update_discount_code(
        &self,
        caller: Self::Staff,
        request: UpdateDiscountCode,
    ) -> impl Future<Output = Result<types::DiscountCode, Error<UpdateDiscountCode>>> + Send;

    /// `DELETE /sites/{siteId}/discount-codes/{discountCodeId}`: Remove a discount code.
    ///
    /// Removes a code. Orders retain its text and their discount. A code of orders that are not paid or
    /// not shipped cannot be removed, because such an order gives its use back if it is cancelled: make
    /// the code inactive instead. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    fn remove_discount_code(
        &self,
        caller: Self::Staff,
        request: RemoveDiscountCode,
    ) -> impl Future<Output = Result<types::DoneResponse, Error<RemoveDiscountCode>>> + Send;

    /// `GET /sites/{siteId}/shipping-zones`: List shipping zones.
    ///
    /// All shipping zones of the site with their rates, oldest first. At checkout, the most specific
    /// zone that fits the address applies: one for the state, then one for the country, then one for
    /// `*`. Of several such zones, the oldest applies. Counts toward `staff-reads` (600 a minute for
    /// each client).
    ///
    /// Requires the role `shop`.
    fn list_shipping_zones(
        &self,
        caller: Self::Staff,
        request: ListShippingZones,
    ) -> impl Future<Output = Result<Vec<types::ShippingZone>, Error<ListShippingZones>>> + Send;

    /// `POST /sites/{siteId}/shipping-zones`: Create a shipping zone.
    ///
    /// Creates a zone with its rates. A site may have 500 zones. Counts toward `staff-changes` (120 a
    /// minute for each client).
    ///
    /// Requires the role `shop`.
    fn create_shipping_zone(
        &self,
        caller: Self::Staff,
        request: CreateShippingZone,
    ) -> impl Future<Output = Result<types::ShippingZone, Error<CreateShippingZone>>> + Send;

    /// `GET /sites/{siteId}/shipping-zones/{shippingZoneId}`: Get a shipping zone.
    ///
    /// The zone with its rates. A change sends its `ETag` back in `If-Match`. Counts toward
    /// `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `shop`.
    fn get_shipping_zone(
        &self,
        caller: Self::Staff,
        request: GetShippingZone,
    ) -> impl Future<Output = Result<types::ShippingZone, Error<GetShippingZone>>> + Send;

    /// `PATCH /sites/{siteId}/shipping-zones/{shippingZoneId}`: Update a shipping zone.
    ///
    /// Changes the properties that the body has, and no others. The body is a JSON merge patch (RFC
    /// 7396): null removes a value. `rates` replaces all rates of the zone: a rate with an `id` stays
    /// and changes, a rate without one is new, and a rate that the list lacks is removed. Orders keep
    /// the rate with which they were placed.
    ///
    /// `If-Match` has the `ETag` of the zone that the caller has seen. If someone has changed the zone
    /// since, the answer is 412 with the current `ETag`, and nothing changes. The `ETag` covers the
    /// rates too. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    fn update_shipping_zone(
        &self,
        caller: Self::Staff,
        request: UpdateShippingZone,
    ) -> impl Future<Output = Result<types::ShippingZone, Error<UpdateShippingZone>>> + Send;

    /// `DELETE /sites/{siteId}/shipping-zones/{shippingZoneId}`: Remove a shipping zone.
    ///
    /// Removes a zone and its rates. Orders keep the rate with which they were placed. A checkout that
    /// names one of the rates is refused. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    fn remove_shipping_zone(
        &self,
        caller: Self::Staff,
        request: RemoveShippingZone,
    ) -> impl Future<Output = Result<types::DoneResponse, Error<RemoveShippingZone>>> + Send;

    /// `GET /sites/{siteId}/gift-certificates`: List gift certificates.
    ///
    /// The gift certificates of the site, newest first, also those that are depleted, expired or
    /// disabled. Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `shop`.
    fn list_gift_certificates(
        &self,
        caller: Self::Staff,
        request: ListGiftCertificates,
    ) -> impl Future<
        Output = Result<types::GiftCertificateListResponse, Error<ListGiftCertificates>>,
    > + Send;

    /// `POST /sites/{siteId}/gift-certificates`: Issue a gift certificate.
    ///
    /// Creates a certificate with an opening balance, which customers can use at once. Without `code`,
    /// the server makes one that cannot be guessed. If a response is lost, the certificate is the first
    /// one of the list. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    fn issue_gift_certificate(
        &self,
        caller: Self::Staff,
        request: IssueGiftCertificate,
    ) -> impl Future<Output = Result<types::GiftCertificate, Error<IssueGiftCertificate>>> + Send;

    /// `GET /sites/{siteId}/gift-certificates/{giftCertificateId}`: Get a gift certificate.
    ///
    /// The certificate with the movements of its balance, newest first, at most the newest 100. Counts
    /// toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `shop`.
    fn get_gift_certificate(
        &self,
        caller: Self::Staff,
        request: GetGiftCertificate,
    ) -> impl Future<Output = Result<types::GiftCertificate, Error<GetGiftCertificate>>> + Send;

    /// `POST /sites/{siteId}/gift-certificates/{giftCertificateId}/disable`: Disable a gift
    /// certificate.
    ///
    /// Checkouts refuse the certificate from now on. Its balance stays, orders that hold an amount of
    /// it keep it, and refunds still return to it. Disabling it again changes nothing. Counts toward
    /// `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    fn disable_gift_certificate(
        &self,
        caller: Self::Staff,
        request: DisableGiftCertificate,
    ) -> impl Future<Output = Result<types::GiftCertificate, Error<DisableGiftCertificate>>> + Send;

    /// `POST /sites/{siteId}/gift-certificates/{giftCertificateId}/enable`: Enable a gift certificate.
    ///
    /// Makes a disabled certificate usable again. Any other certificate stays as it is. Counts toward
    /// `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    fn enable_gift_certificate(
        &self,
        caller: Self::Staff,
        request: EnableGiftCertificate,
    ) -> impl Future<Output = Result<types::GiftCertificate, Error<EnableGiftCertificate>>> + Send;

    /// `GET /sites/{siteId}/tax`: Get the store's taxes.
    ///
    /// The rate at which the store taxes orders, and whether it taxes shipping. A change sends the
    /// `ETag` back in `If-Match`. Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `shop`.
    fn get_tax(
        &self,
        caller: Self::Staff,
        request: GetTax,
    ) -> impl Future<Output = Result<types::Tax, Error<GetTax>>> + Send;

    /// `PATCH /sites/{siteId}/tax`: Update the store's taxes.
    ///
    /// Changes the properties that the body has, and no others. The body is a JSON merge patch (RFC
    /// 7396).
    ///
    /// `If-Match` has the `ETag` that the caller has seen. It is the version of all settings of the
    /// store. If someone has changed the store since, the answer is 412 with the current `ETag`, and
    /// nothing changes.
    ///
    /// Checkouts at this server apply the change at once, and those at other servers within a second.
    /// Orders keep the tax with which they were placed. Counts toward `staff-changes` (120 a minute for
    /// each client).
    ///
    /// Requires the role `shop`.
    fn update_tax(
        &self,
        caller: Self::Staff,
        request: UpdateTax,
    ) -> impl Future<Output = Result<types::Tax, Error<UpdateTax>>> + Send;
}

/// The operation `listProductCategories` and its request.
#[derive(Clone)]
pub struct ListProductCategories {
    /// Id of the site.
    pub site_id: i64,
}

impl Operation for ListProductCategories {
    const ID: &'static str = "listProductCategories";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for ListProductCategories {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Content], &[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for ListProductCategories {}
impl Documents<401> for ListProductCategories {}
impl Documents<403> for ListProductCategories {}
impl Documents<404> for ListProductCategories {}
impl Documents<429> for ListProductCategories {}
impl Documents<500> for ListProductCategories {}

/// The operation `createProductCategory` and its request.
#[derive(Clone)]
pub struct CreateProductCategory {
    /// Id of the site.
    pub site_id: i64,
    /// The body of the request.
    pub body: types::CreateProductCategoryRequest,
}

impl Operation for CreateProductCategory {
    const ID: &'static str = "createProductCategory";
    const GROWS_STORAGE: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "name_is_required", "name is required"),
        (400, "invalid_name", "name must have at most 255 characters, and no control characters"),
        (
            400,
            "invalid_slug",
            "slug must have 1 to 255 characters, no dot at its beginning, and no white space, slash, backslash, ?, # or %",
        ),
        (
            400,
            "normalized_slug_too_long",
            "slug must have at most 255 characters in Unicode's normalization form C",
        ),
        (400, "invalid_description", "description must have at most 10000 characters"),
        (
            400,
            "invalid_image",
            "image must have at most 2000 characters, and no control characters",
        ),
        (400, "invalid_parent_id", "parentId must be an integer or null"),
        (
            400,
            "invalid_order",
            "order must be an integer from -9007199254740991 to 9007199254740991",
        ),
        (400, "invalid_active", "active must be true or false"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "parent_category_not_found", "Parent category not found"),
        (409, "product_category_slug_taken", "Another product category has this slug"),
        (409, "too_many_product_categories", "The site has 1000 product categories"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for CreateProductCategory {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for CreateProductCategory {}
impl Documents<401> for CreateProductCategory {}
impl Documents<403> for CreateProductCategory {}
impl Documents<404> for CreateProductCategory {}
impl Documents<409> for CreateProductCategory {}
impl Documents<413> for CreateProductCategory {}
impl Documents<415> for CreateProductCategory {}
impl Documents<429> for CreateProductCategory {}
impl Documents<500> for CreateProductCategory {}
impl TakesBody for CreateProductCategory {}

/// The operation `getProductCategory` and its request.
#[derive(Clone)]
pub struct GetProductCategory {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the product category.
    pub product_category_id: i64,
}

impl Operation for GetProductCategory {
    const ID: &'static str = "getProductCategory";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_product_category_id", "Invalid product category ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "product_category_not_found", "Product category not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for GetProductCategory {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Content], &[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for GetProductCategory {}
impl Documents<401> for GetProductCategory {}
impl Documents<403> for GetProductCategory {}
impl Documents<404> for GetProductCategory {}
impl Documents<429> for GetProductCategory {}
impl Documents<500> for GetProductCategory {}

/// The operation `updateProductCategory` and its request.
#[derive(Clone)]
pub struct UpdateProductCategory {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the product category.
    pub product_category_id: i64,
    /// The `ETag` that the caller has seen. Several are separated by commas, and `*` stands for any.
    pub if_match: String,
    /// The body of the request.
    pub body: types::ProductCategoryPatch,
}

impl Operation for UpdateProductCategory {
    const ID: &'static str = "updateProductCategory";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_product_category_id", "Invalid product category ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "invalid_name", "name must have 1 to 255 characters, and no control characters"),
        (
            400,
            "invalid_slug",
            "slug must have 1 to 255 characters, no dot at its beginning, and no white space, slash, backslash, ?, # or %",
        ),
        (
            400,
            "normalized_slug_too_long",
            "slug must have at most 255 characters in Unicode's normalization form C",
        ),
        (400, "invalid_description", "description must have at most 10000 characters"),
        (
            400,
            "invalid_image",
            "image must have at most 2000 characters, and no control characters",
        ),
        (400, "invalid_parent_id", "parentId must be an integer or null"),
        (
            400,
            "invalid_order",
            "order must be an integer from -9007199254740991 to 9007199254740991",
        ),
        (400, "invalid_active", "active must be true or false"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "product_category_not_found", "Product category not found"),
        (404, "parent_category_not_found", "Parent category not found"),
        (409, "product_category_slug_taken", "Another product category has this slug"),
        (409, "product_category_circle", "A category cannot be below itself"),
        (412, "product_category_has_changed", "The product category has changed"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (428, "if_match_is_required", "If-Match is required"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for UpdateProductCategory {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for UpdateProductCategory {}
impl Documents<401> for UpdateProductCategory {}
impl Documents<403> for UpdateProductCategory {}
impl Documents<404> for UpdateProductCategory {}
impl Documents<409> for UpdateProductCategory {}
impl Documents<412> for UpdateProductCategory {}
impl Documents<413> for UpdateProductCategory {}
impl Documents<415> for UpdateProductCategory {}
impl Documents<428> for UpdateProductCategory {}
impl Documents<429> for UpdateProductCategory {}
impl Documents<500> for UpdateProductCategory {}
impl TakesBody for UpdateProductCategory {}

/// The operation `removeProductCategory` and its request.
#[derive(Clone)]
pub struct RemoveProductCategory {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the product category.
    pub product_category_id: i64,
}

impl Operation for RemoveProductCategory {
    const ID: &'static str = "removeProductCategory";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_product_category_id", "Invalid product category ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "product_category_not_found", "Product category not found"),
        (409, "product_category_has_products", "The category has products"),
        (409, "product_category_has_subcategories", "The category has subcategories"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for RemoveProductCategory {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for RemoveProductCategory {}
impl Documents<401> for RemoveProductCategory {}
impl Documents<403> for RemoveProductCategory {}
impl Documents<404> for RemoveProductCategory {}
impl Documents<409> for RemoveProductCategory {}
impl Documents<429> for RemoveProductCategory {}
impl Documents<500> for RemoveProductCategory {}

/// The operation `listDiscountCodes` and its request.
#[derive(Clone)]
pub struct ListDiscountCodes {
    /// Id of the site.
    pub site_id: i64,
    /// Lists only codes that begin with this text, ignoring case. At most 255 characters.
    pub q: Option<String>,
    /// Items on a page, 1 to 100. A value above 100 is taken as 100.
    pub limit: i64,
    /// The `nextCursor` of the page before. Without it, the list begins with its first page.
    pub cursor: Option<String>,
}

impl Operation for ListDiscountCodes {
    const ID: &'static str = "listDiscountCodes";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_q", "q must have at most 255 characters"),
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

impl Restricted for ListDiscountCodes {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for ListDiscountCodes {}
impl Documents<401> for ListDiscountCodes {}
impl Documents<403> for ListDiscountCodes {}
impl Documents<404> for ListDiscountCodes {}
impl Documents<429> for ListDiscountCodes {}
impl Documents<500> for ListDiscountCodes {}

/// The operation `createDiscountCode` and its request.
#[derive(Clone)]
pub struct CreateDiscountCode {
    /// Id of the site.
    pub site_id: i64,
    /// The body of the request.
    pub body: types::CreateDiscountCodeRequest,
}

impl Operation for CreateDiscountCode {
    const ID: &'static str = "createDiscountCode";
    const GROWS_STORAGE: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "code_is_required", "code is required"),
        (400, "invalid_code", "code must have at most 255 characters, and no control characters"),
        (400, "invalid_description", "description must have at most 2000 characters"),
        (
            400,
            "invalid_discount_type",
            "discountType must be one of percent, fixed_amount, free_shipping",
        ),
        (400, "invalid_amount", "amount must be an integer from 0 to 9007199254740991"),
        (
            400,
            "invalid_min_order_amount",
            "minOrderAmount must be an integer from 0 to 9007199254740991, or null",
        ),
        (400, "invalid_max_uses", "maxUses must be an integer from 0 to 9007199254740991, or null"),
        (400, "invalid_starts_at", "startsAt must be a time of the years 1000 to 2999, or null"),
        (400, "invalid_expiry", "expiresAt must be a time of the years 1000 to 2999, or null"),
        (400, "invalid_active", "active must be true or false"),
        (
            400,
            "discount_exceeds_all",
            "A discount takes off at most 100 percent (an amount of 10000)",
        ),
        (400, "amount_cannot_be_charged", "The store cannot charge this amount in its currency"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (409, "discount_code_taken", "Another discount code has this code"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for CreateDiscountCode {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for CreateDiscountCode {}
impl Documents<401> for CreateDiscountCode {}
impl Documents<403> for CreateDiscountCode {}
impl Documents<404> for CreateDiscountCode {}
impl Documents<409> for CreateDiscountCode {}
impl Documents<413> for CreateDiscountCode {}
impl Documents<415> for CreateDiscountCode {}
impl Documents<429> for CreateDiscountCode {}
impl Documents<500> for CreateDiscountCode {}
impl TakesBody for CreateDiscountCode {}

/// The operation `getDiscountCode` and its request.
#[derive(Clone)]
pub struct GetDiscountCode {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the discount code.
    pub discount_code_id: i64,
}

impl Operation for GetDiscountCode {
    const ID: &'static str = "getDiscountCode";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_discount_code_id", "Invalid discount code ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "discount_code_not_found", "Discount code not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for GetDiscountCode {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for GetDiscountCode {}
impl Documents<401> for GetDiscountCode {}
impl Documents<403> for GetDiscountCode {}
impl Documents<404> for GetDiscountCode {}
impl Documents<429> for GetDiscountCode {}
impl Documents<500> for GetDiscountCode {}

/// The operation `updateDiscountCode` and its request.
#[derive(Clone)]
pub struct UpdateDiscountCode {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the discount code.
    pub discount_code_id: i64,
    /// The `ETag` that the caller has seen. Several are separated by commas, and `*` stands for any.
    pub if_match: String,
    /// The body of the request.
    pub body: types::DiscountCodePatch,
}

impl Operation for UpdateDiscountCode {
    const ID: &'static str = "updateDiscountCode";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_discount_code_id", "Invalid discount code ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "invalid_code", "code must have 1 to 255 characters, and no control characters"),
        (400, "invalid_description", "description must have at most 2000 characters"),
        (
            400,
            "invalid_discount_type",
            "discountType must be one of percent, fixed_amount, free_shipping",
        ),
        (400, "invalid_amount", "amount must be an integer from 0 to 9007199254740991"),
        (
            400,
            "invalid_min_order_amount",
            "minOrderAmount must be an integer from 0 to 9007199254740991, or null",
        ),
        (400, "invalid_max_uses", "maxUses must be an integer from 0 to 9007199254740991, or null"),
        (400, "invalid_starts_at", "startsAt must be a time of the years 1000 to 2999, or null"),
        (400, "invalid_expiry", "expiresAt must be a time of the years 1000 to 2999, or null"),
        (400, "invalid_active", "active must be true or false"),
        (
            400,
            "discount_exceeds_all",
            "A discount takes off at most 100 percent (an amount of 10000)",
        ),
        (400, "amount_cannot_be_charged", "The store cannot charge this amount in its currency"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "discount_code_not_found", "Discount code not found"),
        (409, "discount_code_taken", "Another discount code has this code"),
        (409, "discount_code_in_use", "An order that is not shipped has this discount code"),
        (412, "discount_code_has_changed", "The discount code has changed"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (428, "if_match_is_required", "If-Match is required"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for UpdateDiscountCode {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for UpdateDiscountCode {}
impl Documents<401> for UpdateDiscountCode {}
impl Documents<403> for UpdateDiscountCode {}
impl Documents<404> for UpdateDiscountCode {}
impl Documents<409> for UpdateDiscountCode {}
impl Documents<412> for UpdateDiscountCode {}
impl Documents<413> for UpdateDiscountCode {}
impl Documents<415> for UpdateDiscountCode {}
impl Documents<428> for UpdateDiscountCode {}
impl Documents<429> for UpdateDiscountCode {}
impl Documents<500> for UpdateDiscountCode {}
impl TakesBody for UpdateDiscountCode {}

/// The operation `removeDiscountCode` and its request.
#[derive(Clone)]
pub struct RemoveDiscountCode {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the discount code.
    pub discount_code_id: i64,
}

impl Operation for RemoveDiscountCode {
    const ID: &'static str = "removeDiscountCode";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_discount_code_id", "Invalid discount code ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "discount_code_not_found", "Discount code not found"),
        (409, "discount_code_in_use", "An order that is not shipped has this discount code"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for RemoveDiscountCode {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for RemoveDiscountCode {}
impl Documents<401> for RemoveDiscountCode {}
impl Documents<403> for RemoveDiscountCode {}
impl Documents<404> for RemoveDiscountCode {}
impl Documents<409> for RemoveDiscountCode {}
impl Documents<429> for RemoveDiscountCode {}
impl Documents<500> for RemoveDiscountCode {}

/// The operation `listShippingZones` and its request.
#[derive(Clone)]
pub struct ListShippingZones {
    /// Id of the site.
    pub site_id: i64,
}

impl Operation for ListShippingZones {
    const ID: &'static str = "listShippingZones";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for ListShippingZones {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for ListShippingZones {}
impl Documents<401> for ListShippingZones {}
impl Documents<403> for ListShippingZones {}
impl Documents<404> for ListShippingZones {}
impl Documents<429> for ListShippingZones {}
impl Documents<500> for ListShippingZones {}

/// The operation `createShippingZone` and its request.
#[derive(Clone)]
pub struct CreateShippingZone {
    /// Id of the site.
    pub site_id: i64,
    /// The body of the request.
    pub body: types::CreateShippingZoneRequest,
}

impl Operation for CreateShippingZone {
    const ID: &'static str = "createShippingZone";
    const GROWS_STORAGE: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "name_is_required", "name is required"),
        (400, "invalid_name", "name must have at most 255 characters, and no control characters"),
        (400, "invalid_countries", "countries must be at most 300 codes such as US, or *"),
        (
            400,
            "invalid_states",
            "states must be at most 500 texts of 1 to 100 characters without control characters",
        ),
        (400, "invalid_rates", "rates must be a list of at most 100 shipping rates"),
        (400, "invalid_rate_id", "The id of a rate must be an integer"),
        (
            400,
            "invalid_rate_name",
            "The name of a rate must have 1 to 255 characters, and no control characters",
        ),
        (
            400,
            "invalid_rate_price",
            "The price of a rate must be an integer from 0 to 9007199254740991",
        ),
        (
            400,
            "invalid_rate_free_above",
            "freeAbove of a rate must be an integer from 0 to 9007199254740991, or null",
        ),
        (
            400,
            "invalid_rate_min_delivery_days",
            "minDeliveryDays of a rate must be an integer from 0 to 10000, or null",
        ),
        (
            400,
            "invalid_rate_max_delivery_days",
            "maxDeliveryDays of a rate must be an integer from 0 to 10000, or null",
        ),
        (400, "shipping_rate_given_twice", "A rate is given twice"),
        (400, "price_cannot_be_charged", "The store cannot charge this price in its currency"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "shipping_rate_not_found", "Shipping rate not found"),
        (409, "too_many_shipping_zones", "The site has 500 shipping zones"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for CreateShippingZone {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for CreateShippingZone {}
impl Documents<401> for CreateShippingZone {}
impl Documents<403> for CreateShippingZone {}
impl Documents<404> for CreateShippingZone {}
impl Documents<409> for CreateShippingZone {}
impl Documents<413> for CreateShippingZone {}
impl Documents<415> for CreateShippingZone {}
impl Documents<429> for CreateShippingZone {}
impl Documents<500> for CreateShippingZone {}
impl TakesBody for CreateShippingZone {}

/// The operation `getShippingZone` and its request.
#[derive(Clone)]
pub struct GetShippingZone {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the shipping zone.
    pub shipping_zone_id: i64,
}

impl Operation for GetShippingZone {
    const ID: &'static str = "getShippingZone";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_shipping_zone_id", "Invalid shipping zone ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "shipping_zone_not_found", "Shipping zone not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for GetShippingZone {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for GetShippingZone {}
impl Documents<401> for GetShippingZone {}
impl Documents<403> for GetShippingZone {}
impl Documents<404> for GetShippingZone {}
impl Documents<429> for GetShippingZone {}
impl Documents<500> for GetShippingZone {}

/// The operation `updateShippingZone` and its request.
#[derive(Clone)]
pub struct UpdateShippingZone {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the shipping zone.
    pub shipping_zone_id: i64,
    /// The `ETag` that the caller has seen. Several are separated by commas, and `*` stands for any.
    pub if_match: String,
    /// The body of the request.
    pub body: types::ShippingZonePatch,
}

impl Operation for UpdateShippingZone {
    const ID: &'static str = "updateShippingZone";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_shipping_zone_id", "Invalid shipping zone ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "invalid_name", "name must have 1 to 255 characters, and no control characters"),
        (400, "invalid_countries", "countries must be at most 300 codes such as US, or *"),
        (
            400,
            "invalid_states",
            "states must be at most 500 texts of 1 to 100 characters without control characters",
        ),
        (400, "invalid_rates", "rates must be a list of at most 100 shipping rates"),
        (400, "invalid_rate_id", "The id of a rate must be an integer"),
        (
            400,
            "invalid_rate_name",
            "The name of a rate must have 1 to 255 characters, and no control characters",
        ),
        (
            400,
            "invalid_rate_price",
            "The price of a rate must be an integer from 0 to 9007199254740991",
        ),
        (
            400,
            "invalid_rate_free_above",
            "freeAbove of a rate must be an integer from 0 to 9007199254740991, or null",
        ),
        (
            400,
            "invalid_rate_min_delivery_days",
            "minDeliveryDays of a rate must be an integer from 0 to 10000, or null",
        ),
        (
            400,
            "invalid_rate_max_delivery_days",
            "maxDeliveryDays of a rate must be an integer from 0 to 10000, or null",
        ),
        (400, "shipping_rate_given_twice", "A rate is given twice"),
        (400, "price_cannot_be_charged", "The store cannot charge this price in its currency"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "shipping_zone_not_found", "Shipping zone not found"),
        (404, "shipping_rate_not_found", "Shipping rate not found"),
        (412, "shipping_zone_has_changed", "The shipping zone has changed"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (428, "if_match_is_required", "If-Match is required"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for UpdateShippingZone {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for UpdateShippingZone {}
impl Documents<401> for UpdateShippingZone {}
impl Documents<403> for UpdateShippingZone {}
impl Documents<404> for UpdateShippingZone {}
impl Documents<412> for UpdateShippingZone {}
impl Documents<413> for UpdateShippingZone {}
impl Documents<415> for UpdateShippingZone {}
impl Documents<428> for UpdateShippingZone {}
impl Documents<429> for UpdateShippingZone {}
impl Documents<500> for UpdateShippingZone {}
impl TakesBody for UpdateShippingZone {}

/// The operation `removeShippingZone` and its request.
#[derive(Clone)]
pub struct RemoveShippingZone {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the shipping zone.
    pub shipping_zone_id: i64,
}

impl Operation for RemoveShippingZone {
    const ID: &'static str = "removeShippingZone";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_shipping_zone_id", "Invalid shipping zone ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "shipping_zone_not_found", "Shipping zone not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for RemoveShippingZone {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for RemoveShippingZone {}
impl Documents<401> for RemoveShippingZone {}
impl Documents<403> for RemoveShippingZone {}
impl Documents<404> for RemoveShippingZone {}
impl Documents<429> for RemoveShippingZone {}
impl Documents<500> for RemoveShippingZone {}

/// The operation `listGiftCertificates` and its request.
#[derive(Clone)]
pub struct ListGiftCertificates {
    /// Id of the site.
    pub site_id: i64,
    /// Lists only the certificate with this code, ignoring case. At most 255 characters.
    pub code: Option<String>,
    /// Items on a page, 1 to 100. A value above 100 is taken as 100.
    pub limit: i64,
    /// The `nextCursor` of the page before. Without it, the list begins with its first page.
    pub cursor: Option<String>,
}

impl Operation for ListGiftCertificates {
    const ID: &'static str = "listGiftCertificates";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_code", "code must have at most 255 characters"),
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

impl Restricted for ListGiftCertificates {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for ListGiftCertificates {}
impl Documents<401> for ListGiftCertificates {}
impl Documents<403> for ListGiftCertificates {}
impl Documents<404> for ListGiftCertificates {}
impl Documents<429> for ListGiftCertificates {}
impl Documents<500> for ListGiftCertificates {}

/// The operation `issueGiftCertificate` and its request.
#[derive(Clone)]
pub struct IssueGiftCertificate {
    /// Id of the site.
    pub site_id: i64,
    /// The body of the request.
    pub body: types::IssueGiftCertificateRequest,
}

impl Operation for IssueGiftCertificate {
    const ID: &'static str = "issueGiftCertificate";
    const GROWS_STORAGE: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "invalid_amount", "amount must be an integer from 1 to 9007199254740991"),
        (400, "invalid_code", "code must have 8 to 255 characters, and no control characters"),
        (400, "invalid_expiry", "expiresAt must be a time of the years 1000 to 2999, or null"),
        (400, "expires_in_the_past", "expiresAt must be in the future"),
        (400, "amount_cannot_be_charged", "The store cannot charge this amount in its currency"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (409, "gift_certificate_taken", "Another gift certificate has this code"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for IssueGiftCertificate {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for IssueGiftCertificate {}
impl Documents<401> for IssueGiftCertificate {}
impl Documents<403> for IssueGiftCertificate {}
impl Documents<404> for IssueGiftCertificate {}
impl Documents<409> for IssueGiftCertificate {}
impl Documents<413> for IssueGiftCertificate {}
impl Documents<415> for IssueGiftCertificate {}
impl Documents<429> for IssueGiftCertificate {}
impl Documents<500> for IssueGiftCertificate {}
impl TakesBody for IssueGiftCertificate {}

/// The operation `getGiftCertificate` and its request.
#[derive(Clone)]
pub struct GetGiftCertificate {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the gift certificate.
    pub gift_certificate_id: i64,
}

impl Operation for GetGiftCertificate {
    const ID: &'static str = "getGiftCertificate";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_gift_certificate_id", "Invalid gift certificate ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "gift_certificate_not_found", "Gift certificate not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for GetGiftCertificate {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for GetGiftCertificate {}
impl Documents<401> for GetGiftCertificate {}
impl Documents<403> for GetGiftCertificate {}
impl Documents<404> for GetGiftCertificate {}
impl Documents<429> for GetGiftCertificate {}
impl Documents<500> for GetGiftCertificate {}

/// The operation `disableGiftCertificate` and its request.
#[derive(Clone)]
pub struct DisableGiftCertificate {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the gift certificate.
    pub gift_certificate_id: i64,
}

impl Operation for DisableGiftCertificate {
    const ID: &'static str = "disableGiftCertificate";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_gift_certificate_id", "Invalid gift certificate ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "gift_certificate_not_found", "Gift certificate not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for DisableGiftCertificate {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for DisableGiftCertificate {}
impl Documents<401> for DisableGiftCertificate {}
impl Documents<403> for DisableGiftCertificate {}
impl Documents<404> for DisableGiftCertificate {}
impl Documents<429> for DisableGiftCertificate {}
impl Documents<500> for DisableGiftCertificate {}

/// The operation `enableGiftCertificate` and its request.
#[derive(Clone)]
pub struct EnableGiftCertificate {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the gift certificate.
    pub gift_certificate_id: i64,
}

impl Operation for EnableGiftCertificate {
    const ID: &'static str = "enableGiftCertificate";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_gift_certificate_id", "Invalid gift certificate ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "gift_certificate_not_found", "Gift certificate not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for EnableGiftCertificate {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for EnableGiftCertificate {}
impl Documents<401> for EnableGiftCertificate {}
impl Documents<403> for EnableGiftCertificate {}
impl Documents<404> for EnableGiftCertificate {}
impl Documents<429> for EnableGiftCertificate {}
impl Documents<500> for EnableGiftCertificate {}

/// The operation `getTax` and its request.
#[derive(Clone)]
pub struct GetTax {
    /// Id of the site.
    pub site_id: i64,
}

impl Operation for GetTax {
    const ID: &'static str = "getTax";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "site_has_no_store", "The site has no store"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for GetTax {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for GetTax {}
impl Documents<401> for GetTax {}
impl Documents<403> for GetTax {}
impl Documents<404> for GetTax {}
impl Documents<429> for GetTax {}
impl Documents<500> for GetTax {}

/// The operation `updateTax` and its request.
#[derive(Clone)]
pub struct UpdateTax {
    /// Id of the site.
    pub site_id: i64,
    /// The `ETag` that the caller has seen. Several are separated by commas, and `*` stands for any.
    pub if_match: String,
    /// The body of the request.
    pub body: types::TaxPatch,
}

impl Operation for UpdateTax {
    const ID: &'static str = "updateTax";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "invalid_tax_rate", "taxRate must be an integer from 0 to 100000"),
        (400, "invalid_tax_shipping", "taxShipping must be true or false"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "site_has_no_store", "The site has no store"),
        (412, "tax_has_changed", "The store has changed"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (428, "if_match_is_required", "If-Match is required"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for UpdateTax {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for UpdateTax {}
impl Documents<401> for UpdateTax {}
impl Documents<403> for UpdateTax {}
impl Documents<404> for UpdateTax {}
impl Documents<412> for UpdateTax {}
impl Documents<413> for UpdateTax {}
impl Documents<415> for UpdateTax {}
impl Documents<428> for UpdateTax {}
impl Documents<429> for UpdateTax {}
impl Documents<500> for UpdateTax {}
impl TakesBody for UpdateTax {}

stoa_runtime::refuses! {
    ListProductCategories:
        reasons::InvalidSiteId, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::TooManyRequests;
    CreateProductCategory:
        reasons::InvalidSiteId, reasons::InvalidJson, reasons::NameIsRequired,
        reasons::CreateProductCategoryInvalidName, reasons::InvalidSlug,
        reasons::NormalizedSlugTooLong, reasons::CreateProductCategoryInvalidDescription,
        reasons::InvalidImage, reasons::InvalidParentId, reasons::InvalidOrder,
        reasons::InvalidActive, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::ParentCategoryNotFound,
        reasons::ProductCategorySlugTaken, reasons::TooManyProductCategories,
        reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson, reasons::TooManyRequests;
    GetProductCategory:
        reasons::InvalidSiteId, reasons::InvalidProductCategoryId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::ProductCategoryNotFound, reasons::TooManyRequests;
    UpdateProductCategory:
        reasons::InvalidSiteId, reasons::InvalidProductCategoryId, reasons::InvalidJson,
        reasons::UpdateProductCategoryInvalidName, reasons::InvalidSlug,
        reasons::NormalizedSlugTooLong, reasons::UpdateProductCategoryInvalidDescription,
        reasons::InvalidImage, reasons::InvalidParentId, reasons::InvalidOrder,
        reasons::InvalidActive, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::ProductCategoryNotFound,
        reasons::ParentCategoryNotFound, reasons::ProductCategorySlugTaken,
        reasons::ProductCategoryCircle, reasons::ProductCategoryHasChanged,
        reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson, reasons::IfMatchIsRequired,
        reasons::TooManyRequests;
    RemoveProductCategory:
        reasons::InvalidSiteId, reasons::InvalidProductCategoryId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::ProductCategoryNotFound, reasons::ProductCategoryHasProducts,
        reasons::ProductCategoryHasSubcategories, reasons::TooManyRequests;
    ListDiscountCodes:
        reasons::InvalidSiteId, reasons::ListDiscountCodesInvalidQ, reasons::InvalidLimit,
        reasons::LimitTooSmall, reasons::InvalidCursor, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::TooManyRequests;
    CreateDiscountCode:
        reasons::InvalidSiteId, reasons::InvalidJson, reasons::CodeIsRequired,
        reasons::CreateDiscountCodeInvalidCode, reasons::CreateDiscountCodeInvalidDescription,
        reasons::InvalidDiscountType, reasons::CreateDiscountCodeInvalidAmount,
        reasons::InvalidMinOrderAmount, reasons::InvalidMaxUses, reasons::InvalidStartsAt,
        reasons::InvalidExpiry, reasons::InvalidActive, reasons::DiscountExceedsAll,
        reasons::AmountCannotBeCharged, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::DiscountCodeTaken,
        reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson, reasons::TooManyRequests;
    GetDiscountCode:
        reasons::InvalidSiteId, reasons::InvalidDiscountCodeId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::DiscountCodeNotFound, reasons::TooManyRequests;
    UpdateDiscountCode:
        reasons::InvalidSiteId, reasons::InvalidDiscountCodeId, reasons::InvalidJson,
        reasons::UpdateDiscountCodeInvalidCode, reasons::UpdateDiscountCodeInvalidDescription,
        reasons::InvalidDiscountType, reasons::UpdateDiscountCodeInvalidAmount,
        reasons::InvalidMinOrderAmount, reasons::InvalidMaxUses, reasons::InvalidStartsAt,
        reasons::InvalidExpiry, reasons::InvalidActive, reasons::DiscountExceedsAll,
        reasons::AmountCannotBeCharged, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::DiscountCodeNotFound,
        reasons::DiscountCodeTaken, reasons::DiscountCodeInUse, reasons::DiscountCodeHasChanged,
        reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson, reasons::IfMatchIsRequired,
        reasons::TooManyRequests;
    RemoveDiscountCode:
        reasons::InvalidSiteId, reasons::InvalidDiscountCodeId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::DiscountCodeNotFound, reasons::DiscountCodeInUse, reasons::TooManyRequests;
    ListShippingZones:
        reasons::InvalidSiteId, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::TooManyRequests;
    CreateShippingZone:
        reasons::InvalidSiteId, reasons::InvalidJson, reasons::NameIsRequired,
        reasons::CreateShippingZoneInvalidName, reasons::InvalidCountries, reasons::InvalidStates,
        reasons::InvalidRates, reasons::InvalidRateId, reasons::InvalidRateName,
        reasons::InvalidRatePrice, reasons::InvalidRateFreeAbove,
        reasons::InvalidRateMinDeliveryDays, reasons::InvalidRateMaxDeliveryDays,
        reasons::ShippingRateGivenTwice, reasons::PriceCannotBeCharged, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::ShippingRateNotFound, reasons::TooManyShippingZones, reasons::RequestBodyTooLarge,
        reasons::ExpectedApplicationJson, reasons::TooManyRequests;
    GetShippingZone:
        reasons::InvalidSiteId, reasons::InvalidShippingZoneId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::ShippingZoneNotFound, reasons::TooManyRequests;
    UpdateShippingZone:
        reasons::InvalidSiteId, reasons::InvalidShippingZoneId, reasons::InvalidJson,
        reasons::UpdateShippingZoneInvalidName, reasons::InvalidCountries, reasons::InvalidStates,
        reasons::InvalidRates, reasons::InvalidRateId, reasons::InvalidRateName,
        reasons::InvalidRatePrice, reasons::InvalidRateFreeAbove,
        reasons::InvalidRateMinDeliveryDays, reasons::InvalidRateMaxDeliveryDays,
        reasons::ShippingRateGivenTwice, reasons::PriceCannotBeCharged, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::ShippingZoneNotFound, reasons::ShippingRateNotFound,
        reasons::ShippingZoneHasChanged, reasons::RequestBodyTooLarge,
        reasons::ExpectedApplicationJson, reasons::IfMatchIsRequired, reasons::TooManyRequests;
    RemoveShippingZone:
        reasons::InvalidSiteId, reasons::InvalidShippingZoneId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::ShippingZoneNotFound, reasons::TooManyRequests;
    ListGiftCertificates:
        reasons::InvalidSiteId, reasons::ListGiftCertificatesInvalidCode, reasons::InvalidLimit,
        reasons::LimitTooSmall, reasons::InvalidCursor, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::TooManyRequests;
    IssueGiftCertificate:
        reasons::InvalidSiteId, reasons::InvalidJson, reasons::IssueGiftCertificateInvalidAmount,
        reasons::IssueGiftCertificateInvalidCode, reasons::InvalidExpiry,
        reasons::ExpiresInThePast, reasons::AmountCannotBeCharged, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::GiftCertificateTaken, reasons::RequestBodyTooLarge,
        reasons::ExpectedApplicationJson, reasons::TooManyRequests;
    GetGiftCertificate:
        reasons::InvalidSiteId, reasons::InvalidGiftCertificateId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::GiftCertificateNotFound, reasons::TooManyRequests;
    DisableGiftCertificate:
        reasons::InvalidSiteId, reasons::InvalidGiftCertificateId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::GiftCertificateNotFound, reasons::TooManyRequests;
    EnableGiftCertificate:
        reasons::InvalidSiteId, reasons::InvalidGiftCertificateId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::GiftCertificateNotFound, reasons::TooManyRequests;
    GetTax:
        reasons::InvalidSiteId, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::SiteHasNoStore,
        reasons::TooManyRequests;
    UpdateTax:
        reasons::InvalidSiteId, reasons::InvalidJson, reasons::InvalidTaxRate,
        reasons::InvalidTaxShipping, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::SiteHasNoStore,
        reasons::TaxHasChanged, reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson,
        reasons::IfMatchIsRequired, reasons::TooManyRequests;
}

/// The routes of the operations tagged `catalog`.
pub fn routes<A: CatalogApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/sites/{siteId}/product-categories", api, |api, call| {
            Box::pin(list_product_categories(api, call))
        })
        .post("/sites/{siteId}/product-categories", api, |api, call| {
            Box::pin(create_product_category(api, call))
        })
        .get("/sites/{siteId}/product-categories/{productCategoryId}", api, |api, call| {
            Box::pin(get_product_category(api, call))
        })
        .patch("/sites/{siteId}/product-categories/{productCategoryId}", api, |api, call| {
            Box::pin(update_product_category(api, call))
        })
        .delete("/sites/{siteId}/product-categories/{productCategoryId}", api, |api, call| {
            Box::pin(remove_product_category(api, call))
        })
        .get("/sites/{siteId}/discount-codes", api, |api, call| {
            Box::pin(list_discount_codes(api, call))
        })
        .post("/sites/{siteId}/discount-codes", api, |api, call| {
            Box::pin(create_discount_code(api, call))
        })
        .get("/sites/{siteId}/discount-codes/{discountCodeId}", api, |api, call| {
            Box::pin(get_discount_code(api, call))
        })
        .patch("/sites/{siteId}/discount-codes/{discountCodeId}", api, |api, call| {
            Box::pin(update_discount_code(api, call))
        })
        .delete("/sites/{siteId}/discount-codes/{discountCodeId}", api, |api, call| {
            Box::pin(remove_discount_code(api, call))
        })
        .get("/sites/{siteId}/shipping-zones", api, |api, call| {
            Box::pin(list_shipping_zones(api, call))
        })
        .post("/sites/{siteId}/shipping-zones", api, |api, call| {
            Box::pin(create_shipping_zone(api, call))
        })
        .get("/sites/{siteId}/shipping-zones/{shippingZoneId}", api, |api, call| {
            Box::pin(get_shipping_zone(api, call))
        })
        .patch("/sites/{siteId}/shipping-zones/{shippingZoneId}", api, |api, call| {
            Box::pin(update_shipping_zone(api, call))
        })
        .delete("/sites/{siteId}/shipping-zones/{shippingZoneId}", api, |api, call| {
            Box::pin(remove_shipping_zone(api, call))
        })
        .get("/sites/{siteId}/gift-certificates", api, |api, call| {
            Box::pin(list_gift_certificates(api, call))
        })
        .post("/sites/{siteId}/gift-certificates", api, |api, call| {
            Box::pin(issue_gift_certificate(api, call))
        })
        .get("/sites/{siteId}/gift-certificates/{giftCertificateId}", api, |api, call| {
            Box::pin(get_gift_certificate(api, call))
        })
        .post("/sites/{siteId}/gift-certificates/{giftCertificateId}/disable", api, |api, call| {
            Box::pin(disable_gift_certificate(api, call))
        })
        .post("/sites/{siteId}/gift-certificates/{giftCertificateId}/enable", api, |api, call| {
            Box::pin(enable_gift_certificate(api, call))
        })
        .get("/sites/{siteId}/tax", api, |api, call| Box::pin(get_tax(api, call)))
        .patch("/sites/{siteId}/tax", api, |api, call| Box::pin(update_tax(api, call)))
}

async fn list_product_categories<A: CatalogApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ListProductCategories>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = ListProductCategories { site_id };
    let reply = api.list_product_categories(caller, request).await?;
    Ok(Reply::json(200, &types::ProductCategoryListResponse { data: reply }))
}

async fn create_product_category<A: CatalogApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<CreateProductCategory>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = CreateProductCategory {
        site_id,
        body: call.json(&SCHEMAS, "CreateProductCategoryRequest").await?,
    };
    let reply = api.create_product_category(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(201, &types::ProductCategoryResponse { data: reply }).version(version)
    })
}

async fn get_product_category<A: CatalogApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<GetProductCategory>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let product_category_id = call
        .path("productCategoryId")
        .message("Invalid product category ID")
        .integer()
        .required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = GetProductCategory { site_id, product_category_id };
    let reply = api.get_product_category(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(200, &types::ProductCategoryResponse { data: reply }).version(version)
    })
}

async fn update_product_category<A: CatalogApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<UpdateProductCategory>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let product_category_id = call
        .path("productCategoryId")
        .message("Invalid product category ID")
        .integer()
        .required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = UpdateProductCategory {
        site_id,
        product_category_id,
        if_match: call
            .header("If-Match")
            .message("If-Match is required")
            .status::<428>()
            .exact_text()
            .min_length(1)
            .required()?,
        body: call.json(&SCHEMAS, "ProductCategoryPatch").await?,
    };
    let reply = api.update_product_category(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(200, &types::ProductCategoryResponse { data: reply }).version(version)
    })
}

async fn remove_product_category<A: CatalogApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<RemoveProductCategory>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let product_category_id = call
        .path("productCategoryId")
        .message("Invalid product category ID")
        .integer()
        .required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = RemoveProductCategory { site_id, product_category_id };
    let reply = api.remove_product_category(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn list_discount_codes<A: CatalogApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ListDiscountCodes>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = ListDiscountCodes {
        site_id,
        q: call
            .query("q")
            .message("q must have at most 255 characters")
            .text()
            .max_length(255)
            .optional()?,
        limit: call.query("limit").integer().at_least(1).capped(100).or(50)?,
        cursor: call.query("cursor").message("Invalid cursor").text().max_length(255).optional()?,
    };
    let reply = api.list_discount_codes(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn create_discount_code<A: CatalogApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<CreateDiscountCode>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = CreateDiscountCode {
        site_id,
        body: call.json(&SCHEMAS, "CreateDiscountCodeRequest").await?,
    };
    let reply = api.create_discount_code(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(201, &types::DiscountCodeResponse { data: reply }).version(version)
    })
}

async fn get_discount_code<A: CatalogApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<GetDiscountCode>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let discount_code_id =
        call.path("discountCodeId").message("Invalid discount code ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = GetDiscountCode { site_id, discount_code_id };
    let reply = api.get_discount_code(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(200, &types::DiscountCodeResponse { data: reply }).version(version)
    })
}

async fn update_discount_code<A: CatalogApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<UpdateDiscountCode>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let discount_code_id =
        call.path("discountCodeId").message("Invalid discount code ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = UpdateDiscountCode {
        site_id,
        discount_code_id,
        if_match: call
            .header("If-Match")
            .message("If-Match is required")
            .status::<428>()
            .exact_text()
            .min_length(1)
            .required()?,
        body: call.json(&SCHEMAS, "DiscountCodePatch").await?,
    };
    let reply = api.update_discount_code(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(200, &types::DiscountCodeResponse { data: reply }).version(version)
    })
}

async fn remove_discount_code<A: CatalogApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<RemoveDiscountCode>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let discount_code_id =
        call.path("discountCodeId").message("Invalid discount code ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = RemoveDiscountCode { site_id, discount_code_id };
    let reply = api.remove_discount_code(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn list_shipping_zones<A: CatalogApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ListShippingZones>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = ListShippingZones { site_id };
    let reply = api.list_shipping_zones(caller, request).await?;
    Ok(Reply::json(200, &types::ShippingZoneListResponse { data: reply }))
}

async fn create_shipping_zone<A: CatalogApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<CreateShippingZone>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = CreateShippingZone {
        site_id,
        body: call.json(&SCHEMAS, "CreateShippingZoneRequest").await?,
    };
    let reply = api.create_shipping_zone(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(201, &types::ShippingZoneResponse { data: reply }).version(version)
    })
}

async fn get_shipping_zone<A: CatalogApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<GetShippingZone>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let shipping_zone_id =
        call.path("shippingZoneId").message("Invalid shipping zone ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = GetShippingZone { site_id, shipping_zone_id };
    let reply = api.get_shipping_zone(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(200, &types::ShippingZoneResponse { data: reply }).version(version)
    })
}

async fn update_shipping_zone<A: CatalogApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<UpdateShippingZone>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let shipping_zone_id =
        call.path("shippingZoneId").message("Invalid shipping zone ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = UpdateShippingZone {
        site_id,
        shipping_zone_id,
        if_match: call
            .header("If-Match")
            .message("If-Match is required")
            .status::<428>()
            .exact_text()
            .min_length(1)
            .required()?,
        body: call.json(&SCHEMAS, "ShippingZonePatch").await?,
    };
    let reply = api.update_shipping_zone(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(200, &types::ShippingZoneResponse { data: reply }).version(version)
    })
}

async fn remove_shipping_zone<A: CatalogApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<RemoveShippingZone>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let shipping_zone_id =
        call.path("shippingZoneId").message("Invalid shipping zone ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = RemoveShippingZone { site_id, shipping_zone_id };
    let reply = api.remove_shipping_zone(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn list_gift_certificates<A: CatalogApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ListGiftCertificates>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = ListGiftCertificates {
        site_id,
        code: call
            .query("code")
            .message("code must have at most 255 characters")
            .text()
            .max_length(255)
            .optional()?,
        limit: call.query("limit").integer().at_least(1).capped(100).or(50)?,
        cursor: call.query("cursor").message("Invalid cursor").text().max_length(255).optional()?,
    };
    let reply = api.list_gift_certificates(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn issue_gift_certificate<A: CatalogApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<IssueGiftCertificate>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = IssueGiftCertificate {
        site_id,
        body: call.json(&SCHEMAS, "IssueGiftCertificateRequest").await?,
    };
    let reply = api.issue_gift_certificate(caller, request).await?;
    Ok(Reply::json(201, &types::GiftCertificateResponse { data: reply }))
}

async fn get_gift_certificate<A: CatalogApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<GetGiftCertificate>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let gift_certificate_id = call
        .path("giftCertificateId")
        .message("Invalid gift certificate ID")
        .integer()
        .required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = GetGiftCertificate { site_id, gift_certificate_id };
    let reply = api.get_gift_certificate(caller, request).await?;
    Ok(Reply::json(200, &types::GiftCertificateResponse { data: reply }))
}

async fn disable_gift_certificate<A: CatalogApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<DisableGiftCertificate>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let gift_certificate_id = call
        .path("giftCertificateId")
        .message("Invalid gift certificate ID")
        .integer()
        .required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = DisableGiftCertificate { site_id, gift_certificate_id };
    let reply = api.disable_gift_certificate(caller, request).await?;
    Ok(Reply::json(200, &types::GiftCertificateResponse { data: reply }))
}

async fn enable_gift_certificate<A: CatalogApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<EnableGiftCertificate>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let gift_certificate_id = call
        .path("giftCertificateId")
        .message("Invalid gift certificate ID")
        .integer()
        .required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = EnableGiftCertificate { site_id, gift_certificate_id };
    let reply = api.enable_gift_certificate(caller, request).await?;
    Ok(Reply::json(200, &types::GiftCertificateResponse { data: reply }))
}

async fn get_tax<A: CatalogApi>(api: &A, call: &mut Call) -> Result<Reply, Error<GetTax>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = GetTax { site_id };
    let reply = api.get_tax(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(200, &types::TaxResponse { data: reply }).version(version)
    })
}

async fn update_tax<A: CatalogApi>(api: &A, call: &mut Call) -> Result<Reply, Error<UpdateTax>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = UpdateTax {
        site_id,
        if_match: call
            .header("If-Match")
            .message("If-Match is required")
            .status::<428>()
            .exact_text()
            .min_length(1)
            .required()?,
        body: call.json(&SCHEMAS, "TaxPatch").await?,
    };
    let reply = api.update_tax(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(200, &types::TaxResponse { data: reply }).version(version)
    })
}
