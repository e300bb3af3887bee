//! The operations tagged `taxonomy`.

use reqwest::Method;

use crate::{Client, Error, Response, escape, types};

impl Client {
    /// `GET /sites/{siteId}/categories`: List categories.
    ///
    /// All categories of posts, also those without a post, alphabetically by name without regard to
    /// case, then by id.
    pub async fn list_categories(
        &self,
        site_id: i64,
    ) -> Result<Response<types::CategoryListResponse>, Error> {
        let call =
            self.call(Method::GET, format!("/sites/{}/categories", escape::segment(site_id)));
        call.send().await
    }

    /// `GET /sites/{siteId}/tags`: List tags.
    ///
    /// All tags of posts, also those without a post, alphabetically by name without regard to case,
    /// then by id.
    pub async fn list_tags(&self, site_id: i64) -> Result<Response<types::TagListResponse>, Error> {
        let call = self.call(Method::GET, format!("/sites/{}/tags", escape::segment(site_id)));
        call.send().await
    }
}
