//! The operations tagged `drawings`.
//!
//! Handlers implement [`DrawingsApi`]. Each operation is a struct that holds its request and
//! implements `Documents` for each failure that it documents. The route of the operation reads the
//! path, finds the caller with [`Authenticate`], reads the rest of the request, calls the handler
//! and writes the response.

use std::sync::Arc;

use stoa_runtime::{Call, Documents, Error, Operation, Reply, Routes, TakesBody};
use stoa_storefront_reasons as reasons;
use stoa_storefront_types as types;

use crate::{Authenticate, RateLimited, SCHEMAS};

/// Pictures of designs, and the fonts that they use.
pub trait DrawingsApi: Authenticate + RateLimited {
    /// `POST /{siteId}/designs/{designId}/finalize`: Finalize a design.
    ///
    /// Marks the design as finalized, draws it for printing, and draws a composite mockup of it on the
    /// product (`mockupUrl`). Call it before adding the design to a cart. The finalized revision is
    /// stored and ordered unchanged, whatever happens to the design later. If the photo of the product
    /// cannot be loaded within 10 s, the mockup is on white, and the server draws it again until the
    /// photo can be loaded, for a day; `mockupUrl` then changes. The print files do not wait for the
    /// photo. Where the print area is given in fractions, the server then assumes a square photo.
    /// Idempotent until `layers`, `styleOverrides` or `styleId` change. Anything that cannot be drawn
    /// is left out; `missingCharacters` names the characters that no font has, so that a page can tell
    /// the customer. A design whose images and drawings have 300 MB is refused with `Too many images`.
    /// The sides of a legacy design are its surfaces, drawn on white in the proportions of
    /// `canvasSize`; the answer has the form of a `Design`, with the number of the design as `id` and
    /// the layers of its surfaces in `layers`. A surface whose name has more than 100 bytes is left
    /// out. Counts toward `drawings` (60 a minute for each client). The stored bytes count toward
    /// `stored-bytes` (1,000,000,000 bytes a day for each client) or `customer-stored-bytes`
    /// (2,000,000,000 bytes a day for each customer).
    fn finalize_design(
        &self,
        caller: Self::CustomerOrDesignSession,
        request: FinalizeDesign,
    ) -> impl Future<Output = Result<types::Design, Error<FinalizeDesign>>> + Send;

    /// `GET /{siteId}/designs/fonts`: List the fonts of the designer.
    ///
    /// The fonts of the designer canvas, alphabetically by family. Counts toward `reads` (6,000 a
    /// minute for each client). Answers may be up to 1 s old.
    ///
    /// The response is cached for 1 s and served to every caller, so the handler does not get the
    /// caller.
    fn list_design_fonts(
        &self,
        request: ListDesignFonts,
    ) -> impl Future<Output = Result<Vec<types::DesignFont>, Error<ListDesignFonts>>> + Send;

    /// `POST /{siteId}/designs/generate-thumbnail`: Generate a thumbnail.
    ///
    /// Draws the layers of the caller's design as a flat PNG, and stores it as the design's
    /// `thumbnailUrl`. The thumbnail shows the first side with layers, on white; the sides of a legacy
    /// design are its surfaces. Anything that cannot be drawn is left out; `missingCharacters` names
    /// the characters of all sides that no font has. Counts toward `drawings` (60 a minute for each
    /// client). The stored bytes count toward `stored-bytes` (1,000,000,000 bytes a day for each
    /// client) or `customer-stored-bytes` (2,000,000,000 bytes a day for each customer).
    fn generate_design_thumbnail(
        &self,
        caller: Self::CustomerOrDesignSession,
        request: GenerateDesignThumbnail,
    ) -> impl Future<Output = Result<types::DesignThumbnail, Error<GenerateDesignThumbnail>>> + Send;
}

/// The operation `finalizeDesign` and its request.
#[derive(Clone)]
pub struct FinalizeDesign {
    /// Id of the site.
    pub site_id: i64,
    /// The number or the UUID of a design. Legacy designs have both.
    pub design_id: types::DesignId,
}

impl Operation for FinalizeDesign {
    const ID: &'static str = "finalizeDesign";
    const GROWS_STORAGE: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_design_id", "Invalid design ID"),
        (400, "too_many_images", "Too many images"),
        (401, "unauthorized", "Unauthorized"),
        (403, "forbidden", "You do not have access to this design"),
        (404, "store_not_found", "Store not found"),
        (404, "design_not_found", "Design not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (429, "too_many_uploads", "Too many uploads, slow down"),
        (500, "internal_server_error", "Internal server error"),
        (503, "drawing_is_busy", "Drawing is busy, try again later"),
        (503, "storage_is_full", "Storage is full, try again later"),
    ];
}

impl Documents<400> for FinalizeDesign {}
impl Documents<401> for FinalizeDesign {}
impl Documents<403> for FinalizeDesign {}
impl Documents<404> for FinalizeDesign {}
impl Documents<429> for FinalizeDesign {}
impl Documents<500> for FinalizeDesign {}
impl Documents<503> for FinalizeDesign {}

/// The operation `listDesignFonts` and its request.
#[derive(Clone, Hash)]
pub struct ListDesignFonts {
    /// Id of the site.
    pub site_id: i64,
}

impl Operation for ListDesignFonts {
    const ID: &'static str = "listDesignFonts";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (404, "store_not_found", "Store not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<404> for ListDesignFonts {}
impl Documents<429> for ListDesignFonts {}
impl Documents<500> for ListDesignFonts {}

/// The operation `generateDesignThumbnail` and its request.
#[derive(Clone)]
pub struct GenerateDesignThumbnail {
    /// Id of the site.
    pub site_id: i64,
    /// The body of the request.
    pub body: types::GenerateThumbnailRequest,
    /// Size of the body in bytes, which the handler counts toward a rate limit.
    pub body_bytes: u64,
}

impl Operation for GenerateDesignThumbnail {
    const ID: &'static str = "generateDesignThumbnail";
    const GROWS_STORAGE: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_json", "Invalid JSON body"),
        (400, "design_id_is_required", "designId is required"),
        (400, "too_many_images", "Too many images"),
        (401, "unauthorized", "Unauthorized"),
        (403, "forbidden", "You do not have access to this design"),
        (404, "store_not_found", "Store not found"),
        (404, "design_not_found", "Design not found"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (429, "too_many_uploads", "Too many uploads, slow down"),
        (500, "internal_server_error", "Internal server error"),
        (503, "drawing_is_busy", "Drawing is busy, try again later"),
        (503, "storage_is_full", "Storage is full, try again later"),
    ];
}

impl Documents<400> for GenerateDesignThumbnail {}
impl Documents<401> for GenerateDesignThumbnail {}
impl Documents<403> for GenerateDesignThumbnail {}
impl Documents<404> for GenerateDesignThumbnail {}
impl Documents<413> for GenerateDesignThumbnail {}
impl Documents<415> for GenerateDesignThumbnail {}
impl Documents<429> for GenerateDesignThumbnail {}
impl Documents<500> for GenerateDesignThumbnail {}
impl Documents<503> for GenerateDesignThumbnail {}
impl TakesBody for GenerateDesignThumbnail {}

stoa_runtime::refuses! {
    FinalizeDesign:
        reasons::FinalizeDesignInvalidDesignId, reasons::TooManyImages, reasons::Unauthorized,
        reasons::Forbidden, reasons::StoreNotFound, reasons::DesignNotFound,
        reasons::TooManyRequests, reasons::TooManyUploads, reasons::DrawingIsBusy,
        reasons::StorageIsFull;
    ListDesignFonts:
        reasons::StoreNotFound, reasons::TooManyRequests;
    GenerateDesignThumbnail:
        reasons::InvalidJson, reasons::DesignIdIsRequired, reasons::TooManyImages,
        reasons::Unauthorized, reasons::Forbidden, reasons::StoreNotFound, reasons::DesignNotFound,
        reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson, reasons::TooManyRequests,
        reasons::TooManyUploads, reasons::DrawingIsBusy, reasons::StorageIsFull;
}

/// The routes of the operations tagged `drawings`.
pub fn routes<A: DrawingsApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .post("/{siteId}/designs/{designId}/finalize", api, |api, call| {
            Box::pin(finalize_design(api, call))
        })
        .get("/{siteId}/designs/fonts", api, |api, call| Box::pin(list_design_fonts(api, call)))
        .post("/{siteId}/designs/generate-thumbnail", api, |api, call| {
            Box::pin(generate_design_thumbnail(api, call))
        })
}

async fn finalize_design<A: DrawingsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<FinalizeDesign>> {
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
    api.rate_limits().drawings.count(call.client()).await?;
    let request = FinalizeDesign { site_id, design_id };
    let reply = api.finalize_design(caller, request).await?;
    Ok(Reply::json(200, &types::DesignResponse { data: reply }))
}

async fn list_design_fonts<A: DrawingsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ListDesignFonts>> {
    let site_id =
        call.path("siteId").message("Store not found").status::<404>().integer().required()?;
    api.anyone(call.context(), site_id).await?;
    api.rate_limits().reads.count(call.client()).await?;
    let request = ListDesignFonts { site_id };
    call.cached(1, site_id, request, |request| async move {
        let reply = api.list_design_fonts(request).await?;
        Ok(Reply::json(200, &types::DesignFontListResponse { data: reply }))
    })
    .await
}

async fn generate_design_thumbnail<A: DrawingsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<GenerateDesignThumbnail>> {
    call.never_store();
    let site_id =
        call.path("siteId").message("Store not found").status::<404>().integer().required()?;
    let caller =
        api.customer_or_design_session(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().drawings.count(call.client()).await?;
    let request = GenerateDesignThumbnail {
        site_id,
        body: call.json(&SCHEMAS, "GenerateThumbnailRequest").await?,
        body_bytes: call.body_bytes(),
    };
    let reply = api.generate_design_thumbnail(caller, request).await?;
    Ok(Reply::json(200, &types::DesignThumbnailResponse { data: reply }))
}
