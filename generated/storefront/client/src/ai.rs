//! The operations tagged `ai`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// Generate an image: `POST /{siteId}/designs/{designId}/ai-image`.
    ///
    /// Stores the images as assets of the design and bills them to the merchant: 10 AI credits each,
    /// from the credits that the merchant may spend in a UTC month. Credits for all requested images
    /// are reserved first; those for images that were not generated are released. `sessionId` may be
    /// sent instead of the cookie. The call is checked in this order: owner of the design (401, 404,
    /// 403), provider of the merchant (503), rate limit (429), credits of the merchant (402). Then the
    /// provider is called, which may take two minutes. If the client disconnects in that time, the
    /// images are still stored as assets of the design.
    ///
    /// If `transparent` is requested, no image has a background: a provider that returns one counts as
    /// not answering.
    ///
    /// **Repeating a call** with the same `Idempotency-Key` and the same body returns the stored answer
    /// with `Idempotent-Replayed: true`. Nothing is generated or billed again. Keys are stored for 24
    /// hours, and each design has its own. A refused request does not use up its key.
    ///
    /// Counts toward `client-ai-images` (20 a minute for each client), `client-ai-images-a-day` (100 a
    /// day for each client), `ai-images` (5 a minute for each design) and `ai-images-a-day` (30 a day
    /// for each design).
    ///
    /// # Errors
    ///
    /// [`GenerateDesignImageReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn generate_design_image(
        &self,
        site_id: i64,
        design_id: &types::DesignId,
        body: &types::AiImageRequest,
    ) -> GenerateDesignImage {
        let call =
            self.call("generateDesignImage", Method::POST, "/{siteId}/designs/{designId}/ai-image");
        GenerateDesignImage(
            call.path("siteId", site_id)
                .path("designId", design_id)
                .json(body)
                .idempotent()
                .expect(&[201]),
        )
    }

    /// Suggest texts: `POST /{siteId}/designs/{designId}/ai-text`.
    ///
    /// Each call is billed to the merchant as one AI credit; a failed call costs nothing. `sessionId`
    /// may be sent instead of the cookie. The checks and their order are those of
    /// [`generate_design_image`](Client::generate_design_image). The provider may take half a minute.
    /// Counts toward `ai-texts` (10 a minute for each design).
    ///
    /// # Errors
    ///
    /// [`SuggestDesignTextReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn suggest_design_text(
        &self,
        site_id: i64,
        design_id: &types::DesignId,
        body: &types::AiTextRequest,
    ) -> SuggestDesignText {
        let call =
            self.call("suggestDesignText", Method::POST, "/{siteId}/designs/{designId}/ai-text");
        SuggestDesignText(call.path("siteId", site_id).path("designId", design_id).json(body))
    }
}

::stoa_client_core::calls! {
    generate_design_image: GenerateDesignImage -> Json<types::AiImageResponse>;
    suggest_design_text: SuggestDesignText -> Json<types::AiTextResponse>;
}

impl GenerateDesignImage {
    /// A key that the client generates for each set of images, such as a UUID, and sends again when it
    /// repeats the call.
    ///
    /// By default, each call has its own random key, which its retries send too.
    pub fn idempotency_key(self, idempotency_key: &str) -> Self {
        Self(self.0.header("idempotency-key", idempotency_key))
    }
}

::stoa_client_core::reasons! {
    pub enum GenerateDesignImageReason of "generateDesignImage" {
        400 SiteId "Invalid site ID",
        400 DesignId "Invalid design ID",
        400 Json "Invalid JSON body",
        400 PromptIsRequired "Prompt is required",
        400 Prompt "Prompt must be at most 1000 characters",
        400 Style "style must be one of illustration, photo, graphic, auto",
        400 Size "size must be one of 1024x1024, 1024x1536, 1536x1024, auto",
        400 Quality "quality must be one of high, low, medium, auto",
        400 Transparent "transparent must be true or false",
        400 N "n must be between 1 and 4",
        400 SessionId "sessionId must be text of at most 255 characters",
        400 IdempotencyKey "Idempotency-Key must have 1 to 255 characters",
        400 ContentPolicy "Prompt was rejected by the content policy",
        400 TooManyImages "Too many images",
        401 Unauthorized "Unauthorized",
        402 AIPlanLimitReached "AI plan limit reached",
        403 Forbidden "You do not have access to this design",
        404 StoreNotFound "Store not found",
        404 DesignNotFound "Design not found",
        409 IdempotencyKeyInProgress "A request with this Idempotency-Key is in progress",
        413 RequestBodyTooLarge "Request body too large",
        415 ExpectedApplicationJson "Expected application/json",
        422 IdempotencyKeyReused "Idempotency-Key was used with a different request",
        429 TooManyAiRequestsSlowDown "Too many AI requests, slow down",
        500 InternalServerError "Internal server error",
        503 ImageGenerationIsNotConfigured "Image generation is not configured",
        503 ImageGenerationIsNotAvailableTryAgainLater "Image generation is not available, try again later",
        503 StorageIsFullTryAgainLater "Storage is full, try again later",
    }
}

::stoa_client_core::reasons! {
    pub enum SuggestDesignTextReason of "suggestDesignText" {
        400 SiteId "Invalid site ID",
        400 DesignId "Invalid design ID",
        400 Json "Invalid JSON body",
        400 PromptIsRequired "Prompt is required",
        400 Prompt "Prompt must be at most 600 characters",
        400 ProductName "productName must be at most 200 characters",
        400 Count "count must be between 1 and 6",
        400 SessionId "sessionId must be text of at most 255 characters",
        400 ContentPolicy "Prompt was rejected by the content policy",
        401 Unauthorized "Unauthorized",
        402 AIPlanLimitReached "AI plan limit reached",
        403 Forbidden "You do not have access to this design",
        404 StoreNotFound "Store not found",
        404 DesignNotFound "Design not found",
        413 RequestBodyTooLarge "Request body too large",
        415 ExpectedApplicationJson "Expected application/json",
        429 TooManyAiRequestsSlowDown "Too many AI requests, slow down",
        500 InternalServerError "Internal server error",
        503 TextGenerationIsNotConfigured "Text generation is not configured",
        503 TextGenerationIsNotAvailableTryAgainLater "Text generation is not available, try again later",
    }
}
