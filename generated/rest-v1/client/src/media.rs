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
