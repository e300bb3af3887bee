//! The operations tagged `media`.

use ::stoa_client_core::{Error, Method, Response};

use crate::{Client, types};

impl Client {
    /// `GET /sites/{siteId}/media`: List media.
    ///
    /// The media library, newest first, then the highest id first.
    pub async fn list_media(
        &self,
        site_id: i64,
        options: &ListMediaOptions,
    ) -> Result<Response<types::MediaListResponse>, Error> {
        self.call("listMedia", Method::GET, "/sites/{siteId}/media")
            .path("siteId", site_id)
            .query("limit", options.limit.as_ref())
            .query("offset", options.offset.as_ref())
            .query("mimeType", options.mime_type.as_ref())
            .send()
            .await
    }
}

/// What `listMedia` may be asked besides.
#[derive(Debug, Clone, Default)]
pub struct ListMediaOptions {
    /// How many items at most, 1 to 100. More than 100 is taken as 100.
    pub limit: Option<i64>,
    /// How many items to skip.
    pub offset: Option<i64>,
    /// A MIME type or how it begins. Without a slash it is a whole type (`image` is every `image/…`,
    /// not `imagex/…`), with a slash it is every type that starts so (`image/svg` finds
    /// `image/svg+xml`). All types when absent or `all`.
    pub mime_type: Option<String>,
}

::stoa_client_core::reasons! {
    pub enum ListMediaReason of "listMedia" {
        400 Search "search must have at most 200 characters and 10 words",
        400 SiteId "Invalid site ID",
        400 LimitInteger "limit must be an integer",
        400 LimitMinimum "limit must be at least 1",
        400 OffsetInteger "offset must be an integer",
        400 OffsetMinimum "offset must be at least 0",
        400 Text "category must be valid text without NUL",
        401 InvalidApiKey "Invalid API key",
        404 NotFound "Not found",
        429 RateLimitExceeded "Rate limit exceeded",
    }
}
