//! The operations tagged `stock`.
//!
//! Handlers implement [`StockApi`]. Each operation is a struct that holds its request and
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

/// The stock of products and variants.
pub trait StockApi: Authenticate + RateLimited {
    /// `GET /sites/{siteId}/stock`: List stock.
    ///
    /// The products and variants whose stock the store tracks, lowest stock first. If the stock of a
    /// variant is not tracked separately, the variant uses the stock of the product. Counts toward
    /// `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `shop`.
    fn list_stock(
        &self,
        caller: Self::Staff,
        request: ListStock,
    ) -> impl Future<Output = Result<types::StockListResponse, Error<ListStock>>> + Send;

    /// `GET /sites/{siteId}/stock/adjustments`: List adjustments of stock.
    ///
    /// The changes that staff made with `adjustStock`, newest first. Counts toward `staff-reads` (600 a
    /// minute for each client).
    ///
    /// Requires the role `shop`.
    fn list_stock_adjustments(
        &self,
        caller: Self::Staff,
        request: ListStockAdjustments,
    ) -> impl Future<
        Output = Result<types::StockAdjustmentListResponse, Error<ListStockAdjustments>>,
    > + Send;

    /// `POST /sites/{siteId}/stock/adjustments`: Adjust stock.
    ///
    /// Adds pieces to the stock of a product or a variant, or removes them. Concurrent orders and
    /// adjustments all count, because the request has a difference and not a new quantity. The stock
    /// never becomes negative. A product that has no stock yet gets one, and so does a variant if
    /// neither it nor its product has one: from then on, the stock limits sales. `listStockAdjustments`
    /// lists the adjustment with its reason.
    ///
    /// **Repeating a call** with the same `Idempotency-Key` and the same body returns the stored answer
    /// with `Idempotent-Replayed: true`. The stock does not change again. Keys are stored for 24 hours.
    /// Each person and each server key has separate keys. A refused request does not use up its key. A
    /// concurrent request with the same key waits for the first.
    ///
    /// Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    fn adjust_stock(
        &self,
        caller: Self::Staff,
        request: AdjustStock,
    ) -> impl Future<Output = Result<stoa_runtime::Replayable<types::StockItem>, Error<AdjustStock>>>
    + Send;
}

/// The operation `listStock` and its request.
#[derive(Clone)]
pub struct ListStock {
    /// Id of the site.
    pub site_id: i64,
    /// Items on a page, 1 to 100. A value above 100 is taken as 100.
    pub limit: i64,
    /// The `nextCursor` of the page before. Without it, the list begins with its first page.
    pub cursor: Option<String>,
}

impl Operation for ListStock {
    const ID: &'static str = "listStock";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
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

impl Restricted for ListStock {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for ListStock {}
impl Documents<401> for ListStock {}
impl Documents<403> for ListStock {}
impl Documents<404> for ListStock {}
impl Documents<429> for ListStock {}
impl Documents<500> for ListStock {}

/// The operation `listStockAdjustments` and its request.
#[derive(Clone)]
pub struct ListStockAdjustments {
    /// Id of the site.
    pub site_id: i64,
    /// Items on a page, 1 to 100. A value above 100 is taken as 100.
    pub limit: i64,
    /// The `nextCursor` of the page before. Without it, the list begins with its first page.
    pub cursor: Option<String>,
}

impl Operation for ListStockAdjustments {
    const ID: &'static str = "listStockAdjustments";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
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

impl Restricted for ListStockAdjustments {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for ListStockAdjustments {}
impl Documents<401> for ListStockAdjustments {}
impl Documents<403> for ListStockAdjustments {}
impl Documents<404> for ListStockAdjustments {}
impl Documents<429> for ListStockAdjustments {}
impl Documents<500> for ListStockAdjustments {}

/// The operation `adjustStock` and its request.
#[derive(Clone)]
pub struct AdjustStock {
    /// Id of the site.
    pub site_id: i64,
    /// A key that the client generates for each call, such as a UUID, and sends again when it repeats
    /// the call.
    pub idempotency: Option<stoa_runtime::Idempotency>,
    /// The body of the request.
    pub body: types::AdjustStockRequest,
}

impl Operation for AdjustStock {
    const ID: &'static str = "adjustStock";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "product_id_is_required", "productId is required"),
        (400, "invalid_variant_id", "variantId must be an integer"),
        (400, "invalid_delta", "delta must be between -1000000 and 1000000, and not 0"),
        (400, "reason_is_required", "reason is required"),
        (
            400,
            "invalid_reason",
            "reason must have at most 255 characters, and no control characters",
        ),
        (400, "invalid_idempotency_key", "Idempotency-Key must have 1 to 255 characters"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "product_not_found", "Product not found"),
        (404, "variant_not_found", "Variant not found"),
        (409, "stock_is_not_tracked", "Stock is not tracked"),
        (409, "insufficient_stock", "Insufficient stock"),
        (409, "stock_too_large", "The stock would exceed 9007199254740991"),
        (409, "idempotency_key_in_progress", "A request with this Idempotency-Key is in progress"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (422, "idempotency_key_reused", "Idempotency-Key was used with a different request"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for AdjustStock {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for AdjustStock {}
impl Documents<401> for AdjustStock {}
impl Documents<403> for AdjustStock {}
impl Documents<404> for AdjustStock {}
impl Documents<409> for AdjustStock {}
impl Documents<413> for AdjustStock {}
impl Documents<415> for AdjustStock {}
impl Documents<422> for AdjustStock {}
impl Documents<429> for AdjustStock {}
impl Documents<500> for AdjustStock {}
impl TakesBody for AdjustStock {}

stoa_runtime::refuses! {
    ListStock:
        reasons::InvalidSiteId, reasons::InvalidLimit, reasons::LimitTooSmall,
        reasons::InvalidCursor, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::TooManyRequests;
    ListStockAdjustments:
        reasons::InvalidSiteId, reasons::InvalidLimit, reasons::LimitTooSmall,
        reasons::InvalidCursor, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::TooManyRequests;
    AdjustStock:
        reasons::InvalidSiteId, reasons::InvalidJson, reasons::ProductIdIsRequired,
        reasons::AdjustStockInvalidVariantId, reasons::InvalidDelta, reasons::ReasonIsRequired,
        reasons::InvalidReason, reasons::InvalidIdempotencyKey, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::ProductNotFound, reasons::VariantNotFound, reasons::StockIsNotTracked,
        reasons::InsufficientStock, reasons::StockTooLarge, reasons::IdempotencyKeyInProgress,
        reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson,
        reasons::IdempotencyKeyReused, reasons::TooManyRequests;
}

/// The routes of the operations tagged `stock`.
pub fn routes<A: StockApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/sites/{siteId}/stock", api, |api, call| Box::pin(list_stock(api, call)))
        .get("/sites/{siteId}/stock/adjustments", api, |api, call| {
            Box::pin(list_stock_adjustments(api, call))
        })
        .post("/sites/{siteId}/stock/adjustments", api, |api, call| {
            Box::pin(adjust_stock(api, call))
        })
}

async fn list_stock<A: StockApi>(api: &A, call: &mut Call) -> Result<Reply, Error<ListStock>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = ListStock {
        site_id,
        limit: call.query("limit").integer().at_least(1).capped(100).or(50)?,
        cursor: call.query("cursor").message("Invalid cursor").text().max_length(255).optional()?,
    };
    let reply = api.list_stock(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn list_stock_adjustments<A: StockApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ListStockAdjustments>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = ListStockAdjustments {
        site_id,
        limit: call.query("limit").integer().at_least(1).capped(100).or(50)?,
        cursor: call.query("cursor").message("Invalid cursor").text().max_length(255).optional()?,
    };
    let reply = api.list_stock_adjustments(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn adjust_stock<A: StockApi>(api: &A, call: &mut Call) -> Result<Reply, Error<AdjustStock>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let idempotency_key = call
        .header("Idempotency-Key")
        .message("Idempotency-Key must have 1 to 255 characters")
        .exact_text()
        .min_length(1)
        .max_length(255)
        .optional()?;
    let (body, idempotency) =
        call.idempotent(idempotency_key).json(&SCHEMAS, "AdjustStockRequest").await?;
    let request = AdjustStock { site_id, idempotency, body };
    let reply = api.adjust_stock(caller, request).await?;
    Ok(reply.write(|reply| Reply::json(201, &types::StockItemResponse { data: reply })))
}
