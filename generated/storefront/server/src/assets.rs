//! The operations tagged `assets`.
//!
//! Handlers implement [`AssetsApi`]. Each operation is a struct that holds its request and
//! implements `Documents` for each failure that it documents. The route of the operation reads the
//! path, finds the caller with [`Authenticate`], reads the rest of the request, calls the handler
//! and writes the response.

use std::sync::Arc;

use stoa_runtime::{Call, Documents, Error, Operation, Reply, Routes, TakesBody};
use stoa_storefront_reasons as reasons;
use stoa_storefront_types as types;

use crate::{Authenticate, RateLimited, SCHEMAS};

/// Images for designs. The server re-encodes each uploaded image, so that only its pixels are
/// stored, and converts its colours to sRGB by its colour profile. The `url` of an image is valid
/// forever, for pages of any origin.
pub trait AssetsApi: Authenticate + RateLimited {
    /// `POST /{siteId}/designs/{designId}/assets`: Upload an image into a design.
    ///
    /// The image is a PNG, JPEG, WebP or GIF, recognized by its content and not by its name, with at
    /// most 20 MiB, 50 megapixels and 12,000 pixels a side. A JPEG whose last part is missing is an
    /// image. The server stores the image upright, as its metadata says, and without any metadata. A
    /// GIF becomes a PNG of its first frame. The stored file has at most 8 times the bytes that were
    /// sent, plus 1 MiB. An image that would need more is compressed harder (a WebP may become a JPEG,
    /// or a PNG if it is transparent); if that does not suffice, it is refused like an image with too
    /// many pixels. A design has at most 200 images and a caller 1,000, including registered ones. The
    /// images and drawings of a design have at most 300 MB. Counts toward `uploads` (60 a minute for
    /// each client). The stored bytes count toward `stored-bytes` (1,000,000,000 bytes a day for each
    /// client) or `customer-stored-bytes` (2,000,000,000 bytes a day for each customer).
    fn upload_design_asset(
        &self,
        caller: Self::CustomerOrDesignSession,
        request: UploadDesignAsset,
    ) -> impl Future<Output = Result<types::DesignAsset, Error<UploadDesignAsset>>> + Send;

    /// `POST /{siteId}/designs/upload-image`: Upload an image that belongs to no design.
    ///
    /// Stores the image for use in any of the caller's designs. The rules of `uploadDesignAsset` for
    /// images apply. Counts toward `uploads` (60 a minute for each client). The stored bytes count
    /// toward `stored-bytes` (1,000,000,000 bytes a day for each client) or `customer-stored-bytes`
    /// (2,000,000,000 bytes a day for each customer).
    fn upload_image(
        &self,
        caller: Self::CustomerOrDesignSession,
        request: UploadImage,
    ) -> impl Future<Output = Result<types::DesignAsset, Error<UploadImage>>> + Send;

    /// `POST /{siteId}/designs/assets`: Fetch or register assets for the canvas.
    ///
    /// `ids` fetches assets of the caller, in this order; unknown ids and ids of other owners are left
    /// out. `register` records images that are stored elsewhere, for the canvas only: the server does
    /// not load them, so it cannot draw them. At least one of the two is required; with both, the
    /// fetched assets come first. While the server's disk is nearly full, a call with `register`
    /// answers 503.
    fn list_or_register_design_assets(
        &self,
        caller: Self::CustomerOrDesignSession,
        request: ListOrRegisterDesignAssets,
    ) -> impl Future<Output = Result<Vec<types::DesignAsset>, Error<ListOrRegisterDesignAssets>>> + Send;
}

/// The operation `uploadDesignAsset` and its request.
pub struct UploadDesignAsset {
    /// Id of the site.
    pub site_id: i64,
    /// The number or the UUID of a design. Legacy designs have both.
    pub design_id: types::DesignId,
    /// PNG, JPEG, WebP or GIF. If only one part of the form has a file name, that part is the file,
    /// whatever its name.
    pub file: stoa_runtime::Upload,
}

impl Operation for UploadDesignAsset {
    const ID: &'static str = "uploadDesignAsset";
    const GROWS_STORAGE: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_design_id", "Invalid design ID"),
        (400, "file_is_required", "file is required"),
        (400, "invalid_multipart_body", "Invalid multipart body"),
        (400, "only_one_file", "Only one file is allowed"),
        (400, "not_an_image", "file must be a PNG, JPEG, WebP or GIF image"),
        (400, "too_many_pixels", "file must be an image of at most 50 megapixels"),
        (400, "too_many_images", "Too many images"),
        (401, "unauthorized", "Unauthorized"),
        (403, "forbidden", "You do not have access to this design"),
        (404, "store_not_found", "Store not found"),
        (404, "design_not_found", "Design not found"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_multipart_form_data", "Expected multipart/form-data"),
        (429, "too_many_uploads", "Too many uploads, slow down"),
        (500, "internal_server_error", "Internal server error"),
        (503, "storage_is_full", "Storage is full, try again later"),
    ];
}

impl Documents<400> for UploadDesignAsset {}
impl Documents<401> for UploadDesignAsset {}
impl Documents<403> for UploadDesignAsset {}
impl Documents<404> for UploadDesignAsset {}
impl Documents<413> for UploadDesignAsset {}
impl Documents<415> for UploadDesignAsset {}
impl Documents<429> for UploadDesignAsset {}
impl Documents<500> for UploadDesignAsset {}
impl Documents<503> for UploadDesignAsset {}
impl TakesBody for UploadDesignAsset {}

/// The operation `uploadImage` and its request.
pub struct UploadImage {
    /// Id of the site.
    pub site_id: i64,
    /// PNG, JPEG, WebP or GIF. If only one part of the form has a file name, that part is the file,
    /// whatever its name.
    pub file: stoa_runtime::Upload,
}

impl Operation for UploadImage {
    const ID: &'static str = "uploadImage";
    const GROWS_STORAGE: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "file_is_required", "file is required"),
        (400, "invalid_multipart_body", "Invalid multipart body"),
        (400, "only_one_file", "Only one file is allowed"),
        (400, "not_an_image", "file must be a PNG, JPEG, WebP or GIF image"),
        (400, "too_many_pixels", "file must be an image of at most 50 megapixels"),
        (400, "too_many_images", "Too many images"),
        (401, "unauthorized", "Unauthorized"),
        (404, "store_not_found", "Store not found"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_multipart_form_data", "Expected multipart/form-data"),
        (429, "too_many_uploads", "Too many uploads, slow down"),
        (500, "internal_server_error", "Internal server error"),
        (503, "storage_is_full", "Storage is full, try again later"),
    ];
}

impl Documents<400> for UploadImage {}
impl Documents<401> for UploadImage {}
impl Documents<404> for UploadImage {}
impl Documents<413> for UploadImage {}
impl Documents<415> for UploadImage {}
impl Documents<429> for UploadImage {}
impl Documents<500> for UploadImage {}
impl Documents<503> for UploadImage {}
impl TakesBody for UploadImage {}

/// The operation `listOrRegisterDesignAssets` and its request.
#[derive(Clone)]
pub struct ListOrRegisterDesignAssets {
    /// Id of the site.
    pub site_id: i64,
    /// The body of the request.
    pub body: types::DesignAssetsRequest,
}

impl Operation for ListOrRegisterDesignAssets {
    const ID: &'static str = "listOrRegisterDesignAssets";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_json", "Invalid JSON body"),
        (400, "ids_or_register_is_required", "ids or register is required"),
        (400, "invalid_ids", "ids must be a list of at most 100 integers"),
        (400, "invalid_register", "register must be a list of at most 100 assets"),
        (400, "url_is_required", "url is required"),
        (400, "invalid_url", "url must be an https address"),
        (400, "invalid_filename", "filename must be text of at most 255 characters"),
        (400, "invalid_mime_type", "mimeType must be text of at most 255 characters"),
        (400, "invalid_width", "width must be a number of pixels"),
        (400, "invalid_height", "height must be a number of pixels"),
        (400, "too_many_images", "Too many images"),
        (401, "unauthorized", "Unauthorized"),
        (404, "store_not_found", "Store not found"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<400> for ListOrRegisterDesignAssets {}
impl Documents<401> for ListOrRegisterDesignAssets {}
impl Documents<404> for ListOrRegisterDesignAssets {}
impl Documents<413> for ListOrRegisterDesignAssets {}
impl Documents<415> for ListOrRegisterDesignAssets {}
impl Documents<500> for ListOrRegisterDesignAssets {}
impl TakesBody for ListOrRegisterDesignAssets {}

stoa_runtime::refuses! {
    UploadDesignAsset:
        reasons::UploadDesignAssetInvalidDesignId, reasons::FileIsRequired,
        reasons::InvalidMultipartBody, reasons::OnlyOneFile, reasons::NotAnImage,
        reasons::TooManyPixels, reasons::TooManyImages, reasons::Unauthorized, reasons::Forbidden,
        reasons::StoreNotFound, reasons::DesignNotFound, reasons::RequestBodyTooLarge,
        reasons::ExpectedMultipartFormData, reasons::TooManyUploads, reasons::StorageIsFull;
    UploadImage:
        reasons::FileIsRequired, reasons::InvalidMultipartBody, reasons::OnlyOneFile,
        reasons::NotAnImage, reasons::TooManyPixels, reasons::TooManyImages, reasons::Unauthorized,
        reasons::StoreNotFound, reasons::RequestBodyTooLarge, reasons::ExpectedMultipartFormData,
        reasons::TooManyUploads, reasons::StorageIsFull;
    ListOrRegisterDesignAssets:
        reasons::InvalidJson, reasons::IdsOrRegisterIsRequired, reasons::InvalidIds,
        reasons::InvalidRegister, reasons::UrlIsRequired, reasons::InvalidUrl,
        reasons::InvalidFilename, reasons::InvalidMimeType, reasons::InvalidWidth,
        reasons::InvalidHeight, reasons::TooManyImages, reasons::Unauthorized,
        reasons::StoreNotFound, reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson;
}

/// The routes of the operations tagged `assets`.
pub fn routes<A: AssetsApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .post("/{siteId}/designs/{designId}/assets", api, |api, call| {
            Box::pin(upload_design_asset(api, call))
        })
        .post("/{siteId}/designs/upload-image", api, |api, call| Box::pin(upload_image(api, call)))
        .post("/{siteId}/designs/assets", api, |api, call| {
            Box::pin(list_or_register_design_assets(api, call))
        })
}

async fn upload_design_asset<A: AssetsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<UploadDesignAsset>> {
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
    api.rate_limits().uploads.count(call.client()).await?;
    let mut form = call
        .multipart(stoa_runtime::UPLOAD_LIMIT, const { &[stoa_runtime::FormPart::file("file")] })
        .await?;
    let request = UploadDesignAsset {
        site_id,
        design_id,
        file: form.file("file").message("file is required").required()?,
    };
    let reply = api.upload_design_asset(caller, request).await?;
    Ok(Reply::json(200, &types::DesignAssetResponse { data: reply }))
}

async fn upload_image<A: AssetsApi>(api: &A, call: &mut Call) -> Result<Reply, Error<UploadImage>> {
    call.never_store();
    let site_id =
        call.path("siteId").message("Store not found").status::<404>().integer().required()?;
    let caller =
        api.customer_or_design_session(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().uploads.count(call.client()).await?;
    let mut form = call
        .multipart(stoa_runtime::UPLOAD_LIMIT, const { &[stoa_runtime::FormPart::file("file")] })
        .await?;
    let request =
        UploadImage { site_id, file: form.file("file").message("file is required").required()? };
    let reply = api.upload_image(caller, request).await?;
    Ok(Reply::json(200, &types::DesignAssetResponse { data: reply }))
}

async fn list_or_register_design_assets<A: AssetsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ListOrRegisterDesignAssets>> {
    call.never_store();
    let site_id =
        call.path("siteId").message("Store not found").status::<404>().integer().required()?;
    let caller =
        api.customer_or_design_session(call.credentials(), call.context(), site_id).await?;
    let request = ListOrRegisterDesignAssets {
        site_id,
        body: call.json(&SCHEMAS, "DesignAssetsRequest").await?,
    };
    let reply = api.list_or_register_design_assets(caller, request).await?;
    Ok(Reply::json(200, &types::DesignAssetListResponse { data: reply }))
}
