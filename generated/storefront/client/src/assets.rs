//! The operations tagged `assets`.

use ::stoa_client_core::Method;

use crate::{Client, forms, types};

impl Client {
    /// Upload an image into a design: `POST /{siteId}/designs/{designId}/assets`.
    ///
    /// The image is a PNG, JPEG, WebP or GIF, recognized by its content and not by its name, with at
    /// most 20 MiB, 50 megapixels and 12,000 pixels a side. A file that is truncated or lacks pixels is
    /// not an image. The server stores the image upright, as its metadata says, and without any
    /// metadata. A GIF becomes a PNG of its first frame. The stored file has at most 8 times the bytes
    /// that were sent, plus 1 MiB. An image that would need more is compressed harder (a WebP may
    /// become a JPEG, or a PNG if it is transparent); if that does not suffice, it is refused like an
    /// image with too many pixels. A design has at most 200 images and a caller 1,000, including
    /// registered ones. The images and drawings of a design have at most 300 MB. Counts toward
    /// `uploads` (20 a minute for each client). The stored bytes count toward `stored-bytes`
    /// (1,000,000,000 bytes a day for each client) or `customer-stored-bytes` (2,000,000,000 bytes a
    /// day for each customer).
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
    /// (20 a minute for each client). The stored bytes count toward `stored-bytes` (1,000,000,000 bytes
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
    upload_design_asset: UploadDesignAsset -> Json<types::DesignAssetResponse>;
    upload_image: UploadImage -> Json<types::DesignAssetResponse>;
    list_or_register_design_assets: ListOrRegisterDesignAssets -> Json<types::DesignAssetListResponse>;
}

::stoa_client_core::reasons! {
    pub enum UploadDesignAssetReason of "uploadDesignAsset" {
        400 SiteId "Invalid site ID",
        400 DesignId "Invalid design ID",
        400 FileIsRequired "file is required",
        400 Form "Invalid multipart body",
        400 OnlyOneFile "Only one file is allowed",
        400 NotAnImage "file must be a PNG, JPEG, WebP or GIF image",
        400 TooManyPixels "file must be an image of at most 50 megapixels",
        400 TooManyImages "Too many images",
        401 Unauthorized "Unauthorized",
        403 Forbidden "You do not have access to this design",
        404 StoreNotFound "Store not found",
        404 DesignNotFound "Design not found",
        413 RequestBodyTooLarge "Request body too large",
        415 ExpectedMultipartFormData "Expected multipart/form-data",
        429 TooManyUploadsSlowDown "Too many uploads, slow down",
        500 InternalServerError "Internal server error",
        503 StorageIsFullTryAgainLater "Storage is full, try again later",
    }
}

::stoa_client_core::reasons! {
    pub enum UploadImageReason of "uploadImage" {
        400 SiteId "Invalid site ID",
        400 FileIsRequired "file is required",
        400 Form "Invalid multipart body",
        400 OnlyOneFile "Only one file is allowed",
        400 NotAnImage "file must be a PNG, JPEG, WebP or GIF image",
        400 TooManyPixels "file must be an image of at most 50 megapixels",
        400 TooManyImages "Too many images",
        401 Unauthorized "Unauthorized",
        404 StoreNotFound "Store not found",
        413 RequestBodyTooLarge "Request body too large",
        415 ExpectedMultipartFormData "Expected multipart/form-data",
        429 TooManyUploadsSlowDown "Too many uploads, slow down",
        500 InternalServerError "Internal server error",
        503 StorageIsFullTryAgainLater "Storage is full, try again later",
    }
}

::stoa_client_core::reasons! {
    pub enum ListOrRegisterDesignAssetsReason of "listOrRegisterDesignAssets" {
        400 SiteId "Invalid site ID",
        400 Json "Invalid JSON body",
        400 IdsOrRegisterIsRequired "ids or register is required",
        400 Ids "ids must be a list of at most 100 integers",
        400 Register "register must be a list of at most 100 assets",
        400 UrlIsRequired "url is required",
        400 Url "url must be an https address",
        400 Filename "filename must be text of at most 255 characters",
        400 MimeType "mimeType must be text of at most 255 characters",
        400 Width "width must be a number of pixels",
        400 Height "height must be a number of pixels",
        400 TooManyImages "Too many images",
        401 Unauthorized "Unauthorized",
        404 StoreNotFound "Store not found",
        413 RequestBodyTooLarge "Request body too large",
        415 ExpectedApplicationJson "Expected application/json",
        500 InternalServerError "Internal server error",
    }
}
