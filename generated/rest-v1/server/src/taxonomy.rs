//! The operations tagged `taxonomy`.
//!
//! Handlers implement [`TaxonomyApi`]. Each operation is a struct that holds its request and
//! implements `Documents` for each failure that it documents. The route of the operation reads the
//! path, finds the caller with [`Authenticate`], reads the rest of the request, calls the handler
//! and writes the response.

use std::sync::Arc;

use stoa_rest_v1_reasons as reasons;
use stoa_rest_v1_types as types;
use stoa_runtime::{Call, Documents, Error, Operation, Reply, Routes};

use crate::Authenticate;

/// The categories and tags of posts.
pub trait TaxonomyApi: Authenticate {
    /// `GET /sites/{siteId}/categories`: List categories.
    ///
    /// All categories of posts, including those without posts, alphabetically by name ignoring case,
    /// then by id. Counts toward `api-keys` (300 a minute for each API key). Answers may be up to 1 s
    /// old.
    ///
    /// The response is cached for 1 s and served to every caller, so the handler does not get the
    /// caller.
    fn list_categories(
        &self,
        request: ListCategories,
    ) -> impl Future<Output = Result<Vec<types::Category>, Error<ListCategories>>> + Send;

    /// `GET /sites/{siteId}/tags`: List tags.
    ///
    /// All tags of posts, including those without posts, alphabetically by name ignoring case, then by
    /// id. Counts toward `api-keys` (300 a minute for each API key). Answers may be up to 1 s old.
    ///
    /// The response is cached for 1 s and served to every caller, so the handler does not get the
    /// caller.
    fn list_tags(
        &self,
        request: ListTags,
    ) -> impl Future<Output = Result<Vec<types::Tag>, Error<ListTags>>> + Send;
}

/// The operation `listCategories` and its request.
#[derive(Clone, Hash)]
pub struct ListCategories {
    /// Id of the site.
    pub site_id: i64,
}

impl Operation for ListCategories {
    const ID: &'static str = "listCategories";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (401, "invalid_api_key", "Invalid API key"),
        (404, "not_found", "Not found"),
        (429, "rate_limit_exceeded", "Rate limit exceeded"),
    ];
}

impl Documents<400> for ListCategories {}
impl Documents<401> for ListCategories {}
impl Documents<404> for ListCategories {}
impl Documents<429> for ListCategories {}

/// The operation `listTags` and its request.
#[derive(Clone, Hash)]
pub struct ListTags {
    /// Id of the site.
    pub site_id: i64,
}

impl Operation for ListTags {
    const ID: &'static str = "listTags";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (401, "invalid_api_key", "Invalid API key"),
        (404, "not_found", "Not found"),
        (429, "rate_limit_exceeded", "Rate limit exceeded"),
    ];
}

impl Documents<400> for ListTags {}
impl Documents<401> for ListTags {}
impl Documents<404> for ListTags {}
impl Documents<429> for ListTags {}

stoa_runtime::refuses! {
    ListCategories:
        reasons::InvalidSiteId, reasons::InvalidApiKey, reasons::NotFound,
        reasons::RateLimitExceeded;
    ListTags:
        reasons::InvalidSiteId, reasons::InvalidApiKey, reasons::NotFound,
        reasons::RateLimitExceeded;
}

/// The routes of the operations tagged `taxonomy`.
pub fn routes<A: TaxonomyApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/sites/{siteId}/categories", api, |api, call| Box::pin(list_categories(api, call)))
        .get("/sites/{siteId}/tags", api, |api, call| Box::pin(list_tags(api, call)))
}

async fn list_categories<A: TaxonomyApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ListCategories>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    api.api_key(call.credentials(), call.context(), site_id).await?;
    let request = ListCategories { site_id };
    call.cached(1, site_id, request, |request| async move {
        let reply = api.list_categories(request).await?;
        Ok(Reply::json(200, &types::CategoryListResponse { data: reply }).conditional())
    })
    .await
}

async fn list_tags<A: TaxonomyApi>(api: &A, call: &mut Call) -> Result<Reply, Error<ListTags>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    api.api_key(call.credentials(), call.context(), site_id).await?;
    let request = ListTags { site_id };
    call.cached(1, site_id, request, |request| async move {
        let reply = api.list_tags(request).await?;
        Ok(Reply::json(200, &types::TagListResponse { data: reply }).conditional())
    })
    .await
}
