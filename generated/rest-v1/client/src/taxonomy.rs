//! The operations tagged `taxonomy`.

use ::stoa_client_core::{Error, Method, Response};

use crate::{Client, types};

impl Client {
    /// `GET /sites/{siteId}/categories`: List categories.
    ///
    /// All categories of posts, also those without a post, alphabetically by name without regard to
    /// case, then by id.
    pub async fn list_categories(
        &self,
        site_id: i64,
    ) -> Result<Response<types::CategoryListResponse>, Error> {
        self.call("listCategories", Method::GET, "/sites/{siteId}/categories")
            .path("siteId", site_id)
            .send()
            .await
    }

    /// `GET /sites/{siteId}/tags`: List tags.
    ///
    /// All tags of posts, also those without a post, alphabetically by name without regard to case,
    /// then by id.
    pub async fn list_tags(&self, site_id: i64) -> Result<Response<types::TagListResponse>, Error> {
        self.call("listTags", Method::GET, "/sites/{siteId}/tags")
            .path("siteId", site_id)
            .send()
            .await
    }
}

::stoa_client_core::reasons! {
    pub enum ListCategoriesReason of "listCategories" {
        400 SiteId "Invalid site ID",
        401 InvalidApiKey "Invalid API key",
        404 NotFound "Not found",
        429 RateLimitExceeded "Rate limit exceeded",
    }
}

::stoa_client_core::reasons! {
    pub enum ListTagsReason of "listTags" {
        400 SiteId "Invalid site ID",
        401 InvalidApiKey "Invalid API key",
        404 NotFound "Not found",
        429 RateLimitExceeded "Rate limit exceeded",
    }
}
