//! The operations tagged `designs`.

use ::stoa_client_core::{Error, Method, Response};

use crate::{Client, types};

impl Client {
    /// `GET /{siteId}/designs`: List designs.
    ///
    /// The caller's designs, the one changed last first; of a caller without token and session there
    /// are none. With `templates=1` the templates of the store's staff instead, for everyone. Designs
    /// of the legacy designer are not listed.
    pub async fn list_designs(
        &self,
        site_id: i64,
        options: &ListDesignsOptions,
    ) -> Result<Response<types::DesignListResponse>, Error> {
        self.call("listDesigns", Method::GET, "/{siteId}/designs")
            .path("siteId", site_id)
            .query("productId", options.product_id.as_ref())
            .query("templates", options.templates.as_ref())
            .send()
            .await
    }

    /// `POST /{siteId}/designs`: Begin a design.
    ///
    /// For an active product that can be designed. It belongs to the customer, else to the designer
    /// session; a visitor who has neither gets a session, in the cookie and once in `sessionId`.
    pub async fn create_design(
        &self,
        site_id: i64,
        body: &types::CreateDesignRequest,
    ) -> Result<Response<types::CreatedDesignResponse>, Error> {
        self.call("createDesign", Method::POST, "/{siteId}/designs")
            .path("siteId", site_id)
            .json(body)
            .expect(&[201])
            .send()
            .await
    }

    /// `GET /{siteId}/designs/{designId}`: Get one of the caller's designs.
    ///
    /// A number is the id of a design, a UUID that of one of the legacy designer. For the latter,
    /// `sessionId` stands in for the cookie. Its owner alone gets it here, even when it is shared.
    pub async fn get_design(
        &self,
        site_id: i64,
        design_id: &types::DesignId,
        options: &GetDesignOptions,
    ) -> Result<Response<types::AnyDesignResponse>, Error> {
        self.call("getDesign", Method::GET, "/{siteId}/designs/{designId}")
            .path("siteId", site_id)
            .path("designId", design_id)
            .query("sessionId", options.session_id.as_ref())
            .send()
            .await
    }

    /// `PUT /{siteId}/designs/{designId}`: Save a design.
    ///
    /// Only the fields that are sent change, and `null` empties one that can be empty. A design takes
    /// `layers`, `styleOverrides`, `name`, `description`, `thumbnailUrl` and `styleId`; a legacy design
    /// takes `name`, `layersBySurface`, `canvasSize` and `status`, and `sessionId` in place of the
    /// cookie. Fields of the other kind are ignored. `layers`, `styleOverrides` or `styleId` other than
    /// before make a finalized design a draft again.
    pub async fn update_design(
        &self,
        site_id: i64,
        design_id: &types::DesignId,
        body: &types::UpdateDesignRequest,
    ) -> Result<Response<types::AnyDesignResponse>, Error> {
        self.call("updateDesign", Method::PUT, "/{siteId}/designs/{designId}")
            .path("siteId", site_id)
            .path("designId", design_id)
            .json(body)
            .send()
            .await
    }

    /// `DELETE /{siteId}/designs/{designId}`: Delete a design.
    ///
    /// A design is hidden and kept for the orders that use it; a legacy design is removed for good.
    pub async fn delete_design(
        &self,
        site_id: i64,
        design_id: &types::DesignId,
    ) -> Result<Response<types::DeletedDesignResponse>, Error> {
        self.call("deleteDesign", Method::DELETE, "/{siteId}/designs/{designId}")
            .path("siteId", site_id)
            .path("designId", design_id)
            .send()
            .await
    }

    /// `GET /{siteId}/designs/public/{uuid}`: Get a shared design.
    ///
    /// A design whose owner shares it, of either designer. One that is not shared is answered like an
    /// unknown one, and so is what is no UUID.
    pub async fn get_public_design(
        &self,
        site_id: i64,
        uuid: &str,
    ) -> Result<Response<types::AnyDesignResponse>, Error> {
        self.call("getPublicDesign", Method::GET, "/{siteId}/designs/public/{uuid}")
            .path("siteId", site_id)
            .path("uuid", uuid)
            .send()
            .await
    }

    /// `POST /{siteId}/designs/{designId}/share`: Share a design, or stop sharing it.
    ///
    /// The page that shows it is `shareableUrl`. Not for legacy designs, which are 404 here.
    pub async fn share_design(
        &self,
        site_id: i64,
        design_id: &types::DesignId,
        body: &types::ShareDesignRequest,
    ) -> Result<Response<types::ShareDesignResponse>, Error> {
        self.call("shareDesign", Method::POST, "/{siteId}/designs/{designId}/share")
            .path("siteId", site_id)
            .path("designId", design_id)
            .json(body)
            .send()
            .await
    }

    /// `POST /{siteId}/designs/{designId}/clone`: Copy a design.
    ///
    /// Any design that the caller can read, be it owned, shared or a template. The copy is a draft and
    /// belongs to the caller; a visitor who has neither token nor session gets a session, as in
    /// `createDesign`. It has the images of the original. The copy of a legacy design is one of the
    /// designer, with surfaces as sides.
    ///
    /// **Repeating a call** with the same `Idempotency-Key`, kept for 24 hours, and the same body gives
    /// the stored answer with `Idempotent-Replayed: true`, and nothing is copied again; each customer
    /// has keys of its own, and without a token each session. Who has neither begins a session with
    /// each call, and the key is that session's: repeated without the cookie, the call makes a copy in
    /// a session of its own, so that a key hands nobody another's session. What nobody has the cookie
    /// of is deleted with its session. A request that was refused leaves its key unused, and one that
    /// comes while the first is at work waits for it.
    pub async fn clone_design(
        &self,
        site_id: i64,
        design_id: &types::DesignId,
        body: &types::CloneDesignRequest,
        options: &CloneDesignOptions,
    ) -> Result<Response<types::CreatedDesignResponse>, Error> {
        self.call("cloneDesign", Method::POST, "/{siteId}/designs/{designId}/clone")
            .path("siteId", site_id)
            .path("designId", design_id)
            .idempotency_key(options.idempotency_key.as_deref())
            .json(body)
            .send()
            .await
    }

    /// `POST /{siteId}/designs/claim`: Take over the designs of a session.
    ///
    /// After login, gives all designs of a designer session, of either designer, and its images to the
    /// customer. A session that is unknown or has no designs gives 0, and so does a second call.
    pub async fn claim_designs(
        &self,
        site_id: i64,
        body: &types::ClaimDesignsRequest,
    ) -> Result<Response<types::ClaimDesignsResponse>, Error> {
        self.call("claimDesigns", Method::POST, "/{siteId}/designs/claim")
            .path("siteId", site_id)
            .json(body)
            .send()
            .await
    }

    /// `GET /{siteId}/designs/anonymous/count`: Count the designs of the session.
    ///
    /// How many designs the designer session of the cookie holds, 0 without a session. With a token
    /// too, the answer has the `sessionId` that `claimDesigns` asks for.
    pub async fn count_anonymous_designs(
        &self,
        site_id: i64,
    ) -> Result<Response<types::DesignCountResponse>, Error> {
        self.call("countAnonymousDesigns", Method::GET, "/{siteId}/designs/anonymous/count")
            .path("siteId", site_id)
            .send()
            .await
    }
}

/// What `listDesigns` may be asked besides.
#[derive(Debug, Clone, Default)]
pub struct ListDesignsOptions {
    /// Only designs for this product.
    pub product_id: Option<i64>,
    /// 1 for the templates of the store's staff, 0 for the caller's own designs.
    pub templates: Option<i64>,
}

/// What `getDesign` may be asked besides.
#[derive(Debug, Clone, Default)]
pub struct GetDesignOptions {
    /// The designer session, for a legacy design when its cookie cannot be sent.
    pub session_id: Option<String>,
}

/// What `cloneDesign` may be asked besides.
#[derive(Debug, Clone, Default)]
pub struct CloneDesignOptions {
    /// Made by the client, one for each time that it means the call, such as a UUID.
    pub idempotency_key: Option<String>,
}

::stoa_client_core::reasons! {
    /// Why `listDesigns` is refused.
    pub enum ListDesignsReason {
        400 SiteId "Invalid site ID",
        400 ProductId "productId must be an integer",
        400 Templates "templates must be 0 or 1",
        401 Unauthorized "Unauthorized",
        404 StoreNotFound "Store not found",
        429 TooManyRequestsSlowDown "Too many requests, slow down",
        500 InternalServerError "Internal server error",
    }
}

::stoa_client_core::reasons! {
    /// Why `createDesign` is refused.
    pub enum CreateDesignReason {
        400 SiteId "Invalid site ID",
        400 Json "Invalid JSON body",
        400 ProductIdIsRequired "productId is required",
        400 Name "name must be text of 1 to 255 characters",
        400 Layers "layers must be a list of at most 500 objects with at most 50000 values and a depth of 120",
        400 ProductIsNotDesignable "Product is not designable",
        401 Unauthorized "Unauthorized",
        404 StoreNotFound "Store not found",
        404 ProductNotFound "Product not found",
        413 RequestBodyTooLarge "Request body too large",
        415 ExpectedApplicationJson "Expected application/json",
        429 TooManyRequestsSlowDown "Too many requests, slow down",
        500 InternalServerError "Internal server error",
    }
}

::stoa_client_core::reasons! {
    /// Why `getDesign` is refused.
    pub enum GetDesignReason {
        400 SiteId "Invalid site ID",
        400 DesignId "Invalid design ID",
        401 Unauthorized "Unauthorized",
        403 Forbidden "You do not have access to this design",
        404 StoreNotFound "Store not found",
        404 DesignNotFound "Design not found",
        429 TooManyRequestsSlowDown "Too many requests, slow down",
        500 InternalServerError "Internal server error",
    }
}

::stoa_client_core::reasons! {
    /// Why `updateDesign` is refused.
    pub enum UpdateDesignReason {
        400 SiteId "Invalid site ID",
        400 DesignId "Invalid design ID",
        400 Json "Invalid JSON body",
        400 Name "name must be text of 1 to 255 characters",
        400 Layers "layers must be a list of at most 500 objects with at most 50000 values and a depth of 120",
        400 Description "description must be text of at most 2000 characters",
        400 ThumbnailUrl "thumbnailUrl must be an https address of at most 2048 characters",
        400 StyleId "styleId is not a style of the product",
        400 StyleOverrides "styleOverrides must be an object with at most 50000 values and a depth of 120",
        400 LayersBySurface "layersBySurface must be an object with at most 50000 values and a depth of 120",
        400 CanvasSize "canvasSize must have a width and a height",
        400 SessionId "sessionId must be text of at most 255 characters",
        400 Status "status must be draft, finalized or rendered",
        401 Unauthorized "Unauthorized",
        403 Forbidden "You do not have access to this design",
        404 StoreNotFound "Store not found",
        404 DesignNotFound "Design not found",
        413 RequestBodyTooLarge "Request body too large",
        415 ExpectedApplicationJson "Expected application/json",
        429 TooManyRequestsSlowDown "Too many requests, slow down",
        500 InternalServerError "Internal server error",
    }
}

::stoa_client_core::reasons! {
    /// Why `deleteDesign` is refused.
    pub enum DeleteDesignReason {
        400 SiteId "Invalid site ID",
        400 DesignId "Invalid design ID",
        401 Unauthorized "Unauthorized",
        403 Forbidden "You do not have access to this design",
        404 StoreNotFound "Store not found",
        404 DesignNotFound "Design not found",
        500 InternalServerError "Internal server error",
    }
}

::stoa_client_core::reasons! {
    /// Why `getPublicDesign` is refused.
    pub enum GetPublicDesignReason {
        400 SiteId "Invalid site ID",
        400 Uuid "uuid must be valid text without NUL",
        404 StoreNotFound "Store not found",
        404 DesignNotFound "Design not found",
        429 TooManyRequestsSlowDown "Too many requests, slow down",
        500 InternalServerError "Internal server error",
    }
}

::stoa_client_core::reasons! {
    /// Why `shareDesign` is refused.
    pub enum ShareDesignReason {
        400 SiteId "Invalid site ID",
        400 DesignId "Invalid design ID",
        400 Json "Invalid JSON body",
        400 IsPublicIsRequired "isPublic is required",
        401 Unauthorized "Unauthorized",
        403 Forbidden "You do not have access to this design",
        404 StoreNotFound "Store not found",
        404 DesignNotFound "Design not found",
        413 RequestBodyTooLarge "Request body too large",
        415 ExpectedApplicationJson "Expected application/json",
        500 InternalServerError "Internal server error",
    }
}

::stoa_client_core::reasons! {
    /// Why `cloneDesign` is refused.
    pub enum CloneDesignReason {
        400 SiteId "Invalid site ID",
        400 DesignId "Invalid design ID",
        400 Json "Invalid JSON body",
        400 Name "name must be text of 1 to 255 characters",
        400 TooManyImages "Too many images",
        400 IdempotencyKey "Idempotency-Key must have 1 to 255 characters",
        401 Unauthorized "Unauthorized",
        403 Forbidden "You do not have access to this design",
        404 StoreNotFound "Store not found",
        404 DesignNotFound "Design not found",
        409 IdempotencyKeyInProgress "A request with this Idempotency-Key is in progress",
        413 RequestBodyTooLarge "Request body too large",
        415 ExpectedApplicationJson "Expected application/json",
        422 IdempotencyKeyReused "Idempotency-Key was used with a different request",
        429 TooManyRequestsSlowDown "Too many requests, slow down",
        500 InternalServerError "Internal server error",
    }
}

::stoa_client_core::reasons! {
    /// Why `claimDesigns` is refused.
    pub enum ClaimDesignsReason {
        400 SiteId "Invalid site ID",
        400 Json "Invalid JSON body",
        400 SessionIdIsRequired "sessionId is required",
        400 CustomerIdIsRequired "customerId is required",
        401 Unauthorized "Unauthorized",
        403 AnotherCustomer "customerId does not match the authenticated customer",
        404 StoreNotFound "Store not found",
        413 RequestBodyTooLarge "Request body too large",
        415 ExpectedApplicationJson "Expected application/json",
        500 InternalServerError "Internal server error",
    }
}

::stoa_client_core::reasons! {
    /// Why `countAnonymousDesigns` is refused.
    pub enum CountAnonymousDesignsReason {
        400 SiteId "Invalid site ID",
        401 Unauthorized "Unauthorized",
        404 StoreNotFound "Store not found",
        429 TooManyRequestsSlowDown "Too many requests, slow down",
        500 InternalServerError "Internal server error",
    }
}
