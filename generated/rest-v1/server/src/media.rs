//! The operations tagged `media`.
//!
//! Handlers implement [`MediaApi`]. Each operation is a struct that holds its request and
//! implements `Documents` for each failure that it documents. The route of the operation reads the
//! path, finds the caller with [`Authenticate`], reads the rest of the request, calls the handler
//! and writes the response.

use std::sync::Arc;

use stoa_rest_v1_reasons as reasons;
use stoa_rest_v1_types as types;
use stoa_runtime::{Call, Documents, Error, Operation, Reply, Routes};

use crate::Authenticate;

/// The media library.
pub trait MediaApi: Authenticate {
    /// `GET /sites/{siteId}/media`: List media.
    ///
    /// The media library, newest first; ties are ordered by id, highest first. Counts toward `api-keys`
    /// (300 a minute for each API key). Answers may be up to 1 s old.
    ///
    /// The response is cached for 1 s and served to every caller, so the handler does not get the
    /// caller.
    fn list_media(
        &self,
        request: ListMedia,
    ) -> impl Future<Output = Result<types::MediaListResponse, Error<ListMedia>>> + Send;
}

/// The operation `listMedia` and its request.
#[derive(Clone, Hash)]
pub struct ListMedia {
    /// Id of the site.
    pub site_id: i64,
    /// Maximum number of items, 1 to 100. A value above 100 is taken as 100.
    pub limit: i64,
    /// Number of items to skip.
    pub offset: i64,
    /// A MIME type or the beginning of one, in any case: `image` finds `image/png`, `image/svg` finds
    /// `image/svg+xml`. If absent or `all`, all types are listed.
    pub mime_type: Option<String>,
}

impl Operation for ListMedia {
    const ID: &'static str = "listMedia";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_search", "search must be valid text without NUL"),
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_limit", "limit must be an integer"),
        (400, "limit_too_small", "limit must be at least 1"),
        (400, "invalid_offset", "offset must be an integer"),
        (400, "offset_too_small", "offset must be at least 0"),
        (400, "invalid_category", "category must be valid text without NUL"),
        (401, "invalid_api_key", "Invalid API key"),
        (404, "not_found", "Not found"),
        (429, "rate_limit_exceeded", "Rate limit exceeded"),
    ];
}

impl Documents<400> for ListMedia {}
impl Documents<401> for ListMedia {}
impl Documents<404> for ListMedia {}
impl Documents<429> for ListMedia {}

stoa_runtime::refuses! {
    ListMedia:
        reasons::InvalidSearch, reasons::InvalidSiteId, reasons::InvalidLimit,
        reasons::LimitTooSmall, reasons::InvalidOffset, reasons::OffsetTooSmall,
        reasons::InvalidCategory, reasons::InvalidApiKey, reasons::NotFound,
        reasons::RateLimitExceeded;
}

/// The routes of the operations tagged `media`.
pub fn routes<A: MediaApi>(api: &Arc<A>) -> Routes {
    Routes::new().get("/sites/{siteId}/media", api, |api, call| Box::pin(list_media(api, call)))
}

async fn list_media<A: MediaApi>(api: &A, call: &mut Call) -> Result<Reply, Error<ListMedia>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    api.api_key(call.credentials(), call.context(), site_id).await?;
    let request = ListMedia {
        site_id,
        limit: call.query("limit").integer().at_least(1).capped(100).or(20)?,
        offset: call.query("offset").integer().at_least(0).or(0)?,
        mime_type: call.query("mimeType").text().optional()?,
    };
    call.cached(1, site_id, request, |request| async move {
        let reply = api.list_media(request).await?;
        Ok(Reply::json(200, &reply).conditional())
    })
    .await
}
