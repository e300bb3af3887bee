//! The operations tagged `drawings`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// Finalize a design: `POST /{siteId}/designs/{designId}/finalize`.
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
    ///
    /// # Errors
    ///
    /// [`FinalizeDesignReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn finalize_design(&self, site_id: i64, design_id: &types::DesignId) -> FinalizeDesign {
        let call =
            self.call("finalizeDesign", Method::POST, "/{siteId}/designs/{designId}/finalize");
        FinalizeDesign(call.path("siteId", site_id).path("designId", design_id))
    }

    /// List the fonts of the designer: `GET /{siteId}/designs/fonts`.
    ///
    /// The fonts of the designer canvas, alphabetically by family. Counts toward `reads` (6,000 a
    /// minute for each client). Answers may be up to 1 s old.
    ///
    /// # Errors
    ///
    /// [`ListDesignFontsReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_design_fonts(&self, site_id: i64) -> ListDesignFonts {
        let call = self.call("listDesignFonts", Method::GET, "/{siteId}/designs/fonts");
        ListDesignFonts(call.path("siteId", site_id))
    }

    /// Generate a thumbnail: `POST /{siteId}/designs/generate-thumbnail`.
    ///
    /// Draws the layers of the caller's design as a flat PNG, and stores it as the design's
    /// `thumbnailUrl`. The thumbnail shows the first side with layers, on white; the sides of a legacy
    /// design are its surfaces. Anything that cannot be drawn is left out; `missingCharacters` names
    /// the characters of all sides that no font has. Counts toward `drawings` (60 a minute for each
    /// client). The stored bytes count toward `stored-bytes` (1,000,000,000 bytes a day for each
    /// client) or `customer-stored-bytes` (2,000,000,000 bytes a day for each customer).
    ///
    /// # Errors
    ///
    /// [`GenerateDesignThumbnailReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn generate_design_thumbnail(
        &self,
        site_id: i64,
        body: &types::GenerateThumbnailRequest,
    ) -> GenerateDesignThumbnail {
        let call = self.call(
            "generateDesignThumbnail",
            Method::POST,
            "/{siteId}/designs/generate-thumbnail",
        );
        GenerateDesignThumbnail(call.path("siteId", site_id).json(body))
    }
}

::stoa_client_core::calls! {
    finalize_design: FinalizeDesign "finalizeDesign" -> Json<types::DesignResponse>;
    list_design_fonts: ListDesignFonts "listDesignFonts" -> Json<types::DesignFontListResponse>;
    generate_design_thumbnail: GenerateDesignThumbnail "generateDesignThumbnail" -> Json<types::DesignThumbnailResponse>;
}

impl FinalizeDesign {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Design> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl ListDesignFonts {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, Vec<types::DesignFont>> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl GenerateDesignThumbnail {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::DesignThumbnail> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

::stoa_client_core::reasons! {
    pub enum FinalizeDesignReason of "finalizeDesign" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        400 InvalidDesignId "invalid_design_id" "Invalid design ID",
        400 TooManyImages "too_many_images" "Too many images",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 Forbidden "forbidden" "You do not have access to this design",
        404 StoreNotFound "store_not_found" "Store not found",
        404 DesignNotFound "design_not_found" "Design not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        429 TooManyUploads "too_many_uploads" "Too many uploads, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
        503 DrawingIsBusy "drawing_is_busy" "Drawing is busy, try again later",
        503 MockupImageIsNotAvailable "mockup_image_is_not_available" "Mockup image is not available, try again later" deprecated,
        503 StorageIsFull "storage_is_full" "Storage is full, try again later",
    }
}

::stoa_client_core::reasons! {
    pub enum ListDesignFontsReason of "listDesignFonts" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        404 StoreNotFound "store_not_found" "Store not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum GenerateDesignThumbnailReason of "generateDesignThumbnail" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 DesignIdIsRequired "design_id_is_required" "designId is required",
        400 TooManyImages "too_many_images" "Too many images",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 Forbidden "forbidden" "You do not have access to this design",
        404 StoreNotFound "store_not_found" "Store not found",
        404 DesignNotFound "design_not_found" "Design not found",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        429 TooManyUploads "too_many_uploads" "Too many uploads, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
        503 DrawingIsBusy "drawing_is_busy" "Drawing is busy, try again later",
        503 MockupImageIsNotAvailable "mockup_image_is_not_available" "Mockup image is not available, try again later" deprecated,
        503 StorageIsFull "storage_is_full" "Storage is full, try again later",
    }
}
