//! The operations tagged `assets`.

use ::stoa_client_core::Method;

use crate::{Client, forms, types};

impl Client {
    /// Upload an image into a design: `POST /{siteId}/designs/{designId}/assets`.
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
    ///
    /// # Errors
    ///
    /// [`UploadDesignAssetReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn upload_design_asset(
        &self,
        site_id: i64,
        design_id: &types::DesignId,
        form: forms::ImageUpload,
    ) -> UploadDesignAsset {
        let call =
            self.call("uploadDesignAsset", Method::POST, "/{siteId}/designs/{designId}/assets");
        UploadDesignAsset(call.path("siteId", site_id).path("designId", design_id).form(form))
    }

    /// Upload an image that belongs to no design: `POST /{siteId}/designs/upload-image`.
    ///
    /// Stores the image for use in any of the caller's designs. The rules of
    /// [`upload_design_asset`](Client::upload_design_asset) for images apply. Counts toward `uploads`
    /// (60 a minute for each client). The stored bytes count toward `stored-bytes` (1,000,000,000 bytes
    /// a day for each client) or `customer-stored-bytes` (2,000,000,000 bytes a day for each customer).
    ///
    /// # Errors
    ///
    /// [`UploadImageReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn upload_image(&self, site_id: i64, form: forms::ImageUpload) -> UploadImage {
        let call = self.call("uploadImage", Method::POST, "/{siteId}/designs/upload-image");
        UploadImage(call.path("siteId", site_id).form(form))
    }

    /// Fetch or register assets for the canvas: `POST /{siteId}/designs/assets`.
    ///
    /// `ids` fetches assets of the caller, in this order; unknown ids and ids of other owners are left
    /// out. `register` records images that are stored elsewhere, for the canvas only: the server does
    /// not load them, so it cannot draw them. At least one of the two is required; with both, the
    /// fetched assets come first. While the server's disk is nearly full, a call with `register`
    /// answers 503.
    ///
    /// # Errors
    ///
    /// [`ListOrRegisterDesignAssetsReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_or_register_design_assets(
        &self,
        site_id: i64,
        body: &types::DesignAssetsRequest,
    ) -> ListOrRegisterDesignAssets {
        let call =
            self.call("listOrRegisterDesignAssets", Method::POST, "/{siteId}/designs/assets");
        ListOrRegisterDesignAssets(call.path("siteId", site_id).json(body))
    }
}

::stoa_client_core::calls! {
    upload_design_asset: UploadDesignAsset "uploadDesignAsset" -> Json<types::DesignAssetResponse>;
    upload_image: UploadImage "uploadImage" -> Json<types::DesignAssetResponse>;
    list_or_register_design_assets: ListOrRegisterDesignAssets "listOrRegisterDesignAssets" -> Json<types::DesignAssetListResponse>;
}

impl UploadDesignAsset {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::DesignAsset> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl UploadImage {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::DesignAsset> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl ListOrRegisterDesignAssets {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, Vec<types::DesignAsset>> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

::stoa_client_core::reasons! {
    pub enum UploadDesignAssetReason of "uploadDesignAsset" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        400 InvalidDesignId "invalid_design_id" "Invalid design ID",
        400 FileIsRequired "file_is_required" "file is required",
        400 InvalidMultipartBody "invalid_multipart_body" "Invalid multipart body",
        400 OnlyOneFile "only_one_file" "Only one file is allowed",
        400 NotAnImage "not_an_image" "file must be a PNG, JPEG, WebP or GIF image",
        400 TooManyPixels "too_many_pixels" "file must be an image of at most 50 megapixels",
        400 TooManyImages "too_many_images" "Too many images",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 Forbidden "forbidden" "You do not have access to this design",
        404 StoreNotFound "store_not_found" "Store not found",
        404 DesignNotFound "design_not_found" "Design not found",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedMultipartFormData "expected_multipart_form_data" "Expected multipart/form-data",
        429 TooManyUploads "too_many_uploads" "Too many uploads, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
        503 StorageIsFull "storage_is_full" "Storage is full, try again later",
    }
}

::stoa_client_core::reasons! {
    pub enum UploadImageReason of "uploadImage" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        400 FileIsRequired "file_is_required" "file is required",
        400 InvalidMultipartBody "invalid_multipart_body" "Invalid multipart body",
        400 OnlyOneFile "only_one_file" "Only one file is allowed",
        400 NotAnImage "not_an_image" "file must be a PNG, JPEG, WebP or GIF image",
        400 TooManyPixels "too_many_pixels" "file must be an image of at most 50 megapixels",
        400 TooManyImages "too_many_images" "Too many images",
        401 Unauthorized "unauthorized" "Unauthorized",
        404 StoreNotFound "store_not_found" "Store not found",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedMultipartFormData "expected_multipart_form_data" "Expected multipart/form-data",
        429 TooManyUploads "too_many_uploads" "Too many uploads, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
        503 StorageIsFull "storage_is_full" "Storage is full, try again later",
    }
}

::stoa_client_core::reasons! {
    pub enum ListOrRegisterDesignAssetsReason of "listOrRegisterDesignAssets" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 IdsOrRegisterIsRequired "ids_or_register_is_required" "ids or register is required",
        400 InvalidIds "invalid_ids" "ids must be a list of at most 100 integers",
        400 InvalidRegister "invalid_register" "register must be a list of at most 100 assets",
        400 UrlIsRequired "url_is_required" "url is required",
        400 InvalidUrl "invalid_url" "url must be an https address",
        400 InvalidFilename "invalid_filename" "filename must be text of at most 255 characters",
        400 InvalidMimeType "invalid_mime_type" "mimeType must be text of at most 255 characters",
        400 InvalidWidth "invalid_width" "width must be a number of pixels",
        400 InvalidHeight "invalid_height" "height must be a number of pixels",
        400 TooManyImages "too_many_images" "Too many images",
        401 Unauthorized "unauthorized" "Unauthorized",
        404 StoreNotFound "store_not_found" "Store not found",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}
