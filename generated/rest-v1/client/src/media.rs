//! The operations tagged `media`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// List media: `GET /sites/{siteId}/media`.
    ///
    /// The media library, newest first; ties are ordered by id, highest first. Counts toward `api-keys`
    /// (300 a minute for each API key). Answers may be up to 1 s old.
    ///
    /// # Errors
    ///
    /// [`ListMediaReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_media(&self, site_id: i64) -> ListMedia {
        let call = self.call("listMedia", Method::GET, "/sites/{siteId}/media");
        ListMedia(call.path("siteId", site_id))
    }
}

::stoa_client_core::calls! {
    list_media: ListMedia "listMedia" -> Pages<types::MediaListResponse, types::MediaItem>(data, pagination.offset), ETag;
}

impl ListMedia {
    /// Maximum number of items, 1 to 100. A value above 100 is taken as 100.
    ///
    /// Default: `20`.
    pub fn limit(self, limit: i64) -> Self {
        Self(self.0.query("limit", limit))
    }

    /// Number of items to skip.
    ///
    /// Default: `0`.
    pub fn offset(self, offset: i64) -> Self {
        Self(self.0.query("offset", offset))
    }

    /// A MIME type or the beginning of one, in any case: `image` finds `image/png`, `image/svg` finds
    /// `image/svg+xml`. If absent or `all`, all types are listed.
    pub fn mime_type(self, mime_type: &str) -> Self {
        Self(self.0.query("mimeType", mime_type))
    }
}

::stoa_client_core::reasons! {
    pub enum ListMediaReason of "listMedia" {
        400 InvalidSearch "invalid_search" "search must be valid text without NUL",
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidLimit "invalid_limit" "limit must be an integer",
        400 LimitTooSmall "limit_too_small" "limit must be at least 1",
        400 InvalidOffset "invalid_offset" "offset must be an integer",
        400 OffsetTooSmall "offset_too_small" "offset must be at least 0",
        400 InvalidCategory "invalid_category" "category must be valid text without NUL",
        401 InvalidApiKey "invalid_api_key" "Invalid API key",
        404 NotFound "not_found" "Not found",
        429 RateLimitExceeded "rate_limit_exceeded" "Rate limit exceeded",
    }
}
