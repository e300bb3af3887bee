//! The operations tagged `media`.

use reqwest::Method;

use crate::{Client, Error, Response, escape, types};

impl Client {
    /// `GET /sites/{siteId}/media`: List media.
    ///
    /// The media library, newest first, then the highest id first.
    pub async fn list_media(
        &self,
        site_id: i64,
        options: &ListMediaOptions,
    ) -> Result<Response<types::MediaListResponse>, Error> {
        let mut call = self.call(Method::GET, format!("/sites/{}/media", escape::segment(site_id)));
        if let Some(value) = &options.limit {
            call = call.query("limit", value);
        }
        if let Some(value) = &options.offset {
            call = call.query("offset", value);
        }
        if let Some(value) = &options.mime_type {
            call = call.query("mimeType", value);
        }
        call.send().await
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
