//! The operations tagged `ai`.
//!
//! Handlers implement [`AiApi`]. An operation is a struct: what it is asked for, with the failures
//! that it documents. Its route reads the path, asks [`Authenticate`] who calls, reads the rest,
//! calls the handler and writes what it returns.

use std::sync::Arc;

use stoa_runtime::{Call, Documents, Error, Operation, Reply, Routes, TakesBody};
use stoa_storefront_types as types;

use crate::{Authenticate, SCHEMAS};

/// Images and texts for designs, made by the AI provider of the merchant.
pub trait AiApi: Authenticate {
    /// `POST /{siteId}/designs/{designId}/ai-image`: Generate an image.
    ///
    /// The images are stored as assets of the design and billed to the merchant: 10 AI credits each, of
    /// those that the merchant may spend in a month of UTC. Credits for all images asked for are set
    /// aside first; what did not come is given back. `sessionId` stands in for the cookie. It is
    /// checked in this order: whose the design is (401, 404, 403), whether the merchant has a provider
    /// (503), how often it is called (429), the merchant's credits (402), and then the provider is
    /// asked, who may take two minutes. Who hangs up meanwhile finds the images among the assets of the
    /// design.
    ///
    /// Where `transparent` is asked for, no image has a background: a provider that draws one all the
    /// same is as if it did not answer.
    ///
    /// **Repeating a call** with the same `Idempotency-Key`, kept for 24 hours, and the same body gives
    /// the stored answer with `Idempotent-Replayed: true`, and nothing is made or billed again; each
    /// design has keys of its own. A request that was refused leaves its key unused.
    ///
    /// Counts toward `client-ai-images` (20 a minute for each client), `ai-images` (5 a minute for each
    /// design) and `ai-images-a-day` (30 a day for each design).
    fn generate_design_image(
        &self,
        caller: Self::CustomerOrDesignSessionOrAnyone,
        request: GenerateDesignImage,
    ) -> impl Future<
        Output = Result<stoa_runtime::Replayable<types::AiImage>, Error<GenerateDesignImage>>,
    > + Send;

    /// `POST /{siteId}/designs/{designId}/ai-text`: Suggest texts.
    ///
    /// Each call is billed to the merchant as one AI credit; one that fails costs nothing. `sessionId`
    /// stands in for the cookie. Checked in the order of `generateDesignImage`. The provider may take
    /// half a minute. Counts toward `ai-texts` (10 a minute for each design).
    fn suggest_design_text(
        &self,
        caller: Self::CustomerOrDesignSessionOrAnyone,
        request: SuggestDesignText,
    ) -> impl Future<Output = Result<types::AiText, Error<SuggestDesignText>>> + Send;
}

/// The operation `generateDesignImage`, and what it is asked for.
#[derive(Clone)]
pub struct GenerateDesignImage {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the design, a number; or a UUID, the id of a design of the legacy designer.
    pub design_id: types::DesignId,
    /// Made by the client, one for each time that it means to have images made, such as a UUID.
    pub idempotency: Option<stoa_runtime::Idempotency>,
    pub body: types::AiImageRequest,
}

impl Operation for GenerateDesignImage {
    const ID: &'static str = "generateDesignImage";
    const GROWS_STORAGE: bool = true;
}

impl Documents<400> for GenerateDesignImage {}
impl Documents<401> for GenerateDesignImage {}
impl Documents<402> for GenerateDesignImage {}
impl Documents<403> for GenerateDesignImage {}
impl Documents<404> for GenerateDesignImage {}
impl Documents<409> for GenerateDesignImage {}
impl Documents<413> for GenerateDesignImage {}
impl Documents<415> for GenerateDesignImage {}
impl Documents<422> for GenerateDesignImage {}
impl Documents<429> for GenerateDesignImage {}
impl Documents<500> for GenerateDesignImage {}
impl Documents<503> for GenerateDesignImage {}
impl TakesBody for GenerateDesignImage {}

/// The operation `suggestDesignText`, and what it is asked for.
#[derive(Clone)]
pub struct SuggestDesignText {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the design, a number; or a UUID, the id of a design of the legacy designer.
    pub design_id: types::DesignId,
    pub body: types::AiTextRequest,
}

impl Operation for SuggestDesignText {
    const ID: &'static str = "suggestDesignText";
}

impl Documents<400> for SuggestDesignText {}
impl Documents<401> for SuggestDesignText {}
impl Documents<402> for SuggestDesignText {}
impl Documents<403> for SuggestDesignText {}
impl Documents<404> for SuggestDesignText {}
impl Documents<413> for SuggestDesignText {}
impl Documents<415> for SuggestDesignText {}
impl Documents<429> for SuggestDesignText {}
impl Documents<500> for SuggestDesignText {}
impl Documents<503> for SuggestDesignText {}
impl TakesBody for SuggestDesignText {}

/// The routes of the operations tagged `ai`.
pub fn routes<A: AiApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .post("/{siteId}/designs/{designId}/ai-image", api, |api, call| {
            Box::pin(generate_design_image(api, call))
        })
        .post("/{siteId}/designs/{designId}/ai-text", api, |api, call| {
            Box::pin(suggest_design_text(api, call))
        })
}

async fn generate_design_image<A: AiApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<GenerateDesignImage>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let design_id = call
        .path("designId")
        .message("Invalid design ID")
        .integer_or_uuid::<types::DesignId>()
        .required()?;
    let caller = api.customer_or_design_session_or_anyone(call).await?;
    let idempotency_key = call
        .header("Idempotency-Key")
        .message("Idempotency-Key must have 1 to 255 characters")
        .exact_text()
        .min_length(1)
        .max_length(255)
        .optional()?;
    let (body, idempotency) =
        call.idempotent(idempotency_key).json(&SCHEMAS, "AiImageRequest").await?;
    let request = GenerateDesignImage { site_id, design_id, idempotency, body };
    let reply = api.generate_design_image(caller, request).await?;
    Ok(reply.write(|reply| Reply::json(201, &types::AiImageResponse { data: reply })))
}

async fn suggest_design_text<A: AiApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<SuggestDesignText>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let design_id = call
        .path("designId")
        .message("Invalid design ID")
        .integer_or_uuid::<types::DesignId>()
        .required()?;
    let caller = api.customer_or_design_session_or_anyone(call).await?;
    let request =
        SuggestDesignText { site_id, design_id, body: call.json(&SCHEMAS, "AiTextRequest").await? };
    let reply = api.suggest_design_text(caller, request).await?;
    Ok(Reply::json(200, &types::AiTextResponse { data: reply }))
}
