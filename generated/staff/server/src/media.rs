//! The operations tagged `media`.
//!
//! Handlers implement [`MediaApi`]. Each operation is a struct that holds its request and
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

/// The media library of a site.
pub trait MediaApi: Authenticate + RateLimited {
    /// `GET /sites/{siteId}/media`: List media.
    ///
    /// The files of the media library, newest first. Counts toward `staff-reads` (600 a minute for each
    /// client).
    ///
    /// Requires one of the roles `content` and `shop`.
    fn list_media(
        &self,
        caller: Self::Staff,
        request: ListMedia,
    ) -> impl Future<Output = Result<types::MediaListResponse, Error<ListMedia>>> + Send;

    /// `POST /sites/{siteId}/media`: Upload a picture.
    ///
    /// Adds a picture to the media library, with a thumbnail. The picture is a PNG, JPEG, WebP or GIF,
    /// recognized by its content and not by its name, with at most 20 MiB, 50 megapixels and 12,000
    /// pixels a side. A JPEG whose last part is missing is a picture. The server stores the picture
    /// upright, as its metadata says, and without any metadata. A GIF becomes a PNG of its first frame.
    /// The stored file has at most 8 times the bytes that were sent, plus 1 MiB. A picture that would
    /// need more is compressed harder (a WebP may become a JPEG, or a PNG if it is transparent); if
    /// that does not suffice, it is refused like one with too many pixels.
    ///
    /// The thumbnail is a PNG whose sides have at most 320 pixels. A picture that is no larger is its
    /// own thumbnail. Both files count toward the stored bytes of the site. A call that is repeated
    /// after its answer was lost adds the picture again. Counts toward `staff-changes` (120 a minute
    /// for each client). The stored bytes count toward `staff-stored-bytes` (5,000,000,000 bytes a day
    /// for each person or server key).
    ///
    /// Requires one of the roles `content` and `shop`.
    fn upload_media(
        &self,
        caller: Self::Staff,
        request: UploadMedia,
    ) -> impl Future<Output = Result<types::Media, Error<UploadMedia>>> + Send;

    /// `GET /sites/{siteId}/media/{mediaId}`: Get a file of the media library.
    ///
    /// A change sends its `ETag` back in `If-Match`. Counts toward `staff-reads` (600 a minute for each
    /// client).
    ///
    /// Requires one of the roles `content` and `shop`.
    fn get_media(
        &self,
        caller: Self::Staff,
        request: GetMedia,
    ) -> impl Future<Output = Result<types::Media, Error<GetMedia>>> + Send;

    /// `PATCH /sites/{siteId}/media/{mediaId}`: Update a file of the media library.
    ///
    /// Changes the properties that the body has, and no others. The body is a JSON merge patch (RFC
    /// 7396): null removes a value. The file itself never changes.
    ///
    /// `If-Match` has the `ETag` of the file that the caller has seen. If someone has changed it since,
    /// the answer is 412 with the current `ETag`, and nothing changes. Counts toward `staff-changes`
    /// (120 a minute for each client).
    ///
    /// Requires the role `content`.
    fn update_media(
        &self,
        caller: Self::Staff,
        request: UpdateMedia,
    ) -> impl Future<Output = Result<types::Media, Error<UpdateMedia>>> + Send;

    /// `DELETE /sites/{siteId}/media/{mediaId}`: Remove a file from the media library.
    ///
    /// Removes a file that nothing shows: `listMediaUses` names what does. A file that another server
    /// has is always removed, because it remains at its address. A job deletes the stored file and its
    /// thumbnail a day after the upload at the earliest; its addresses work until then. Counts toward
    /// `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `content`.
    fn remove_media(
        &self,
        caller: Self::Staff,
        request: RemoveMedia,
    ) -> impl Future<Output = Result<types::DoneResponse, Error<RemoveMedia>>> + Send;

    /// `GET /sites/{siteId}/media/{mediaId}/uses`: List what shows a file of the media library.
    ///
    /// Up to 100 of the things that name the address of the file or of its thumbnail: posts and pages
    /// of every status, products and product categories of every status, the navigation, design
    /// templates, and the branding and layout of the site. The list is empty for a file that another
    /// server has. Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `content`.
    fn list_media_uses(
        &self,
        caller: Self::Staff,
        request: ListMediaUses,
    ) -> impl Future<Output = Result<Vec<types::MediaUse>, Error<ListMediaUses>>> + Send;
}

/// The operation `listMedia` and its request.
#[derive(Clone)]
pub struct ListMedia {
    /// Id of the site.
    pub site_id: i64,
    /// Items on a page, 1 to 100. A value above 100 is taken as 100.
    pub limit: i64,
    /// The `nextCursor` of the page before. Without it, the list begins with its first page.
    pub cursor: Option<String>,
}

impl Operation for ListMedia {
    const ID: &'static str = "listMedia";
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

impl Restricted for ListMedia {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Content], &[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for ListMedia {}
impl Documents<401> for ListMedia {}
impl Documents<403> for ListMedia {}
impl Documents<404> for ListMedia {}
impl Documents<429> for ListMedia {}
impl Documents<500> for ListMedia {}

/// The operation `uploadMedia` and its request.
pub struct UploadMedia {
    /// Id of the site.
    pub site_id: i64,
    /// PNG, JPEG, WebP or GIF. If only one part of the form has a file name, that part is the file,
    /// whatever its name.
    pub file: stoa_runtime::Upload,
}

impl Operation for UploadMedia {
    const ID: &'static str = "uploadMedia";
    const GROWS_STORAGE: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "file_is_required", "file is required"),
        (400, "invalid_multipart_body", "Invalid multipart body"),
        (400, "only_one_file", "Only one file is allowed"),
        (400, "not_an_image", "file must be a PNG, JPEG, WebP or GIF image"),
        (400, "too_many_pixels", "file must be an image of at most 50 megapixels"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_multipart_form_data", "Expected multipart/form-data"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (429, "too_many_uploads", "Too many uploads, slow down"),
        (500, "internal_server_error", "Internal server error"),
        (503, "storage_is_full", "Storage is full, try again later"),
    ];
}

impl Restricted for UploadMedia {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Content], &[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for UploadMedia {}
impl Documents<401> for UploadMedia {}
impl Documents<403> for UploadMedia {}
impl Documents<404> for UploadMedia {}
impl Documents<413> for UploadMedia {}
impl Documents<415> for UploadMedia {}
impl Documents<429> for UploadMedia {}
impl Documents<500> for UploadMedia {}
impl Documents<503> for UploadMedia {}
impl TakesBody for UploadMedia {}

/// The operation `getMedia` and its request.
#[derive(Clone)]
pub struct GetMedia {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the file of the media library.
    pub media_id: i64,
}

impl Operation for GetMedia {
    const ID: &'static str = "getMedia";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_media_id", "Invalid media ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "media_not_found", "File not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for GetMedia {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Content], &[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for GetMedia {}
impl Documents<401> for GetMedia {}
impl Documents<403> for GetMedia {}
impl Documents<404> for GetMedia {}
impl Documents<429> for GetMedia {}
impl Documents<500> for GetMedia {}

/// The operation `updateMedia` and its request.
#[derive(Clone)]
pub struct UpdateMedia {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the file of the media library.
    pub media_id: i64,
    /// The `ETag` that the caller has seen. Several are separated by commas, and `*` stands for any.
    pub if_match: String,
    /// The body of the request.
    pub body: types::MediaPatch,
}

impl Operation for UpdateMedia {
    const ID: &'static str = "updateMedia";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_media_id", "Invalid media ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "invalid_alt", "alt must have at most 1000 characters, and no control characters"),
        (400, "invalid_caption", "caption must have at most 2000 characters"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "media_not_found", "File not found"),
        (412, "media_has_changed", "The file has changed"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (428, "if_match_is_required", "If-Match is required"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for UpdateMedia {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Content]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for UpdateMedia {}
impl Documents<401> for UpdateMedia {}
impl Documents<403> for UpdateMedia {}
impl Documents<404> for UpdateMedia {}
impl Documents<412> for UpdateMedia {}
impl Documents<413> for UpdateMedia {}
impl Documents<415> for UpdateMedia {}
impl Documents<428> for UpdateMedia {}
impl Documents<429> for UpdateMedia {}
impl Documents<500> for UpdateMedia {}
impl TakesBody for UpdateMedia {}

/// The operation `removeMedia` and its request.
#[derive(Clone)]
pub struct RemoveMedia {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the file of the media library.
    pub media_id: i64,
}

impl Operation for RemoveMedia {
    const ID: &'static str = "removeMedia";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_media_id", "Invalid media ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "media_not_found", "File not found"),
        (409, "media_is_used", "Something shows this file: listMediaUses names it"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for RemoveMedia {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Content]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for RemoveMedia {}
impl Documents<401> for RemoveMedia {}
impl Documents<403> for RemoveMedia {}
impl Documents<404> for RemoveMedia {}
impl Documents<409> for RemoveMedia {}
impl Documents<429> for RemoveMedia {}
impl Documents<500> for RemoveMedia {}

/// The operation `listMediaUses` and its request.
#[derive(Clone)]
pub struct ListMediaUses {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the file of the media library.
    pub media_id: i64,
}

impl Operation for ListMediaUses {
    const ID: &'static str = "listMediaUses";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_media_id", "Invalid media ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "media_not_found", "File not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for ListMediaUses {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Content]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for ListMediaUses {}
impl Documents<401> for ListMediaUses {}
impl Documents<403> for ListMediaUses {}
impl Documents<404> for ListMediaUses {}
impl Documents<429> for ListMediaUses {}
impl Documents<500> for ListMediaUses {}

stoa_runtime::refuses! {
    ListMedia:
        reasons::InvalidSiteId, reasons::InvalidLimit, reasons::LimitTooSmall,
        reasons::InvalidCursor, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::TooManyRequests;
    UploadMedia:
        reasons::InvalidSiteId, reasons::FileIsRequired, reasons::InvalidMultipartBody,
        reasons::OnlyOneFile, reasons::NotAnImage, reasons::TooManyPixels, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::RequestBodyTooLarge, reasons::ExpectedMultipartFormData, reasons::TooManyRequests,
        reasons::TooManyUploads, reasons::StorageIsFull;
    GetMedia:
        reasons::InvalidSiteId, reasons::InvalidMediaId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::MediaNotFound, reasons::TooManyRequests;
    UpdateMedia:
        reasons::InvalidSiteId, reasons::InvalidMediaId, reasons::InvalidJson, reasons::InvalidAlt,
        reasons::InvalidCaption, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::MediaNotFound,
        reasons::MediaHasChanged, reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson,
        reasons::IfMatchIsRequired, reasons::TooManyRequests;
    RemoveMedia:
        reasons::InvalidSiteId, reasons::InvalidMediaId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::MediaNotFound, reasons::MediaIsUsed, reasons::TooManyRequests;
    ListMediaUses:
        reasons::InvalidSiteId, reasons::InvalidMediaId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::MediaNotFound, reasons::TooManyRequests;
}

/// The routes of the operations tagged `media`.
pub fn routes<A: MediaApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/sites/{siteId}/media", api, |api, call| Box::pin(list_media(api, call)))
        .post("/sites/{siteId}/media", api, |api, call| Box::pin(upload_media(api, call)))
        .get("/sites/{siteId}/media/{mediaId}", api, |api, call| Box::pin(get_media(api, call)))
        .patch("/sites/{siteId}/media/{mediaId}", api, |api, call| {
            Box::pin(update_media(api, call))
        })
        .delete("/sites/{siteId}/media/{mediaId}", api, |api, call| {
            Box::pin(remove_media(api, call))
        })
        .get("/sites/{siteId}/media/{mediaId}/uses", api, |api, call| {
            Box::pin(list_media_uses(api, call))
        })
}

async fn list_media<A: MediaApi>(api: &A, call: &mut Call) -> Result<Reply, Error<ListMedia>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = ListMedia {
        site_id,
        limit: call.query("limit").integer().at_least(1).capped(100).or(50)?,
        cursor: call.query("cursor").message("Invalid cursor").text().max_length(255).optional()?,
    };
    let reply = api.list_media(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn upload_media<A: MediaApi>(api: &A, call: &mut Call) -> Result<Reply, Error<UploadMedia>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let mut form = call
        .multipart(stoa_runtime::UPLOAD_LIMIT, const { &[stoa_runtime::FormPart::file("file")] })
        .await?;
    let request =
        UploadMedia { site_id, file: form.file("file").message("file is required").required()? };
    let reply = api.upload_media(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(201, &types::MediaResponse { data: reply }).version(version)
    })
}

async fn get_media<A: MediaApi>(api: &A, call: &mut Call) -> Result<Reply, Error<GetMedia>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let media_id = call.path("mediaId").message("Invalid media ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = GetMedia { site_id, media_id };
    let reply = api.get_media(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(200, &types::MediaResponse { data: reply }).version(version)
    })
}

async fn update_media<A: MediaApi>(api: &A, call: &mut Call) -> Result<Reply, Error<UpdateMedia>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let media_id = call.path("mediaId").message("Invalid media ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = UpdateMedia {
        site_id,
        media_id,
        if_match: call
            .header("If-Match")
            .message("If-Match is required")
            .status::<428>()
            .exact_text()
            .min_length(1)
            .required()?,
        body: call.json(&SCHEMAS, "MediaPatch").await?,
    };
    let reply = api.update_media(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(200, &types::MediaResponse { data: reply }).version(version)
    })
}

async fn remove_media<A: MediaApi>(api: &A, call: &mut Call) -> Result<Reply, Error<RemoveMedia>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let media_id = call.path("mediaId").message("Invalid media ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = RemoveMedia { site_id, media_id };
    let reply = api.remove_media(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn list_media_uses<A: MediaApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ListMediaUses>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let media_id = call.path("mediaId").message("Invalid media ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = ListMediaUses { site_id, media_id };
    let reply = api.list_media_uses(caller, request).await?;
    Ok(Reply::json(200, &types::MediaUsesResponse { data: reply }))
}
