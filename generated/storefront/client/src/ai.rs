//! The operations tagged `ai`.
//!
//! Not served yet: the server answers 404.

use reqwest::Method;

use crate::call::segment;
use crate::{Client, Error, Response, types};

impl Client {
    /// `POST /{siteId}/designs/{designId}/ai-image`: Generate an image.
    ///
    /// Not served yet: the server answers 404.
    ///
    /// The images are stored as assets of the design and billed to the merchant. `sessionId` stands in
    /// for the cookie.
    pub async fn generate_design_image(
        &self,
        site_id: i64,
        design_id: &types::DesignId,
        body: &types::AiImageRequest,
    ) -> Result<Response<types::AiImageResponse>, Error> {
        let mut call = self.call(
            Method::POST,
            format!("/{}/designs/{}/ai-image", segment(site_id), segment(design_id)),
        );
        call = call.json(body)?;
        call.send().await
    }

    /// `POST /{siteId}/designs/{designId}/ai-text`: Suggest texts.
    ///
    /// Not served yet: the server answers 404.
    ///
    /// Billed to the merchant. `sessionId` stands in for the cookie.
    pub async fn suggest_design_text(
        &self,
        site_id: i64,
        design_id: &types::DesignId,
        body: &types::AiTextRequest,
    ) -> Result<Response<types::AiTextResponse>, Error> {
        let mut call = self.call(
            Method::POST,
            format!("/{}/designs/{}/ai-text", segment(site_id), segment(design_id)),
        );
        call = call.json(body)?;
        call.send().await
    }
}
