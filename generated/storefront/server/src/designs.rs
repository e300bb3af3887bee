//! The operations tagged `designs`.

use std::sync::Arc;

use stoa_runtime::{Call, Error, Reply, Routes};
use stoa_storefront_types as types;

use crate::{Authenticate, SCHEMAS, op};

/// The product designer.
pub trait Designs: Authenticate {
    /// `GET /{siteId}/designs`: List designs.
    ///
    /// The caller's designs, the one changed last first; of a caller without token and session there
    /// are none. With `templates=1` the templates of the store's staff instead, for everyone. Designs
    /// of the legacy designer are not listed.
    fn list_designs(
        &self,
        caller: Option<Self::CustomerOrDesignSession>,
        request: ListDesigns,
    ) -> impl Future<Output = Result<Vec<types::DesignSummary>, Error<op::ListDesigns>>> + Send;

    /// `POST /{siteId}/designs`: Begin a design.
    ///
    /// For an active product that can be designed. It belongs to the customer, else to the designer
    /// session; a visitor who has neither gets a session, in the cookie and once in `sessionId`.
    fn create_design(
        &self,
        caller: Option<Self::CustomerOrDesignSession>,
        request: CreateDesign,
    ) -> impl Future<Output = Result<CreateDesignReply, Error<op::CreateDesign>>> + Send;

    /// `GET /{siteId}/designs/{designId}`: Get one of the caller's designs.
    ///
    /// A number is the id of a design, a UUID that of one of the legacy designer. For the latter,
    /// `sessionId` stands in for the cookie.
    fn get_design(
        &self,
        caller: Option<Self::CustomerOrDesignSession>,
        request: GetDesign,
    ) -> impl Future<Output = Result<types::AnyDesign, Error<op::GetDesign>>> + Send;

    /// `PUT /{siteId}/designs/{designId}`: Save a design.
    ///
    /// Only the fields that are sent change, and `null` empties one that can be empty. A design takes
    /// `layers`, `styleOverrides`, `name`, `description`, `thumbnailUrl` and `styleId`; a legacy design
    /// takes `name`, `layersBySurface`, `canvasSize` and `status`, and `sessionId` in place of the
    /// cookie. Fields of the other kind are ignored. Saving a finalized design makes it a draft again.
    fn update_design(
        &self,
        caller: Option<Self::CustomerOrDesignSession>,
        request: UpdateDesign,
    ) -> impl Future<Output = Result<types::AnyDesign, Error<op::UpdateDesign>>> + Send;

    /// `DELETE /{siteId}/designs/{designId}`: Delete a design.
    ///
    /// A design is hidden and kept for the orders that use it; a legacy design is removed for good.
    fn delete_design(
        &self,
        caller: Self::CustomerOrDesignSession,
        request: DeleteDesign,
    ) -> impl Future<Output = Result<types::DeletedDesign, Error<op::DeleteDesign>>> + Send;

    /// `GET /{siteId}/designs/public/{uuid}`: Get a shared design.
    ///
    /// A design whose owner shares it. One that is not shared is answered like an unknown one.
    fn get_public_design(
        &self,
        caller: Self::Anyone,
        request: GetPublicDesign,
    ) -> impl Future<Output = Result<types::Design, Error<op::GetPublicDesign>>> + Send;

    /// `POST /{siteId}/designs/{designId}/share`: Share a design, or stop sharing it.
    ///
    /// Not for legacy designs, which are 404 here.
    fn share_design(
        &self,
        caller: Self::CustomerOrDesignSession,
        request: ShareDesign,
    ) -> impl Future<Output = Result<types::ShareDesignResponse, Error<op::ShareDesign>>> + Send;

    /// `POST /{siteId}/designs/{designId}/clone`: Copy a design.
    ///
    /// Any design that the caller can read, be it owned, shared or a template. The copy is a draft and
    /// belongs to the caller; a visitor who has neither token nor session gets a session, as in
    /// `createDesign`. Not for legacy designs, which are 404 here.
    fn clone_design(
        &self,
        caller: Option<Self::CustomerOrDesignSession>,
        request: CloneDesign,
    ) -> impl Future<Output = Result<CloneDesignReply, Error<op::CloneDesign>>> + Send;

    /// `POST /{siteId}/designs/{designId}/ai-image`: Generate an image.
    ///
    /// The images are stored as assets of the design and billed to the merchant. `sessionId` stands in
    /// for the cookie.
    fn generate_design_image(
        &self,
        caller: Option<Self::CustomerOrDesignSession>,
        request: GenerateDesignImage,
    ) -> impl Future<Output = Result<types::AiImage, Error<op::GenerateDesignImage>>> + Send;

    /// `POST /{siteId}/designs/{designId}/ai-text`: Suggest texts.
    ///
    /// Billed to the merchant. `sessionId` stands in for the cookie.
    fn suggest_design_text(
        &self,
        caller: Option<Self::CustomerOrDesignSession>,
        request: SuggestDesignText,
    ) -> impl Future<Output = Result<types::AiText, Error<op::SuggestDesignText>>> + Send;

    /// `POST /{siteId}/designs/{designId}/finalize`: Finalize a design.
    ///
    /// Marks the design as finalized and makes the composite picture on the product, `mockupUrl`. Call
    /// it before adding the design to a cart. Idempotent until the design is saved again. Not for
    /// legacy designs, which are 404 here.
    fn finalize_design(
        &self,
        caller: Self::CustomerOrDesignSession,
        request: FinalizeDesign,
    ) -> impl Future<Output = Result<types::Design, Error<op::FinalizeDesign>>> + Send;

    /// `POST /{siteId}/designs/{designId}/assets`: Upload an image into a design.
    ///
    /// PNG, JPEG, WebP or GIF, recognized by its content and not by its name, at most 20 MiB.
    fn upload_design_asset(
        &self,
        caller: Self::CustomerOrDesignSession,
        request: UploadDesignAsset,
    ) -> impl Future<Output = Result<types::DesignAsset, Error<op::UploadDesignAsset>>> + Send;

    /// `POST /{siteId}/designs/claim`: Take over the designs of a session.
    ///
    /// After login, gives all designs of a designer session to the customer. A session that is unknown
    /// or has no designs gives 0.
    fn claim_designs(
        &self,
        caller: Self::Customer,
        request: ClaimDesigns,
    ) -> impl Future<Output = Result<types::ClaimedDesigns, Error<op::ClaimDesigns>>> + Send;

    /// `GET /{siteId}/designs/anonymous/count`: Count the designs of the session.
    ///
    /// How many designs the designer session of the cookie holds, to offer `claimDesigns` after login.
    /// Without a session there is nothing to claim, and the answer is 401.
    fn count_anonymous_designs(
        &self,
        caller: Self::DesignSession,
        request: CountAnonymousDesigns,
    ) -> impl Future<Output = Result<types::DesignCount, Error<op::CountAnonymousDesigns>>> + Send;

    /// `GET /{siteId}/designs/fonts`: List the fonts of the designer.
    ///
    /// Alphabetically by family.
    fn list_design_fonts(
        &self,
        caller: Self::Anyone,
        request: ListDesignFonts,
    ) -> impl Future<Output = Result<Vec<types::DesignFont>, Error<op::ListDesignFonts>>> + Send;

    /// `POST /{siteId}/designs/generate-thumbnail`: Make a thumbnail.
    ///
    /// Draws the layers of the caller's design flat, as a PNG, and stores it as the design's
    /// `thumbnailUrl`.
    fn generate_design_thumbnail(
        &self,
        caller: Self::CustomerOrDesignSession,
        request: GenerateDesignThumbnail,
    ) -> impl Future<Output = Result<types::DesignThumbnail, Error<op::GenerateDesignThumbnail>>> + Send;

    /// `POST /{siteId}/designs/upload-image`: Upload an image outside of a design.
    ///
    /// Kept for the caller, to be used in any of the caller's designs. PNG, JPEG, WebP or GIF,
    /// recognized by its content and not by its name, at most 20 MiB.
    fn upload_image(
        &self,
        caller: Self::CustomerOrDesignSession,
        request: UploadImage,
    ) -> impl Future<Output = Result<types::DesignAsset, Error<op::UploadImage>>> + Send;

    /// `POST /{siteId}/designs/assets`: Fetch or register assets for the canvas.
    ///
    /// `ids` fetches assets of the caller, in this order; ids that are unknown or another's are left
    /// out. `register` notes images that are stored elsewhere, which the server does not load. With
    /// both, the fetched come first. At least one of them is needed.
    fn list_or_register_design_assets(
        &self,
        caller: Self::CustomerOrDesignSession,
        request: ListOrRegisterDesignAssets,
    ) -> impl Future<Output = Result<Vec<types::DesignAsset>, Error<op::ListOrRegisterDesignAssets>>>
    + Send;
}

/// What `listDesigns` is asked for.
#[derive(Debug, Clone)]
pub struct ListDesigns {
    /// Id of the site.
    pub site_id: i64,
    /// Only designs for this product.
    pub product_id: Option<i64>,
    /// 1 for the templates of the store's staff, 0 for the caller's own designs.
    pub templates: i64,
}

/// What `createDesign` is asked for.
#[derive(Debug, Clone)]
pub struct CreateDesign {
    /// Id of the site.
    pub site_id: i64,
    pub body: types::CreateDesignRequest,
}

/// What `getDesign` is asked for.
#[derive(Debug, Clone)]
pub struct GetDesign {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the design, a number; or a UUID, the id of a design of the legacy designer.
    pub design_id: types::DesignId,
    /// The designer session, for a legacy design when its cookie cannot be sent.
    pub session_id: Option<String>,
}

/// What `updateDesign` is asked for.
#[derive(Debug, Clone)]
pub struct UpdateDesign {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the design, a number; or a UUID, the id of a design of the legacy designer.
    pub design_id: types::DesignId,
    pub body: types::UpdateDesignRequest,
}

/// What `deleteDesign` is asked for.
#[derive(Debug, Clone)]
pub struct DeleteDesign {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the design, a number; or a UUID, the id of a design of the legacy designer.
    pub design_id: types::DesignId,
}

/// What `getPublicDesign` is asked for.
#[derive(Debug, Clone)]
pub struct GetPublicDesign {
    /// Id of the site.
    pub site_id: i64,
    /// The `uuid` of a design that is shared.
    pub uuid: String,
}

/// What `shareDesign` is asked for.
#[derive(Debug, Clone)]
pub struct ShareDesign {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the design, a number; or a UUID, the id of a design of the legacy designer.
    pub design_id: types::DesignId,
    pub body: types::ShareDesignRequest,
}

/// What `cloneDesign` is asked for.
#[derive(Debug, Clone)]
pub struct CloneDesign {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the design, a number; or a UUID, the id of a design of the legacy designer.
    pub design_id: types::DesignId,
    pub body: types::CloneDesignRequest,
}

/// What `generateDesignImage` is asked for.
#[derive(Debug, Clone)]
pub struct GenerateDesignImage {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the design, a number; or a UUID, the id of a design of the legacy designer.
    pub design_id: types::DesignId,
    pub body: types::AiImageRequest,
}

/// What `suggestDesignText` is asked for.
#[derive(Debug, Clone)]
pub struct SuggestDesignText {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the design, a number; or a UUID, the id of a design of the legacy designer.
    pub design_id: types::DesignId,
    pub body: types::AiTextRequest,
}

/// What `finalizeDesign` is asked for.
#[derive(Debug, Clone)]
pub struct FinalizeDesign {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the design, a number; or a UUID, the id of a design of the legacy designer.
    pub design_id: types::DesignId,
}

/// What `uploadDesignAsset` is asked for.
#[derive(Debug, Clone)]
pub struct UploadDesignAsset {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the design, a number; or a UUID, the id of a design of the legacy designer.
    pub design_id: types::DesignId,
    /// PNG, JPEG, WebP or GIF.
    pub file: stoa_runtime::Upload,
}

/// What `claimDesigns` is asked for.
#[derive(Debug, Clone)]
pub struct ClaimDesigns {
    /// Id of the site.
    pub site_id: i64,
    pub body: types::ClaimDesignsRequest,
}

/// What `countAnonymousDesigns` is asked for.
#[derive(Debug, Clone)]
pub struct CountAnonymousDesigns {
    /// Id of the site.
    pub site_id: i64,
}

/// What `listDesignFonts` is asked for.
#[derive(Debug, Clone)]
pub struct ListDesignFonts {
    /// Id of the site.
    pub site_id: i64,
}

/// What `generateDesignThumbnail` is asked for.
#[derive(Debug, Clone)]
pub struct GenerateDesignThumbnail {
    /// Id of the site.
    pub site_id: i64,
    pub body: types::GenerateThumbnailRequest,
}

/// What `uploadImage` is asked for.
#[derive(Debug, Clone)]
pub struct UploadImage {
    /// Id of the site.
    pub site_id: i64,
    /// PNG, JPEG, WebP or GIF.
    pub file: stoa_runtime::Upload,
}

/// What `listOrRegisterDesignAssets` is asked for.
#[derive(Debug, Clone)]
pub struct ListOrRegisterDesignAssets {
    /// Id of the site.
    pub site_id: i64,
    pub body: types::DesignAssetsRequest,
}

/// What `createDesign` answers.
#[derive(Debug, Clone)]
pub struct CreateDesignReply {
    pub body: types::CreatedDesign,
    /// The header `Set-Cookie`.
    pub set_cookie: Option<String>,
}

/// What `cloneDesign` answers.
#[derive(Debug, Clone)]
pub struct CloneDesignReply {
    pub body: types::CreatedDesign,
    /// The header `Set-Cookie`.
    pub set_cookie: Option<String>,
}

/// The routes of the operations tagged `designs`.
pub fn routes<A: Designs>(api: &Arc<A>) -> Routes {
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
        .post("/{siteId}/designs/{designId}/ai-image", api, |api, call| {
            Box::pin(generate_design_image(api, call))
        })
        .post("/{siteId}/designs/{designId}/ai-text", api, |api, call| {
            Box::pin(suggest_design_text(api, call))
        })
        .post("/{siteId}/designs/{designId}/finalize", api, |api, call| {
            Box::pin(finalize_design(api, call))
        })
        .post("/{siteId}/designs/{designId}/assets", api, |api, call| {
            Box::pin(upload_design_asset(api, call))
        })
        .post("/{siteId}/designs/claim", api, |api, call| Box::pin(claim_designs(api, call)))
        .get("/{siteId}/designs/anonymous/count", api, |api, call| {
            Box::pin(count_anonymous_designs(api, call))
        })
        .get("/{siteId}/designs/fonts", api, |api, call| Box::pin(list_design_fonts(api, call)))
        .post("/{siteId}/designs/generate-thumbnail", api, |api, call| {
            Box::pin(generate_design_thumbnail(api, call))
        })
        .post("/{siteId}/designs/upload-image", api, |api, call| Box::pin(upload_image(api, call)))
        .post("/{siteId}/designs/assets", api, |api, call| {
            Box::pin(list_or_register_design_assets(api, call))
        })
}

async fn list_designs<A: Designs>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<op::ListDesigns>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let caller = api.optional_customer_or_design_session(call).await?;
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

async fn create_design<A: Designs>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<op::CreateDesign>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let caller = api.optional_customer_or_design_session(call).await?;
    let request = CreateDesign { site_id, body: call.json(&SCHEMAS, "CreateDesignRequest").await? };
    let reply = api.create_design(caller, request).await?;
    Ok(Reply::json(201, &types::CreatedDesignResponse { data: reply.body })
        .optional_header(stoa_runtime::HeaderName::from_static("set-cookie"), reply.set_cookie))
}

async fn get_design<A: Designs>(api: &A, call: &mut Call) -> Result<Reply, Error<op::GetDesign>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let design_id = call
        .path("designId")
        .message("Invalid design ID")
        .parsed::<types::DesignId>()
        .required()?;
    let caller = api.optional_customer_or_design_session(call).await?;
    let request = GetDesign {
        site_id,
        design_id,
        session_id: call.query("sessionId").text().max_length(255).optional()?,
    };
    let reply = api.get_design(caller, request).await?;
    Ok(Reply::json(200, &types::AnyDesignResponse { data: reply }))
}

async fn update_design<A: Designs>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<op::UpdateDesign>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let design_id = call
        .path("designId")
        .message("Invalid design ID")
        .parsed::<types::DesignId>()
        .required()?;
    let caller = api.optional_customer_or_design_session(call).await?;
    let request = UpdateDesign {
        site_id,
        design_id,
        body: call.json(&SCHEMAS, "UpdateDesignRequest").await?,
    };
    let reply = api.update_design(caller, request).await?;
    Ok(Reply::json(200, &types::AnyDesignResponse { data: reply }))
}

async fn delete_design<A: Designs>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<op::DeleteDesign>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let design_id = call
        .path("designId")
        .message("Invalid design ID")
        .parsed::<types::DesignId>()
        .required()?;
    let caller = api.customer_or_design_session(call).await?;
    let request = DeleteDesign { site_id, design_id };
    let reply = api.delete_design(caller, request).await?;
    Ok(Reply::json(200, &types::DeletedDesignResponse { data: reply }))
}

async fn get_public_design<A: Designs>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<op::GetPublicDesign>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let uuid = call.path("uuid").text().required()?;
    let caller = api.anyone(call).await?;
    let request = GetPublicDesign { site_id, uuid };
    let reply = api.get_public_design(caller, request).await?;
    Ok(Reply::json(200, &types::DesignResponse { data: reply }))
}

async fn share_design<A: Designs>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<op::ShareDesign>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let design_id = call
        .path("designId")
        .message("Invalid design ID")
        .parsed::<types::DesignId>()
        .required()?;
    let caller = api.customer_or_design_session(call).await?;
    let request =
        ShareDesign { site_id, design_id, body: call.json(&SCHEMAS, "ShareDesignRequest").await? };
    let reply = api.share_design(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn clone_design<A: Designs>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<op::CloneDesign>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let design_id = call
        .path("designId")
        .message("Invalid design ID")
        .parsed::<types::DesignId>()
        .required()?;
    let caller = api.optional_customer_or_design_session(call).await?;
    let request =
        CloneDesign { site_id, design_id, body: call.json(&SCHEMAS, "CloneDesignRequest").await? };
    let reply = api.clone_design(caller, request).await?;
    Ok(Reply::json(200, &types::CreatedDesignResponse { data: reply.body })
        .optional_header(stoa_runtime::HeaderName::from_static("set-cookie"), reply.set_cookie))
}

async fn generate_design_image<A: Designs>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<op::GenerateDesignImage>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let design_id = call
        .path("designId")
        .message("Invalid design ID")
        .parsed::<types::DesignId>()
        .required()?;
    let caller = api.optional_customer_or_design_session(call).await?;
    let request = GenerateDesignImage {
        site_id,
        design_id,
        body: call.json(&SCHEMAS, "AiImageRequest").await?,
    };
    let reply = api.generate_design_image(caller, request).await?;
    Ok(Reply::json(201, &types::AiImageResponse { data: reply }))
}

async fn suggest_design_text<A: Designs>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<op::SuggestDesignText>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let design_id = call
        .path("designId")
        .message("Invalid design ID")
        .parsed::<types::DesignId>()
        .required()?;
    let caller = api.optional_customer_or_design_session(call).await?;
    let request =
        SuggestDesignText { site_id, design_id, body: call.json(&SCHEMAS, "AiTextRequest").await? };
    let reply = api.suggest_design_text(caller, request).await?;
    Ok(Reply::json(200, &types::AiTextResponse { data: reply }))
}

async fn finalize_design<A: Designs>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<op::FinalizeDesign>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let design_id = call
        .path("designId")
        .message("Invalid design ID")
        .parsed::<types::DesignId>()
        .required()?;
    let caller = api.customer_or_design_session(call).await?;
    let request = FinalizeDesign { site_id, design_id };
    let reply = api.finalize_design(caller, request).await?;
    Ok(Reply::json(200, &types::DesignResponse { data: reply }))
}

async fn upload_design_asset<A: Designs>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<op::UploadDesignAsset>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let design_id = call
        .path("designId")
        .message("Invalid design ID")
        .parsed::<types::DesignId>()
        .required()?;
    let caller = api.customer_or_design_session(call).await?;
    let form = call.multipart(stoa_runtime::UPLOAD_LIMIT).await?;
    let request = UploadDesignAsset {
        site_id,
        design_id,
        file: form.file("file").message("file is required").required()?,
    };
    let reply = api.upload_design_asset(caller, request).await?;
    Ok(Reply::json(200, &types::DesignAssetResponse { data: reply }))
}

async fn claim_designs<A: Designs>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<op::ClaimDesigns>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let caller = api.customer(call).await?;
    let request = ClaimDesigns { site_id, body: call.json(&SCHEMAS, "ClaimDesignsRequest").await? };
    let reply = api.claim_designs(caller, request).await?;
    Ok(Reply::json(200, &types::ClaimDesignsResponse { data: reply }))
}

async fn count_anonymous_designs<A: Designs>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<op::CountAnonymousDesigns>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let caller = api.design_session(call).await?;
    let request = CountAnonymousDesigns { site_id };
    let reply = api.count_anonymous_designs(caller, request).await?;
    Ok(Reply::json(200, &types::DesignCountResponse { data: reply }))
}

async fn list_design_fonts<A: Designs>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<op::ListDesignFonts>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let caller = api.anyone(call).await?;
    let request = ListDesignFonts { site_id };
    let reply = api.list_design_fonts(caller, request).await?;
    Ok(Reply::json(200, &types::DesignFontListResponse { data: reply }))
}

async fn generate_design_thumbnail<A: Designs>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<op::GenerateDesignThumbnail>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let caller = api.customer_or_design_session(call).await?;
    let request = GenerateDesignThumbnail {
        site_id,
        body: call.json(&SCHEMAS, "GenerateThumbnailRequest").await?,
    };
    let reply = api.generate_design_thumbnail(caller, request).await?;
    Ok(Reply::json(200, &types::DesignThumbnailResponse { data: reply }))
}

async fn upload_image<A: Designs>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<op::UploadImage>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let caller = api.customer_or_design_session(call).await?;
    let form = call.multipart(stoa_runtime::UPLOAD_LIMIT).await?;
    let request =
        UploadImage { site_id, file: form.file("file").message("file is required").required()? };
    let reply = api.upload_image(caller, request).await?;
    Ok(Reply::json(200, &types::DesignAssetResponse { data: reply }))
}

async fn list_or_register_design_assets<A: Designs>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<op::ListOrRegisterDesignAssets>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let caller = api.customer_or_design_session(call).await?;
    let request = ListOrRegisterDesignAssets {
        site_id,
        body: call.json(&SCHEMAS, "DesignAssetsRequest").await?,
    };
    let reply = api.list_or_register_design_assets(caller, request).await?;
    Ok(Reply::json(200, &types::DesignAssetListResponse { data: reply }))
}
