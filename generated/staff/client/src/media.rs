//! The operations tagged `media`.

use ::stoa_client_core::Method;

use crate::{Client, forms, types};

impl Client {
    /// List media: `GET /sites/{siteId}/media`.
    ///
    /// The files of the media library, newest first. Counts toward `staff-reads` (600 a minute for each
    /// client).
    ///
    /// Requires one of the roles `content` and `shop`.
    ///
    /// # Errors
    ///
    /// [`ListMediaReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_media(&self, site_id: i64) -> ListMedia {
        let call = self.call("listMedia", Method::GET, "/sites/{siteId}/media");
        ListMedia(call.path("siteId", site_id))
    }

    /// Upload a picture: `POST /sites/{siteId}/media`.
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
    ///
    /// # Errors
    ///
    /// [`UploadMediaReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn upload_media(&self, site_id: i64, form: forms::MediaUpload) -> UploadMedia {
        let call = self.call("uploadMedia", Method::POST, "/sites/{siteId}/media");
        UploadMedia(call.path("siteId", site_id).form(form).expect(&[201]))
    }

    /// Get a file of the media library: `GET /sites/{siteId}/media/{mediaId}`.
    ///
    /// A change sends its `ETag` back in `If-Match`. Counts toward `staff-reads` (600 a minute for each
    /// client).
    ///
    /// Requires one of the roles `content` and `shop`.
    ///
    /// # Errors
    ///
    /// [`GetMediaReason`] lists the reasons for a refusal: see [`Error::reason`](crate::Error::reason).
    pub fn get_media(&self, site_id: i64, media_id: i64) -> GetMedia {
        let call = self.call("getMedia", Method::GET, "/sites/{siteId}/media/{mediaId}");
        GetMedia(call.path("siteId", site_id).path("mediaId", media_id))
    }

    /// Update a file of the media library: `PATCH /sites/{siteId}/media/{mediaId}`.
    ///
    /// Changes the properties that the body has, and no others. The body is a JSON merge patch (RFC
    /// 7396): null removes a value. The file itself never changes.
    ///
    /// `If-Match` has the `ETag` of the file that the caller has seen. If someone has changed it since,
    /// the answer is 412 with the current `ETag`, and nothing changes. Counts toward `staff-changes`
    /// (120 a minute for each client).
    ///
    /// Requires the role `content`.
    ///
    /// # Errors
    ///
    /// [`UpdateMediaReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn update_media(
        &self,
        site_id: i64,
        media_id: i64,
        if_match: &str,
        body: &types::MediaPatch,
    ) -> UpdateMedia {
        let call = self.call("updateMedia", Method::PATCH, "/sites/{siteId}/media/{mediaId}");
        UpdateMedia(
            call.path("siteId", site_id)
                .path("mediaId", media_id)
                .header("if-match", if_match)
                .merge_patch(body),
        )
    }

    /// Remove a file from the media library: `DELETE /sites/{siteId}/media/{mediaId}`.
    ///
    /// Removes a file that nothing shows: [`list_media_uses`](Client::list_media_uses) names what does.
    /// A file that another server has is always removed, because it remains at its address. A job
    /// deletes the stored file and its thumbnail a day after the upload at the earliest; its addresses
    /// work until then. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `content`.
    ///
    /// # Errors
    ///
    /// [`RemoveMediaReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn remove_media(&self, site_id: i64, media_id: i64) -> RemoveMedia {
        let call = self.call("removeMedia", Method::DELETE, "/sites/{siteId}/media/{mediaId}");
        RemoveMedia(call.path("siteId", site_id).path("mediaId", media_id))
    }

    /// List what shows a file of the media library: `GET /sites/{siteId}/media/{mediaId}/uses`.
    ///
    /// Up to 100 of the things that name the address of the file or of its thumbnail: posts and pages
    /// of every status, products and product categories of every status, the navigation, design
    /// templates, and the branding and layout of the site. The list is empty for a file that another
    /// server has. Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `content`.
    ///
    /// # Errors
    ///
    /// [`ListMediaUsesReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_media_uses(&self, site_id: i64, media_id: i64) -> ListMediaUses {
        let call = self.call("listMediaUses", Method::GET, "/sites/{siteId}/media/{mediaId}/uses");
        ListMediaUses(call.path("siteId", site_id).path("mediaId", media_id))
    }
}

::stoa_client_core::calls! {
    list_media: ListMedia "listMedia" -> Cursor<types::MediaListResponse, types::Media>(data, next_cursor, "cursor");
    upload_media: UploadMedia "uploadMedia" -> Json<types::MediaResponse>;
    get_media: GetMedia "getMedia" -> Json<types::MediaResponse>;
    update_media: UpdateMedia "updateMedia" -> Json<types::MediaResponse>;
    remove_media: RemoveMedia "removeMedia" -> Json<types::DoneResponse>;
    list_media_uses: ListMediaUses "listMediaUses" -> Json<types::MediaUsesResponse>;
}

impl ListMedia {
    /// Items on a page, 1 to 100. A value above 100 is taken as 100.
    ///
    /// Default: `50`.
    pub fn limit(self, limit: i64) -> Self {
        Self(self.0.query("limit", limit))
    }

    /// The `nextCursor` of the page before. Without it, the list begins with its first page.
    pub fn cursor(self, cursor: &str) -> Self {
        Self(self.0.query("cursor", cursor))
    }
}

impl UploadMedia {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Media> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl GetMedia {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Media> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl UpdateMedia {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Media> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl ListMediaUses {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, Vec<types::MediaUse>> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

::stoa_client_core::reasons! {
    pub enum ListMediaReason of "listMedia" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidLimit "invalid_limit" "limit must be an integer",
        400 LimitTooSmall "limit_too_small" "limit must be at least 1",
        400 InvalidCursor "invalid_cursor" "Invalid cursor",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum UploadMediaReason of "uploadMedia" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 FileIsRequired "file_is_required" "file is required",
        400 InvalidMultipartBody "invalid_multipart_body" "Invalid multipart body",
        400 OnlyOneFile "only_one_file" "Only one file is allowed",
        400 NotAnImage "not_an_image" "file must be a PNG, JPEG, WebP or GIF image",
        400 TooManyPixels "too_many_pixels" "file must be an image of at most 50 megapixels",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedMultipartFormData "expected_multipart_form_data" "Expected multipart/form-data",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        429 TooManyUploads "too_many_uploads" "Too many uploads, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
        503 StorageIsFull "storage_is_full" "Storage is full, try again later",
    }
}

::stoa_client_core::reasons! {
    pub enum GetMediaReason of "getMedia" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidMediaId "invalid_media_id" "Invalid media ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 MediaNotFound "media_not_found" "File not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum UpdateMediaReason of "updateMedia" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidMediaId "invalid_media_id" "Invalid media ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 InvalidAlt "invalid_alt" "alt must have at most 1000 characters, and no control characters",
        400 InvalidCaption "invalid_caption" "caption must have at most 2000 characters",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 MediaNotFound "media_not_found" "File not found",
        412 MediaHasChanged "media_has_changed" "The file has changed",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        428 IfMatchIsRequired "if_match_is_required" "If-Match is required",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum RemoveMediaReason of "removeMedia" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidMediaId "invalid_media_id" "Invalid media ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 MediaNotFound "media_not_found" "File not found",
        409 MediaIsUsed "media_is_used" "Something shows this file: listMediaUses names it",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum ListMediaUsesReason of "listMediaUses" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidMediaId "invalid_media_id" "Invalid media ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 MediaNotFound "media_not_found" "File not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}
