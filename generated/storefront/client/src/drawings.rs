//! The operations tagged `drawings`.
//!
//! Not served yet: the server answers 404.

use reqwest::Method;

use crate::call::segment;
use crate::{Client, Error, Response, types};

impl Client {
    /// `POST /{siteId}/designs/{designId}/finalize`: Finalize a design.
    ///
    /// Not served yet: the server answers 404.
    ///
    /// Marks the design as finalized and makes the composite picture on the product, `mockupUrl`. Call
    /// it before adding the design to a cart. Idempotent until the design is saved again. Not for
    /// legacy designs, which are 404 here.
    pub async fn finalize_design(
        &self,
        site_id: i64,
        design_id: &types::DesignId,
    ) -> Result<Response<types::DesignResponse>, Error> {
        let call = self.call(
            Method::POST,
            format!("/{}/designs/{}/finalize", segment(site_id), segment(design_id)),
        );
        call.send().await
    }

    /// `GET /{siteId}/designs/fonts`: List the fonts of the designer.
    ///
    /// Not served yet: the server answers 404.
    ///
    /// Alphabetically by family.
    pub async fn list_design_fonts(
        &self,
        site_id: i64,
    ) -> Result<Response<types::DesignFontListResponse>, Error> {
        let call = self.call(Method::GET, format!("/{}/designs/fonts", segment(site_id)));
        call.send().await
    }

    /// `POST /{siteId}/designs/generate-thumbnail`: Make a thumbnail.
    ///
    /// Not served yet: the server answers 404.
    ///
    /// Draws the layers of the caller's design flat, as a PNG, and stores it as the design's
    /// `thumbnailUrl`.
    pub async fn generate_design_thumbnail(
        &self,
        site_id: i64,
        body: &types::GenerateThumbnailRequest,
    ) -> Result<Response<types::DesignThumbnailResponse>, Error> {
        let mut call =
            self.call(Method::POST, format!("/{}/designs/generate-thumbnail", segment(site_id)));
        call = call.json(body)?;
        call.send().await
    }
}
