//! The operations tagged `taxonomy`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// List categories: `GET /sites/{siteId}/categories`.
    ///
    /// All categories of posts, including those without posts, alphabetically by name ignoring case,
    /// then by id. Counts toward `api-keys` (300 a minute for each API key). Answers may be up to 1 s
    /// old.
    ///
    /// # Errors
    ///
    /// [`ListCategoriesReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_categories(&self, site_id: i64) -> ListCategories {
        let call = self.call("listCategories", Method::GET, "/sites/{siteId}/categories");
        ListCategories(call.path("siteId", site_id))
    }

    /// List tags: `GET /sites/{siteId}/tags`.
    ///
    /// All tags of posts, including those without posts, alphabetically by name ignoring case, then by
    /// id. Counts toward `api-keys` (300 a minute for each API key). Answers may be up to 1 s old.
    ///
    /// # Errors
    ///
    /// [`ListTagsReason`] lists the reasons for a refusal: see [`Error::reason`](crate::Error::reason).
    pub fn list_tags(&self, site_id: i64) -> ListTags {
        let call = self.call("listTags", Method::GET, "/sites/{siteId}/tags");
        ListTags(call.path("siteId", site_id))
    }
}

::stoa_client_core::calls! {
    list_categories: ListCategories "listCategories" -> Json<types::CategoryListResponse>, ETag;
    list_tags: ListTags "listTags" -> Json<types::TagListResponse>, ETag;
}

impl ListCategories {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, Vec<types::Category>> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl ListTags {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, Vec<types::Tag>> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

::stoa_client_core::reasons! {
    pub enum ListCategoriesReason of "listCategories" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        401 InvalidApiKey "invalid_api_key" "Invalid API key",
        404 NotFound "not_found" "Not found",
        429 RateLimitExceeded "rate_limit_exceeded" "Rate limit exceeded",
    }
}

::stoa_client_core::reasons! {
    pub enum ListTagsReason of "listTags" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        401 InvalidApiKey "invalid_api_key" "Invalid API key",
        404 NotFound "not_found" "Not found",
        429 RateLimitExceeded "rate_limit_exceeded" "Rate limit exceeded",
    }
}
