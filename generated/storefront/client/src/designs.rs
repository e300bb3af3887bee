//! The operations tagged `designs`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// List designs: `GET /{siteId}/designs`.
    ///
    /// The caller's designs, the last changed first; none for a caller without a token and a session.
    /// With `templates=1`, the templates of the store's staff for products that customers can design
    /// instead, for every caller. Legacy designs are not listed. Counts toward `reads` (6,000 a minute
    /// for each client).
    ///
    /// # Errors
    ///
    /// [`ListDesignsReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_designs(&self, site_id: i64) -> ListDesigns {
        let call = self.call("listDesigns", Method::GET, "/{siteId}/designs");
        ListDesigns(call.path("siteId", site_id))
    }

    /// Create a design: `POST /{siteId}/designs`.
    ///
    /// Creates a design for an active product that can be designed. The design belongs to the customer,
    /// or else to the designer session. A visitor who has neither gets a session, as the cookie and,
    /// only in this response, as `sessionId`. While a customer or a session has 2,000 designs or more,
    /// without deleted ones, a further one is refused with `Too many designs`;
    /// [`claim_designs`](Client::claim_designs) transfers all. Counts toward `new-designs` (60 a minute
    /// for each client). The stored bytes count toward `stored-bytes` (1,000,000,000 bytes a day for
    /// each client) or `customer-stored-bytes` (2,000,000,000 bytes a day for each customer).
    ///
    /// # Errors
    ///
    /// [`CreateDesignReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn create_design(&self, site_id: i64, body: &types::CreateDesignRequest) -> CreateDesign {
        let call = self.call("createDesign", Method::POST, "/{siteId}/designs");
        CreateDesign(call.path("siteId", site_id).json(body).expect(&[201]))
    }

    /// Get one of the caller's designs: `GET /{siteId}/designs/{designId}`.
    ///
    /// A UUID names a legacy design, or else another design by its `uuid`; with a UUID, `sessionId` may
    /// be sent instead of the cookie. Only the owner gets a design here, even if it is shared. Counts
    /// toward `reads` (6,000 a minute for each client).
    ///
    /// # Errors
    ///
    /// [`GetDesignReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn get_design(&self, site_id: i64, design_id: &types::DesignId) -> GetDesign {
        let call = self.call("getDesign", Method::GET, "/{siteId}/designs/{designId}");
        GetDesign(call.path("siteId", site_id).path("designId", design_id))
    }

    /// Save a design: `PUT /{siteId}/designs/{designId}`.
    ///
    /// Changes only the fields that are sent. `null` clears a field that can be empty. A design takes
    /// `layers`, `styleOverrides`, `name`, `description`, `thumbnailUrl` and `styleId`. A legacy design
    /// takes `name`, `layersBySurface`, `canvasSize` and `status`. Fields of the other kind of design
    /// are ignored. If `designId` is a UUID, `sessionId` may be sent instead of the cookie. An image in
    /// `thumbnailUrl` is stored like an upload. A change of `layers`, `styleOverrides` or `styleId`
    /// turns a finalized design into a draft. Counts toward `saved-designs` (120 a minute for each
    /// client). The stored bytes count toward `stored-bytes` (1,000,000,000 bytes a day for each
    /// client) or `customer-stored-bytes` (2,000,000,000 bytes a day for each customer).
    ///
    /// # Errors
    ///
    /// [`UpdateDesignReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn update_design(
        &self,
        site_id: i64,
        design_id: &types::DesignId,
        body: &types::UpdateDesignRequest,
    ) -> UpdateDesign {
        let call = self.call("updateDesign", Method::PUT, "/{siteId}/designs/{designId}");
        UpdateDesign(call.path("siteId", site_id).path("designId", design_id).json(body))
    }

    /// Delete a design: `DELETE /{siteId}/designs/{designId}`.
    ///
    /// A design is hidden, and deleted after 30 days unless a cart or an order uses it. A legacy design
    /// that no cart and no order uses is removed immediately.
    ///
    /// # Errors
    ///
    /// [`DeleteDesignReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn delete_design(&self, site_id: i64, design_id: &types::DesignId) -> DeleteDesign {
        let call = self.call("deleteDesign", Method::DELETE, "/{siteId}/designs/{designId}");
        DeleteDesign(call.path("siteId", site_id).path("designId", design_id))
    }

    /// Get a shared design: `GET /{siteId}/designs/public/{uuid}`.
    ///
    /// A design or legacy design whose owner shares it. A design that is not shared, and an id that is
    /// not a UUID, get the same answer as an unknown design. Counts toward `reads` (6,000 a minute for
    /// each client).
    ///
    /// # Errors
    ///
    /// [`GetPublicDesignReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn get_public_design(&self, site_id: i64, uuid: &str) -> GetPublicDesign {
        let call = self.call("getPublicDesign", Method::GET, "/{siteId}/designs/public/{uuid}");
        GetPublicDesign(call.path("siteId", site_id).path("uuid", uuid))
    }

    /// Share a design, or stop sharing it: `POST /{siteId}/designs/{designId}/share`.
    ///
    /// Sets whether the design is shared. `shareableUrl` is the page that shows it. `design` shows a
    /// legacy design like any other, with its number as `id`. Every operation of a design accepts this
    /// number; a cart accepts only the UUID.
    ///
    /// # Errors
    ///
    /// [`ShareDesignReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn share_design(
        &self,
        site_id: i64,
        design_id: &types::DesignId,
        body: &types::ShareDesignRequest,
    ) -> ShareDesign {
        let call = self.call("shareDesign", Method::POST, "/{siteId}/designs/{designId}/share");
        ShareDesign(call.path("siteId", site_id).path("designId", design_id).json(body))
    }

    /// Copy a design: `POST /{siteId}/designs/{designId}/clone`.
    ///
    /// Copies any design that the caller can read: owned, shared or a template. The copy is a draft
    /// with the images of the original and belongs to the caller. A visitor who has neither a token nor
    /// a session gets a session, as in [`create_design`](Client::create_design). The copy of a legacy
    /// design is not a legacy design; its surfaces become sides. While a customer or a session has
    /// 2,000 designs or more, without deleted ones, a further one is refused with `Too many designs`;
    /// [`claim_designs`](Client::claim_designs) transfers all.
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
    ///
    /// # Errors
    ///
    /// [`CloneDesignReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn clone_design(
        &self,
        site_id: i64,
        design_id: &types::DesignId,
        body: &types::CloneDesignRequest,
    ) -> CloneDesign {
        let call = self.call("cloneDesign", Method::POST, "/{siteId}/designs/{designId}/clone");
        CloneDesign(
            call.path("siteId", site_id).path("designId", design_id).json(body).idempotent(),
        )
    }

    /// Claim the designs of a session: `POST /{siteId}/designs/claim`.
    ///
    /// Call it after login to transfer all designs and legacy designs of a designer session, and its
    /// images, to the customer. The session is that of `sessionId`, or else of the cookie. A session
    /// that is unknown or has no designs gives 0, and so does a repeated call. The call needs the
    /// customer's token, even if the cookie is sent.
    ///
    /// # Errors
    ///
    /// [`ClaimDesignsReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn claim_designs(&self, site_id: i64, body: &types::ClaimDesignsRequest) -> ClaimDesigns {
        let call = self.call("claimDesigns", Method::POST, "/{siteId}/designs/claim");
        ClaimDesigns(call.path("siteId", site_id).json(body))
    }

    /// Count the designs of the session: `GET /{siteId}/designs/anonymous/count`.
    ///
    /// The number of designs in the designer session of the cookie; 0 without a session. With a token
    /// too, the answer has the `sessionId` that [`claim_designs`](Client::claim_designs) needs. Counts
    /// toward `reads` (6,000 a minute for each client).
    ///
    /// # Errors
    ///
    /// [`CountAnonymousDesignsReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn count_anonymous_designs(&self, site_id: i64) -> CountAnonymousDesigns {
        let call =
            self.call("countAnonymousDesigns", Method::GET, "/{siteId}/designs/anonymous/count");
        CountAnonymousDesigns(call.path("siteId", site_id))
    }
}

::stoa_client_core::calls! {
    list_designs: ListDesigns "listDesigns" -> Json<types::DesignListResponse>;
    create_design: CreateDesign "createDesign" -> Json<types::CreatedDesignResponse>;
    get_design: GetDesign "getDesign" -> Json<types::AnyDesignResponse>;
    update_design: UpdateDesign "updateDesign" -> Json<types::AnyDesignResponse>;
    delete_design: DeleteDesign "deleteDesign" -> Json<types::DeletedDesignResponse>;
    get_public_design: GetPublicDesign "getPublicDesign" -> Json<types::AnyDesignResponse>;
    share_design: ShareDesign "shareDesign" -> Json<types::ShareDesignResponse>;
    clone_design: CloneDesign "cloneDesign" -> Json<types::CreatedDesignResponse>;
    claim_designs: ClaimDesigns "claimDesigns" -> Json<types::ClaimDesignsResponse>;
    count_anonymous_designs: CountAnonymousDesigns "countAnonymousDesigns" -> Json<types::DesignCountResponse>;
}

impl ListDesigns {
    /// Lists only designs for this product.
    pub fn product_id(self, product_id: i64) -> Self {
        Self(self.0.query("productId", product_id))
    }

    /// 1 for the templates of the store's staff, 0 for the caller's own designs.
    ///
    /// Default: `0`.
    pub fn templates(self, templates: i64) -> Self {
        Self(self.0.query("templates", templates))
    }

    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, Vec<types::DesignSummary>> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl CreateDesign {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::CreatedDesign> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl GetDesign {
    /// The designer session, if its cookie cannot be sent. Ignored if `designId` is a number.
    pub fn session_id(self, session_id: &str) -> Self {
        Self(self.0.query("sessionId", session_id))
    }

    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::AnyDesign> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl UpdateDesign {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::AnyDesign> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl DeleteDesign {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::DeletedDesign> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl GetPublicDesign {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::AnyDesign> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl CloneDesign {
    /// A key that the client generates for each call, such as a UUID, and sends again when it repeats
    /// the call.
    ///
    /// By default, each call has its own random key, which its retries send too.
    pub fn idempotency_key(self, idempotency_key: &str) -> Self {
        Self(self.0.header("idempotency-key", idempotency_key))
    }

    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::CreatedDesign> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl ClaimDesigns {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::ClaimedDesigns> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl CountAnonymousDesigns {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::DesignCount> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

::stoa_client_core::reasons! {
    pub enum ListDesignsReason of "listDesigns" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        400 InvalidProductId "invalid_product_id" "productId must be an integer",
        400 InvalidTemplates "invalid_templates" "templates must be 0 or 1",
        401 Unauthorized "unauthorized" "Unauthorized",
        404 StoreNotFound "store_not_found" "Store not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum CreateDesignReason of "createDesign" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 ProductIdIsRequired "product_id_is_required" "productId is required",
        400 InvalidName "invalid_name" "name must be text of 1 to 255 characters",
        400 InvalidLayers "invalid_layers" "layers must be a list of at most 500 objects with at most 1048576 bytes, 50000 values and a depth of 120",
        400 ProductIsNotDesignable "product_is_not_designable" "Product is not designable",
        400 TooManyDesigns "too_many_designs" "Too many designs",
        401 Unauthorized "unauthorized" "Unauthorized",
        404 StoreNotFound "store_not_found" "Store not found",
        404 ProductNotFound "product_not_found" "Product not found",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        429 TooManyUploads "too_many_uploads" "Too many uploads, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum GetDesignReason of "getDesign" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        400 InvalidDesignId "invalid_design_id" "Invalid design ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 Forbidden "forbidden" "You do not have access to this design",
        404 StoreNotFound "store_not_found" "Store not found",
        404 DesignNotFound "design_not_found" "Design not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum UpdateDesignReason of "updateDesign" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        400 InvalidDesignId "invalid_design_id" "Invalid design ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 InvalidName "invalid_name" "name must be text of 1 to 255 characters",
        400 InvalidLayers "invalid_layers" "layers must be a list of at most 500 objects with at most 1048576 bytes, 50000 values and a depth of 120",
        400 InvalidDescription "invalid_description" "description must be text of at most 2000 characters",
        400 InvalidThumbnailUrl "invalid_thumbnail_url" "thumbnailUrl must be a URL",
        400 InvalidStyleId "invalid_style_id" "styleId is not a style of the product",
        400 InvalidStyleOverrides "invalid_style_overrides" "styleOverrides must be an object with at most 1048576 bytes, 50000 values and a depth of 120",
        400 InvalidLayersBySurface "invalid_layers_by_surface" "layersBySurface must be an object with at most 1048576 bytes, 50000 values and a depth of 120",
        400 InvalidCanvasSize "invalid_canvas_size" "canvasSize must have a width and a height",
        400 InvalidSessionId "invalid_session_id" "sessionId must be text of at most 255 characters",
        400 InvalidStatus "invalid_status" "status must be draft, finalized or rendered",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 Forbidden "forbidden" "You do not have access to this design",
        404 StoreNotFound "store_not_found" "Store not found",
        404 DesignNotFound "design_not_found" "Design not found",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        429 TooManyUploads "too_many_uploads" "Too many uploads, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
        503 StorageIsFull "storage_is_full" "Storage is full, try again later",
    }
}

::stoa_client_core::reasons! {
    pub enum DeleteDesignReason of "deleteDesign" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        400 InvalidDesignId "invalid_design_id" "Invalid design ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 Forbidden "forbidden" "You do not have access to this design",
        404 StoreNotFound "store_not_found" "Store not found",
        404 DesignNotFound "design_not_found" "Design not found",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum GetPublicDesignReason of "getPublicDesign" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        400 InvalidUuid "invalid_uuid" "uuid must be valid text without NUL",
        404 StoreNotFound "store_not_found" "Store not found",
        404 DesignNotFound "design_not_found" "Design not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum ShareDesignReason of "shareDesign" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        400 InvalidDesignId "invalid_design_id" "Invalid design ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 IsPublicIsRequired "is_public_is_required" "isPublic is required",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 Forbidden "forbidden" "You do not have access to this design",
        404 StoreNotFound "store_not_found" "Store not found",
        404 DesignNotFound "design_not_found" "Design not found",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum CloneDesignReason of "cloneDesign" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        400 InvalidDesignId "invalid_design_id" "Invalid design ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 InvalidName "invalid_name" "name must be text of 1 to 255 characters",
        400 TooManyDesigns "too_many_designs" "Too many designs",
        400 TooManyImages "too_many_images" "Too many images",
        400 InvalidIdempotencyKey "invalid_idempotency_key" "Idempotency-Key must have 1 to 255 characters",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 Forbidden "forbidden" "You do not have access to this design",
        404 StoreNotFound "store_not_found" "Store not found",
        404 DesignNotFound "design_not_found" "Design not found",
        409 IdempotencyKeyInProgress "idempotency_key_in_progress" "A request with this Idempotency-Key is in progress",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        422 IdempotencyKeyReused "idempotency_key_reused" "Idempotency-Key was used with a different request",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        429 TooManyUploads "too_many_uploads" "Too many uploads, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum ClaimDesignsReason of "claimDesigns" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 SessionIdIsRequired "session_id_is_required" "sessionId is required",
        400 CustomerIdIsRequired "customer_id_is_required" "customerId is required",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 AnotherCustomer "another_customer" "customerId does not match the authenticated customer",
        404 StoreNotFound "store_not_found" "Store not found",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum CountAnonymousDesignsReason of "countAnonymousDesigns" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        401 Unauthorized "unauthorized" "Unauthorized",
        404 StoreNotFound "store_not_found" "Store not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}
