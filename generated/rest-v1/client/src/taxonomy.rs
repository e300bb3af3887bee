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
