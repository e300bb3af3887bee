//! The operations tagged `ai`.

use ::stoa_client_core::{Error, Method, Response};

use crate::{Client, types};

impl Client {
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
    /// A design may have images made 5 times a minute and 30 times a day, a client 20 times a minute.
    /// Where `transparent` is asked for, no image has a background: a provider that draws one all the
    /// same is as if it did not answer.
    ///
    /// **Repeating a call** with the same `Idempotency-Key`, kept for 24 hours, and the same body gives
    /// the stored answer with `Idempotent-Replayed: true`, and nothing is made or billed again; each
    /// design has keys of its own. A request that was refused leaves its key unused.
    pub async fn generate_design_image(
        &self,
        site_id: i64,
        design_id: &types::DesignId,
        body: &types::AiImageRequest,
        options: &GenerateDesignImageOptions,
    ) -> Result<Response<types::AiImageResponse>, Error> {
        self.call("generateDesignImage", Method::POST, "/{siteId}/designs/{designId}/ai-image")
            .path("siteId", site_id)
            .path("designId", design_id)
            .idempotency_key(options.idempotency_key.as_deref())
            .json(body)
            .expect(&[201])
            .send()
            .await
    }

    /// `POST /{siteId}/designs/{designId}/ai-text`: Suggest texts.
    ///
    /// Each call is billed to the merchant as one AI credit; one that fails costs nothing. `sessionId`
    /// stands in for the cookie. Checked in the order of `generateDesignImage`. A design may have texts
    /// suggested 10 times a minute. The provider may take half a minute.
    pub async fn suggest_design_text(
        &self,
        site_id: i64,
        design_id: &types::DesignId,
        body: &types::AiTextRequest,
    ) -> Result<Response<types::AiTextResponse>, Error> {
        self.call("suggestDesignText", Method::POST, "/{siteId}/designs/{designId}/ai-text")
            .path("siteId", site_id)
            .path("designId", design_id)
            .json(body)
            .send()
            .await
    }
}

/// What `generateDesignImage` may be asked besides.
#[derive(Debug, Clone, Default)]
pub struct GenerateDesignImageOptions {
    /// Made by the client, one for each time that it means to have images made, such as a UUID.
    pub idempotency_key: Option<String>,
}
