//! The operations tagged `designs`.
//!
//! Handlers implement [`DesignsApi`]. Each operation is a struct that holds its request and
//! implements `Documents` for each failure that it documents. The route of the operation reads the
//! path, finds the caller with [`Authenticate`], reads the rest of the request, calls the handler
//! and writes the response.

use std::sync::Arc;

use stoa_runtime::{Call, Documents, Error, Operation, Reply, Routes, TakesBody};
use stoa_storefront_reasons as reasons;
use stoa_storefront_types as types;

use crate::{Authenticate, RateLimited, SCHEMAS};

/// The product designer: designs, their owners, and sharing.
pub trait DesignsApi: Authenticate + RateLimited {
    /// `GET /{siteId}/designs`: List designs.
    ///
    /// The caller's designs, the last changed first; none for a caller without a token and a session.
    /// With `templates=1`, the templates of the store's staff for products that customers can design
    /// instead, for every caller. Legacy designs are not listed. Counts toward `reads` (6,000 a minute
    /// for each client).
    fn list_designs(
        &self,
        caller: Self::CustomerOrDesignSessionOrAnyone,
        request: ListDesigns,
    ) -> impl Future<Output = Result<Vec<types::DesignSummary>, Error<ListDesigns>>> + Send;

    /// `POST /{siteId}/designs`: Create a design.
    ///
    /// Creates a design for an active product that can be designed. The design belongs to the customer,
    /// or else to the designer session. A visitor who has neither gets a session, as the cookie and,
    /// only in this response, as `sessionId`. While a customer or a session has 2,000 designs or more,
    /// without deleted ones, a further one is refused with `Too many designs`; `claimDesigns` transfers
    /// all. Counts toward `new-designs` (60 a minute for each client). The stored bytes count toward
    /// `stored-bytes` (1,000,000,000 bytes a day for each client) or `customer-stored-bytes`
    /// (2,000,000,000 bytes a day for each customer).
    fn create_design(
        &self,
        caller: Self::CustomerOrDesignSessionOrAnyone,
        request: CreateDesign,
    ) -> impl Future<Output = Result<CreateDesignReply, Error<CreateDesign>>> + Send;

    /// `GET /{siteId}/designs/{designId}`: Get one of the caller's designs.
    ///
    /// A UUID names a legacy design, or else another design by its `uuid`; with a UUID, `sessionId` may
    /// be sent instead of the cookie. Only the owner gets a design here, even if it is shared. Counts
    /// toward `reads` (6,000 a minute for each client).
    fn get_design(
        &self,
        caller: Self::CustomerOrDesignSessionOrAnyone,
        request: GetDesign,
    ) -> impl Future<Output = Result<types::AnyDesign, Error<GetDesign>>> + Send;

    /// `PUT /{siteId}/designs/{designId}`: Save a design.
    ///
    /// Changes only the fields that are sent. `null` clears a field that can be empty. A design takes
    /// `layers`, `styleOverrides`, `name`, `description`, `thumbnailUrl` and `styleId`. A legacy design
    /// takes `name`, `layersBySurface`, `canvasSize` and `status`. Fields of the other kind of design
    /// are ignored. If `designId` is a UUID, `sessionId` may be sent instead of the cookie. An image in
    /// `thumbnailUrl` is stored like an upload. A change of `layers`, `styleOverrides` or `styleId`
    /// turns a finalized design into a draft. Counts toward `saved-designs` (120 a minute for each
    /// client). The stored bytes count toward `stored-bytes` (1,000,000,000 bytes a day for each
    /// client) or `customer-stored-bytes` (2,000,000,000 bytes a day for each customer).
    fn update_design(
        &self,
        caller: Self::CustomerOrDesignSessionOrAnyone,
        request: UpdateDesign,
    ) -> impl Future<Output = Result<types::AnyDesign, Error<UpdateDesign>>> + Send;

    /// `DELETE /{siteId}/designs/{designId}`: Delete a design.
    ///
    /// A design is hidden, and deleted after 30 days unless a cart or an order uses it. A legacy design
    /// that no cart and no order uses is removed immediately.
    fn delete_design(
        &self,
        caller: Self::CustomerOrDesignSession,
        request: DeleteDesign,
    ) -> impl Future<Output = Result<types::DeletedDesign, Error<DeleteDesign>>> + Send;

    /// `GET /{siteId}/designs/public/{uuid}`: Get a shared design.
    ///
    /// A design or legacy design whose owner shares it. A design that is not shared, and an id that is
    /// not a UUID, get the same answer as an unknown design. Counts toward `reads` (6,000 a minute for
    /// each client).
    fn get_public_design(
        &self,
        caller: Self::Anyone,
        request: GetPublicDesign,
    ) -> impl Future<Output = Result<types::AnyDesign, Error<GetPublicDesign>>> + Send;

    /// `POST /{siteId}/designs/{designId}/share`: Share a design, or stop sharing it.
    ///
    /// Sets whether the design is shared. `shareableUrl` is the page that shows it. `design` shows a
    /// legacy design like any other, with its number as `id`. Every operation of a design accepts this
    /// number; a cart accepts only the UUID.
    fn share_design(
        &self,
        caller: Self::CustomerOrDesignSession,
        request: ShareDesign,
    ) -> impl Future<Output = Result<types::ShareDesignResponse, Error<ShareDesign>>> + Send;

    /// `POST /{siteId}/designs/{designId}/clone`: Copy a design.
    ///
    /// Copies any design that the caller can read: owned, shared or a template. The copy is a draft
    /// with the images of the original and belongs to the caller. A visitor who has neither a token nor
    /// a session gets a session, as in `createDesign`. The copy of a legacy design is not a legacy
    /// design; its surfaces become sides. While a customer or a session has 2,000 designs or more,
    /// without deleted ones, a further one is refused with `Too many designs`; `claimDesigns` transfers
    /// all.
    ///
    /// **Repeating a call** with the same `Idempotency-Key` and the same body returns the stored answer
    /// with `Idempotent-Replayed: true`. Nothing is copied again. Keys are stored for 24 hours, and
    /// belong to the customer or, without a token, to the session. A caller who has neither starts a
    /// session with each call, and the key belongs to that session: repeated without the cookie, the
    /// call makes another copy in another session, so that a key never gives access to another caller's
    /// session. A copy whose cookie was lost is deleted with its session. A refused request does not
    /// use up its key. A request that arrives while the first is in progress waits for it.
    ///
    /// Counts toward `new-designs` (60 a minute for each client). The stored bytes count toward
    /// `stored-bytes` (1,000,000,000 bytes a day for each client) or `customer-stored-bytes`
    /// (2,000,000,000 bytes a day for each customer).
    fn clone_design(
        &self,
        caller: Self::CustomerOrDesignSessionOrAnyone,
        request: CloneDesign,
    ) -> impl Future<Output = Result<stoa_runtime::Replayable<CloneDesignReply>, Error<CloneDesign>>>
    + Send;

    /// `POST /{siteId}/designs/claim`: Claim the designs of a session.
    ///
    /// Call it after login to transfer all designs and legacy designs of a designer session, and its
    /// images, to the customer. The session is that of `sessionId`, or else of the cookie. A session
    /// that is unknown or has no designs gives 0, and so does a repeated call. The call needs the
    /// customer's token, even if the cookie is sent.
    fn claim_designs(
        &self,
        caller: Self::CustomerOrDesignSession,
        request: ClaimDesigns,
    ) -> impl Future<Output = Result<types::ClaimedDesigns, Error<ClaimDesigns>>> + Send;

    /// `GET /{siteId}/designs/anonymous/count`: Count the designs of the session.
    ///
    /// The number of designs in the designer session of the cookie; 0 without a session. With a token
    /// too, the answer has the `sessionId` that `claimDesigns` needs. Counts toward `reads` (6,000 a
    /// minute for each client).
    fn count_anonymous_designs(
        &self,
        caller: Self::CustomerOrDesignSessionOrAnyone,
        request: CountAnonymousDesigns,
    ) -> impl Future<Output = Result<types::DesignCount, Error<CountAnonymousDesigns>>> + Send;
}

/// The operation `listDesigns` and its request.
#[derive(Clone)]
pub struct ListDesigns {
    /// Id of the site.
    pub site_id: i64,
    /// Lists only designs for this product.
    pub product_id: Option<i64>,
    /// 1 for the templates of the store's staff, 0 for the caller's own designs.
    pub templates: i64,
}

impl Operation for ListDesigns {
    const ID: &'static str = "listDesigns";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_product_id", "productId must be an integer"),
        (400, "invalid_templates", "templates must be 0 or 1"),
        (401, "unauthorized", "Unauthorized"),
        (404, "store_not_found", "Store not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<400> for ListDesigns {}
impl Documents<401> for ListDesigns {}
impl Documents<404> for ListDesigns {}
impl Documents<429> for ListDesigns {}
impl Documents<500> for ListDesigns {}

/// The operation `createDesign` and its request.
#[derive(Clone)]
pub struct CreateDesign {
    /// Id of the site.
    pub site_id: i64,
    /// The body of the request.
    pub body: types::CreateDesignRequest,
    /// Size of the body in bytes, which the handler counts toward a rate limit.
    pub body_bytes: u64,
}

impl Operation for CreateDesign {
    const ID: &'static str = "createDesign";
    const GROWS_STORAGE: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_json", "Invalid JSON body"),
        (400, "product_id_is_required", "productId is required"),
        (400, "invalid_name", "name must be text of 1 to 255 characters"),
        (
            400,
            "invalid_layers",
            "layers must be a list of at most 500 objects with at most 1048576 bytes, 50000 values and a depth of 120",
        ),
        (400, "product_is_not_designable", "Product is not designable"),
        (400, "too_many_designs", "Too many designs"),
        (401, "unauthorized", "Unauthorized"),
        (404, "store_not_found", "Store not found"),
        (404, "product_not_found", "Product not found"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (429, "too_many_uploads", "Too many uploads, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<400> for CreateDesign {}
impl Documents<401> for CreateDesign {}
impl Documents<404> for CreateDesign {}
impl Documents<413> for CreateDesign {}
impl Documents<415> for CreateDesign {}
impl Documents<429> for CreateDesign {}
impl Documents<500> for CreateDesign {}
impl TakesBody for CreateDesign {}

/// The answer of `createDesign`.
#[derive(Debug, Clone)]
pub struct CreateDesignReply {
    /// The body of the response.
    pub body: types::CreatedDesign,
    /// The header `Set-Cookie`.
    pub set_cookie: Option<String>,
}

/// The operation `getDesign` and its request.
#[derive(Clone)]
pub struct GetDesign {
    /// Id of the site.
    pub site_id: i64,
    /// The number or the UUID of a design. Legacy designs have both.
    pub design_id: types::DesignId,
    /// The designer session, if its cookie cannot be sent. Ignored if `designId` is a number.
    pub session_id: Option<String>,
}

impl Operation for GetDesign {
    const ID: &'static str = "getDesign";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_design_id", "Invalid design ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "forbidden", "You do not have access to this design"),
        (404, "store_not_found", "Store not found"),
        (404, "design_not_found", "Design not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<400> for GetDesign {}
impl Documents<401> for GetDesign {}
impl Documents<403> for GetDesign {}
impl Documents<404> for GetDesign {}
impl Documents<429> for GetDesign {}
impl Documents<500> for GetDesign {}

/// The operation `updateDesign` and its request.
#[derive(Clone)]
pub struct UpdateDesign {
    /// Id of the site.
    pub site_id: i64,
    /// The number or the UUID of a design. Legacy designs have both.
    pub design_id: types::DesignId,
    /// The body of the request.
    pub body: types::UpdateDesignRequest,
    /// Size of the body in bytes, which the handler counts toward a rate limit.
    pub body_bytes: u64,
}

impl Operation for UpdateDesign {
    const ID: &'static str = "updateDesign";
    const GROWS_STORAGE: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_design_id", "Invalid design ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "invalid_name", "name must be text of 1 to 255 characters"),
        (
            400,
            "invalid_layers",
            "layers must be a list of at most 500 objects with at most 1048576 bytes, 50000 values and a depth of 120",
        ),
        (400, "invalid_description", "description must be text of at most 2000 characters"),
        (400, "invalid_thumbnail_url", "thumbnailUrl must be a URL"),
        (400, "invalid_style_id", "styleId is not a style of the product"),
        (
            400,
            "invalid_style_overrides",
            "styleOverrides must be an object with at most 1048576 bytes, 50000 values and a depth of 120",
        ),
        (
            400,
            "invalid_layers_by_surface",
            "layersBySurface must be an object with at most 1048576 bytes, 50000 values and a depth of 120",
        ),
        (400, "invalid_canvas_size", "canvasSize must have a width and a height"),
        (400, "invalid_session_id", "sessionId must be text of at most 255 characters"),
        (400, "invalid_status", "status must be draft, finalized or rendered"),
        (401, "unauthorized", "Unauthorized"),
        (403, "forbidden", "You do not have access to this design"),
        (404, "store_not_found", "Store not found"),
        (404, "design_not_found", "Design not found"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (429, "too_many_uploads", "Too many uploads, slow down"),
        (500, "internal_server_error", "Internal server error"),
        (503, "storage_is_full", "Storage is full, try again later"),
    ];
}

impl Documents<400> for UpdateDesign {}
impl Documents<401> for UpdateDesign {}
impl Documents<403> for UpdateDesign {}
impl Documents<404> for UpdateDesign {}
impl Documents<413> for UpdateDesign {}
impl Documents<415> for UpdateDesign {}
impl Documents<429> for UpdateDesign {}
impl Documents<500> for UpdateDesign {}
impl Documents<503> for UpdateDesign {}
impl TakesBody for UpdateDesign {}

/// The operation `deleteDesign` and its request.
#[derive(Clone)]
pub struct DeleteDesign {
    /// Id of the site.
    pub site_id: i64,
    /// The number or the UUID of a design. Legacy designs have both.
    pub design_id: types::DesignId,
}

impl Operation for DeleteDesign {
    const ID: &'static str = "deleteDesign";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_design_id", "Invalid design ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "forbidden", "You do not have access to this design"),
        (404, "store_not_found", "Store not found"),
        (404, "design_not_found", "Design not found"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<400> for DeleteDesign {}
impl Documents<401> for DeleteDesign {}
impl Documents<403> for DeleteDesign {}
impl Documents<404> for DeleteDesign {}
impl Documents<500> for DeleteDesign {}

/// The operation `getPublicDesign` and its request.
#[derive(Clone)]
pub struct GetPublicDesign {
    /// Id of the site.
    pub site_id: i64,
    /// The `uuid` of a shared design.
    pub uuid: String,
}

impl Operation for GetPublicDesign {
    const ID: &'static str = "getPublicDesign";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_uuid", "uuid must be valid text without NUL"),
        (404, "store_not_found", "Store not found"),
        (404, "design_not_found", "Design not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<400> for GetPublicDesign {}
impl Documents<404> for GetPublicDesign {}
impl Documents<429> for GetPublicDesign {}
impl Documents<500> for GetPublicDesign {}

/// The operation `shareDesign` and its request.
#[derive(Clone)]
pub struct ShareDesign {
    /// Id of the site.
    pub site_id: i64,
    /// The number or the UUID of a design. Legacy designs have both.
    pub design_id: types::DesignId,
    /// The body of the request.
    pub body: types::ShareDesignRequest,
}

impl Operation for ShareDesign {
    const ID: &'static str = "shareDesign";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_design_id", "Invalid design ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "is_public_is_required", "isPublic is required"),
        (401, "unauthorized", "Unauthorized"),
        (403, "forbidden", "You do not have access to this design"),
        (404, "store_not_found", "Store not found"),
        (404, "design_not_found", "Design not found"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<400> for ShareDesign {}
impl Documents<401> for ShareDesign {}
impl Documents<403> for ShareDesign {}
impl Documents<404> for ShareDesign {}
impl Documents<413> for ShareDesign {}
impl Documents<415> for ShareDesign {}
impl Documents<500> for ShareDesign {}
impl TakesBody for ShareDesign {}

/// The operation `cloneDesign` and its request.
#[derive(Clone)]
pub struct CloneDesign {
    /// Id of the site.
    pub site_id: i64,
    /// The number or the UUID of a design. Legacy designs have both.
    pub design_id: types::DesignId,
    /// A key that the client generates for each call, such as a UUID, and sends again when it repeats
    /// the call.
    pub idempotency: Option<stoa_runtime::Idempotency>,
    /// The body of the request.
    pub body: types::CloneDesignRequest,
    /// Size of the body in bytes, which the handler counts toward a rate limit.
    pub body_bytes: u64,
}

impl Operation for CloneDesign {
    const ID: &'static str = "cloneDesign";
    const GROWS_STORAGE: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_design_id", "Invalid design ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "invalid_name", "name must be text of 1 to 255 characters"),
        (400, "too_many_designs", "Too many designs"),
        (400, "too_many_images", "Too many images"),
        (400, "invalid_idempotency_key", "Idempotency-Key must have 1 to 255 characters"),
        (401, "unauthorized", "Unauthorized"),
        (403, "forbidden", "You do not have access to this design"),
        (404, "store_not_found", "Store not found"),
        (404, "design_not_found", "Design not found"),
        (409, "idempotency_key_in_progress", "A request with this Idempotency-Key is in progress"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (422, "idempotency_key_reused", "Idempotency-Key was used with a different request"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (429, "too_many_uploads", "Too many uploads, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<400> for CloneDesign {}
impl Documents<401> for CloneDesign {}
impl Documents<403> for CloneDesign {}
impl Documents<404> for CloneDesign {}
impl Documents<409> for CloneDesign {}
impl Documents<413> for CloneDesign {}
impl Documents<415> for CloneDesign {}
impl Documents<422> for CloneDesign {}
impl Documents<429> for CloneDesign {}
impl Documents<500> for CloneDesign {}
impl TakesBody for CloneDesign {}

/// The answer of `cloneDesign`.
#[derive(Debug, Clone)]
pub struct CloneDesignReply {
    /// The body of the response.
    pub body: types::CreatedDesign,
    /// The header `Set-Cookie`.
    pub set_cookie: Option<String>,
}

/// The operation `claimDesigns` and its request.
#[derive(Clone)]
pub struct ClaimDesigns {
    /// Id of the site.
    pub site_id: i64,
    /// The body of the request.
    pub body: types::ClaimDesignsRequest,
}

impl Operation for ClaimDesigns {
    const ID: &'static str = "claimDesigns";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_json", "Invalid JSON body"),
        (400, "session_id_is_required", "sessionId is required"),
        (400, "customer_id_is_required", "customerId is required"),
        (401, "unauthorized", "Unauthorized"),
        (403, "another_customer", "customerId does not match the authenticated customer"),
        (404, "store_not_found", "Store not found"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<400> for ClaimDesigns {}
impl Documents<401> for ClaimDesigns {}
impl Documents<403> for ClaimDesigns {}
impl Documents<404> for ClaimDesigns {}
impl Documents<413> for ClaimDesigns {}
impl Documents<415> for ClaimDesigns {}
impl Documents<500> for ClaimDesigns {}
impl TakesBody for ClaimDesigns {}

/// The operation `countAnonymousDesigns` and its request.
#[derive(Clone)]
pub struct CountAnonymousDesigns {
    /// Id of the site.
    pub site_id: i64,
}

impl Operation for CountAnonymousDesigns {
    const ID: &'static str = "countAnonymousDesigns";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (401, "unauthorized", "Unauthorized"),
        (404, "store_not_found", "Store not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<401> for CountAnonymousDesigns {}
impl Documents<404> for CountAnonymousDesigns {}
impl Documents<429> for CountAnonymousDesigns {}
impl Documents<500> for CountAnonymousDesigns {}

stoa_runtime::refuses! {
    ListDesigns:
        reasons::InvalidProductId, reasons::InvalidTemplates, reasons::Unauthorized,
        reasons::StoreNotFound, reasons::TooManyRequests;
    CreateDesign:
        reasons::InvalidJson, reasons::ProductIdIsRequired, reasons::InvalidName,
        reasons::InvalidLayers, reasons::ProductIsNotDesignable, reasons::TooManyDesigns,
        reasons::Unauthorized, reasons::StoreNotFound, reasons::ProductNotFound,
        reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson, reasons::TooManyRequests,
        reasons::TooManyUploads;
    GetDesign:
        reasons::GetDesignInvalidDesignId, reasons::Unauthorized, reasons::Forbidden,
        reasons::StoreNotFound, reasons::DesignNotFound, reasons::TooManyRequests;
    UpdateDesign:
        reasons::UpdateDesignInvalidDesignId, reasons::InvalidJson, reasons::InvalidName,
        reasons::InvalidLayers, reasons::InvalidDescription, reasons::InvalidThumbnailUrl,
        reasons::InvalidStyleId, reasons::InvalidStyleOverrides, reasons::InvalidLayersBySurface,
        reasons::InvalidCanvasSize, reasons::UpdateDesignInvalidSessionId, reasons::InvalidStatus,
        reasons::Unauthorized, reasons::Forbidden, reasons::StoreNotFound, reasons::DesignNotFound,
        reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson, reasons::TooManyRequests,
        reasons::TooManyUploads, reasons::StorageIsFull;
    DeleteDesign:
        reasons::DeleteDesignInvalidDesignId, reasons::Unauthorized, reasons::Forbidden,
        reasons::StoreNotFound, reasons::DesignNotFound;
    GetPublicDesign:
        reasons::InvalidUuid, reasons::StoreNotFound, reasons::DesignNotFound,
        reasons::TooManyRequests;
    ShareDesign:
        reasons::ShareDesignInvalidDesignId, reasons::InvalidJson, reasons::IsPublicIsRequired,
        reasons::Unauthorized, reasons::Forbidden, reasons::StoreNotFound, reasons::DesignNotFound,
        reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson;
    CloneDesign:
        reasons::CloneDesignInvalidDesignId, reasons::InvalidJson, reasons::InvalidName,
        reasons::TooManyDesigns, reasons::TooManyImages, reasons::InvalidIdempotencyKey,
        reasons::Unauthorized, reasons::Forbidden, reasons::StoreNotFound, reasons::DesignNotFound,
        reasons::IdempotencyKeyInProgress, reasons::RequestBodyTooLarge,
        reasons::ExpectedApplicationJson, reasons::IdempotencyKeyReused, reasons::TooManyRequests,
        reasons::TooManyUploads;
    ClaimDesigns:
        reasons::InvalidJson, reasons::SessionIdIsRequired, reasons::CustomerIdIsRequired,
        reasons::Unauthorized, reasons::AnotherCustomer, reasons::StoreNotFound,
        reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson;
    CountAnonymousDesigns:
        reasons::Unauthorized, reasons::StoreNotFound, reasons::TooManyRequests;
}

/// The routes of the operations tagged `designs`.
pub fn routes<A: DesignsApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/{siteId}/designs", api, |api, call| Box::pin(list_designs(api, call)))
        .post("/{siteId}/designs", api, |api, call| Box::pin(create_design(api, call)))
        .get("/{siteId}/designs/{designId}", api, |api, call| Box::pin(get_design(api, call)))
        .put("/{siteId}/designs/{designId}", api, |api, call| Box::pin(update_design(api, call)))
        .delete("/{siteId}/designs/{designId}", api, |api, call| Box::pin(delete_design(api, call)))
        .get("/{siteId}/designs/public/{uuid}", api, |api, call| {
            Box::pin(get_public_design(api, call))
        })
        .post("/{siteId}/designs/{designId}/share", api, |api, call| {
            Box::pin(share_design(api, call))
        })
        .post("/{siteId}/designs/{designId}/clone", api, |api, call| {
            Box::pin(clone_design(api, call))
        })
        .post("/{siteId}/designs/claim", api, |api, call| Box::pin(claim_designs(api, call)))
        .get("/{siteId}/designs/anonymous/count", api, |api, call| {
            Box::pin(count_anonymous_designs(api, call))
        })
}

async fn list_designs<A: DesignsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ListDesigns>> {
    call.never_store();
    let site_id =
        call.path("siteId").message("Store not found").status::<404>().integer().required()?;
    let caller = api
        .customer_or_design_session_or_anyone(call.credentials(), call.context(), site_id)
        .await?;
    api.rate_limits().reads.count(call.client()).await?;
    let request = ListDesigns {
        site_id,
        product_id: call.query("productId").integer().optional()?,
        templates: call
            .query("templates")
            .message("templates must be 0 or 1")
            .integer()
            .at_least(0)
            .at_most(1)
            .or(0)?,
    };
    let reply = api.list_designs(caller, request).await?;
    Ok(Reply::json(200, &types::DesignListResponse { data: reply }))
}

async fn create_design<A: DesignsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<CreateDesign>> {
    call.never_store();
    let site_id =
        call.path("siteId").message("Store not found").status::<404>().integer().required()?;
    let caller = api
        .customer_or_design_session_or_anyone(call.credentials(), call.context(), site_id)
        .await?;
    api.rate_limits().new_designs.count(call.client()).await?;
    let request = CreateDesign {
        site_id,
        body: call.json(&SCHEMAS, "CreateDesignRequest").await?,
        body_bytes: call.body_bytes(),
    };
    let reply = api.create_design(caller, request).await?;
    Ok(Reply::json(201, &types::CreatedDesignResponse { data: reply.body })
        .optional_header(stoa_runtime::HeaderName::from_static("set-cookie"), reply.set_cookie))
}

async fn get_design<A: DesignsApi>(api: &A, call: &mut Call) -> Result<Reply, Error<GetDesign>> {
    call.never_store();
    let site_id =
        call.path("siteId").message("Store not found").status::<404>().integer().required()?;
    let design_id = call
        .path("designId")
        .message("Invalid design ID")
        .integer_or_uuid::<types::DesignId>()
        .required()?;
    let caller = api
        .customer_or_design_session_or_anyone(call.credentials(), call.context(), site_id)
        .await?;
    api.rate_limits().reads.count(call.client()).await?;
    let request = GetDesign {
        site_id,
        design_id,
        session_id: call.query("sessionId").text().max_length(255).optional()?,
    };
    let reply = api.get_design(caller, request).await?;
    Ok(Reply::json(200, &types::AnyDesignResponse { data: reply }))
}

async fn update_design<A: DesignsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<UpdateDesign>> {
    call.never_store();
    let site_id =
        call.path("siteId").message("Store not found").status::<404>().integer().required()?;
    let design_id = call
        .path("designId")
        .message("Invalid design ID")
        .integer_or_uuid::<types::DesignId>()
        .required()?;
    let caller = api
        .customer_or_design_session_or_anyone(call.credentials(), call.context(), site_id)
        .await?;
    api.rate_limits().saved_designs.count(call.client()).await?;
    let request = UpdateDesign {
        site_id,
        design_id,
        body: call.max_bytes(2 * 1024 * 1024).json(&SCHEMAS, "UpdateDesignRequest").await?,
        body_bytes: call.body_bytes(),
    };
    let reply = api.update_design(caller, request).await?;
    Ok(Reply::json(200, &types::AnyDesignResponse { data: reply }))
}

async fn delete_design<A: DesignsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<DeleteDesign>> {
    call.never_store();
    let site_id =
        call.path("siteId").message("Store not found").status::<404>().integer().required()?;
    let design_id = call
        .path("designId")
        .message("Invalid design ID")
        .integer_or_uuid::<types::DesignId>()
        .required()?;
    let caller =
        api.customer_or_design_session(call.credentials(), call.context(), site_id).await?;
    let request = DeleteDesign { site_id, design_id };
    let reply = api.delete_design(caller, request).await?;
    Ok(Reply::json(200, &types::DeletedDesignResponse { data: reply }))
}

async fn get_public_design<A: DesignsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<GetPublicDesign>> {
    let site_id =
        call.path("siteId").message("Store not found").status::<404>().integer().required()?;
    let uuid = call.path("uuid").text().required()?;
    let caller = api.anyone(call.context(), site_id).await?;
    api.rate_limits().reads.count(call.client()).await?;
    let request = GetPublicDesign { site_id, uuid };
    let reply = api.get_public_design(caller, request).await?;
    Ok(Reply::json(200, &types::AnyDesignResponse { data: reply }))
}

async fn share_design<A: DesignsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ShareDesign>> {
    call.never_store();
    let site_id =
        call.path("siteId").message("Store not found").status::<404>().integer().required()?;
    let design_id = call
        .path("designId")
        .message("Invalid design ID")
        .integer_or_uuid::<types::DesignId>()
        .required()?;
    let caller =
        api.customer_or_design_session(call.credentials(), call.context(), site_id).await?;
    let request =
        ShareDesign { site_id, design_id, body: call.json(&SCHEMAS, "ShareDesignRequest").await? };
    let reply = api.share_design(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn clone_design<A: DesignsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<CloneDesign>> {
    call.never_store();
    let site_id =
        call.path("siteId").message("Store not found").status::<404>().integer().required()?;
    let design_id = call
        .path("designId")
        .message("Invalid design ID")
        .integer_or_uuid::<types::DesignId>()
        .required()?;
    let caller = api
        .customer_or_design_session_or_anyone(call.credentials(), call.context(), site_id)
        .await?;
    api.rate_limits().new_designs.count(call.client()).await?;
    let idempotency_key = call
        .header("Idempotency-Key")
        .message("Idempotency-Key must have 1 to 255 characters")
        .exact_text()
        .min_length(1)
        .max_length(255)
        .optional()?;
    let (body, idempotency) =
        call.idempotent(idempotency_key).json(&SCHEMAS, "CloneDesignRequest").await?;
    let body_bytes = call.body_bytes();
    let request = CloneDesign { site_id, design_id, idempotency, body, body_bytes };
    let reply = api.clone_design(caller, request).await?;
    Ok(reply.write(|reply| {
        Reply::json(200, &types::CreatedDesignResponse { data: reply.body })
            .optional_header(stoa_runtime::HeaderName::from_static("set-cookie"), reply.set_cookie)
    }))
}

async fn claim_designs<A: DesignsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ClaimDesigns>> {
    call.never_store();
    let site_id =
        call.path("siteId").message("Store not found").status::<404>().integer().required()?;
    let caller =
        api.customer_or_design_session(call.credentials(), call.context(), site_id).await?;
    let request = ClaimDesigns { site_id, body: call.json(&SCHEMAS, "ClaimDesignsRequest").await? };
    let reply = api.claim_designs(caller, request).await?;
    Ok(Reply::json(200, &types::ClaimDesignsResponse { data: reply }))
}

async fn count_anonymous_designs<A: DesignsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<CountAnonymousDesigns>> {
    call.never_store();
    let site_id =
        call.path("siteId").message("Store not found").status::<404>().integer().required()?;
    let caller = api
        .customer_or_design_session_or_anyone(call.credentials(), call.context(), site_id)
        .await?;
    api.rate_limits().reads.count(call.client()).await?;
    let request = CountAnonymousDesigns { site_id };
    let reply = api.count_anonymous_designs(caller, request).await?;
    Ok(Reply::json(200, &types::DesignCountResponse { data: reply }))
}
