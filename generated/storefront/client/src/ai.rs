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
    generate_design_image: GenerateDesignImage "generateDesignImage" -> Json<types::AiImageResponse>;
    suggest_design_text: SuggestDesignText "suggestDesignText" -> Json<types::AiTextResponse>;
}

impl GenerateDesignImage {
    /// A key that the client generates for each set of images, such as a UUID, and sends again when it
    /// repeats the call.
    ///
    /// By default, each call has its own random key, which its retries send too.
    pub fn idempotency_key(self, idempotency_key: &str) -> Self {
        Self(self.0.header("idempotency-key", idempotency_key))
    }

    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::AiImage> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl SuggestDesignText {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::AiText> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

::stoa_client_core::reasons! {
    pub enum GenerateDesignImageReason of "generateDesignImage" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        400 InvalidDesignId "invalid_design_id" "Invalid design ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 PromptIsRequired "prompt_is_required" "Prompt is required",
        400 InvalidPrompt "invalid_prompt" "Prompt must be at most 1000 characters",
        400 InvalidStyle "invalid_style" "style must be one of illustration, photo, graphic, auto",
        400 InvalidSize "invalid_size" "size must be one of 1024x1024, 1024x1536, 1536x1024, auto",
        400 InvalidQuality "invalid_quality" "quality must be one of high, low, medium, auto",
        400 InvalidTransparent "invalid_transparent" "transparent must be true or false",
        400 InvalidN "invalid_n" "n must be between 1 and 4",
        400 InvalidSessionId "invalid_session_id" "sessionId must be text of at most 255 characters",
        400 InvalidIdempotencyKey "invalid_idempotency_key" "Idempotency-Key must have 1 to 255 characters",
        400 RejectedByContentPolicy "rejected_by_content_policy" "Prompt was rejected by the content policy",
        400 TooManyImages "too_many_images" "Too many images",
        401 Unauthorized "unauthorized" "Unauthorized",
        402 AiPlanLimitReached "ai_plan_limit_reached" "AI plan limit reached",
        403 Forbidden "forbidden" "You do not have access to this design",
        404 StoreNotFound "store_not_found" "Store not found",
        404 DesignNotFound "design_not_found" "Design not found",
        409 IdempotencyKeyInProgress "idempotency_key_in_progress" "A request with this Idempotency-Key is in progress",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        422 IdempotencyKeyReused "idempotency_key_reused" "Idempotency-Key was used with a different request",
        429 TooManyAiRequests "too_many_ai_requests" "Too many AI requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
        503 ImageGenerationIsNotConfigured "image_generation_is_not_configured" "Image generation is not configured",
        503 ImageGenerationIsNotAvailable "image_generation_is_not_available" "Image generation is not available, try again later",
        503 StorageIsFull "storage_is_full" "Storage is full, try again later",
    }
}

::stoa_client_core::reasons! {
    pub enum SuggestDesignTextReason of "suggestDesignText" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        400 InvalidDesignId "invalid_design_id" "Invalid design ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 PromptIsRequired "prompt_is_required" "Prompt is required",
        400 InvalidPrompt "invalid_prompt" "Prompt must be at most 600 characters",
        400 InvalidProductName "invalid_product_name" "productName must be at most 200 characters",
        400 InvalidCount "invalid_count" "count must be between 1 and 6",
        400 InvalidSessionId "invalid_session_id" "sessionId must be text of at most 255 characters",
        400 RejectedByContentPolicy "rejected_by_content_policy" "Prompt was rejected by the content policy",
        401 Unauthorized "unauthorized" "Unauthorized",
        402 AiPlanLimitReached "ai_plan_limit_reached" "AI plan limit reached",
        403 Forbidden "forbidden" "You do not have access to this design",
        404 StoreNotFound "store_not_found" "Store not found",
        404 DesignNotFound "design_not_found" "Design not found",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        429 TooManyAiRequests "too_many_ai_requests" "Too many AI requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
        503 TextGenerationIsNotConfigured "text_generation_is_not_configured" "Text generation is not configured",
        503 TextGenerationIsNotAvailable "text_generation_is_not_available" "Text generation is not available, try again later",
    }
}
