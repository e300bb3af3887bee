//! The operations tagged `posts`.
//!
//! Handlers implement [`PostsApi`]. Each operation is a struct that holds its request and
//! implements `Documents` for each failure that it documents. The route of the operation reads the
//! path, finds the caller with [`Authenticate`], reads the rest of the request, calls the handler
//! and writes the response.

use std::sync::Arc;

use stoa_rest_v1_reasons as reasons;
use stoa_rest_v1_types as types;
use stoa_runtime::{Call, Documents, Error, Operation, Reply, Routes};

use crate::Authenticate;

/// Published posts and pages.
pub trait PostsApi: Authenticate {
    /// `GET /sites/{siteId}/posts`: List published posts.
    ///
    /// Published posts of every type, including pages, unless `postType` selects one. The newest
    /// `publishedAt` comes first, then posts without one; ties are ordered by id, highest first. Only
    /// the publication flag decides what is listed: a post with a `publishedAt` in the future is listed
    /// too. If several filters are given, a post must match all of them. Counts toward `api-keys` (300
    /// a minute for each API key). Answers may be up to 1 s old.
    ///
    /// The response is cached for 1 s and served to every caller, so the handler does not get the
    /// caller.
    fn list_posts(
        &self,
        request: ListPosts,
    ) -> impl Future<Output = Result<types::PostListResponse, Error<ListPosts>>> + Send;

    /// `GET /sites/{siteId}/posts/{slug}`: Get a published post.
    ///
    /// One published post of any type, including pages, with its content, SEO fields, categories and
    /// tags. With a `previewToken`, its post is shown before it is published. Counts toward `api-keys`
    /// (300 a minute for each API key). Answers may be up to 1 s old. An answer to a call with a
    /// `previewToken` is current and must not be stored (`Cache-Control: no-store`).
    ///
    /// The response is cached for 1 s and served to every caller, so the handler does not get the
    /// caller.
    fn get_post_by_slug(
        &self,
        request: GetPostBySlug,
    ) -> impl Future<Output = Result<types::PostDetail, Error<GetPostBySlug>>> + Send;

    /// `GET /sites/{siteId}/pages`: List published pages.
    ///
    /// The published posts whose `postType` is `page`, in the order of `listPosts`. Counts toward
    /// `api-keys` (300 a minute for each API key). Answers may be up to 1 s old.
    ///
    /// The response is cached for 1 s and served to every caller, so the handler does not get the
    /// caller.
    fn list_pages(
        &self,
        request: ListPages,
    ) -> impl Future<Output = Result<types::PostListResponse, Error<ListPages>>> + Send;
}

/// The operation `listPosts` and its request.
#[derive(Clone, Hash)]
pub struct ListPosts {
    /// Id of the site.
    pub site_id: i64,
    /// Maximum number of items, 1 to 100. A value above 100 is taken as 100.
    pub limit: i64,
    /// Number of items to skip.
    pub offset: i64,
    /// Slug of a post type, such as `post` or `page`. Without it, all types are listed.
    pub post_type: Option<String>,
    /// Slug of a category that the post is in.
    pub category: Option<String>,
    /// Slug of a tag that the post has.
    pub tag: Option<String>,
    /// Text that occurs anywhere in the title, in any case. Its first 200 characters count. It is
    /// literal: there are no wildcards.
    pub search: Option<String>,
}

impl Operation for ListPosts {
    const ID: &'static str = "listPosts";
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

impl Documents<400> for ListPosts {}
impl Documents<401> for ListPosts {}
impl Documents<404> for ListPosts {}
impl Documents<429> for ListPosts {}

/// The operation `getPostBySlug` and its request.
#[derive(Clone, Hash)]
pub struct GetPostBySlug {
    /// Id of the site.
    pub site_id: i64,
    /// URL slug of the post.
    pub slug: String,
    /// A token of `previewPost` of the staff API, which shows its post for an hour, also one that is
    /// not published. A token that is not valid, or is given twice, counts as absent.
    pub preview_token: Option<String>,
}

impl Operation for GetPostBySlug {
    const ID: &'static str = "getPostBySlug";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_slug", "slug must be valid text without NUL"),
        (401, "invalid_api_key", "Invalid API key"),
        (404, "not_found", "Not found"),
        (429, "rate_limit_exceeded", "Rate limit exceeded"),
    ];
}

impl Documents<400> for GetPostBySlug {}
impl Documents<401> for GetPostBySlug {}
impl Documents<404> for GetPostBySlug {}
impl Documents<429> for GetPostBySlug {}

/// The operation `listPages` and its request.
#[derive(Clone, Hash)]
pub struct ListPages {
    /// Id of the site.
    pub site_id: i64,
    /// Maximum number of items, 1 to 100. A value above 100 is taken as 100.
    pub limit: i64,
    /// Number of items to skip.
    pub offset: i64,
    /// Text that occurs anywhere in the title, in any case. Its first 200 characters count. It is
    /// literal: there are no wildcards.
    pub search: Option<String>,
}

impl Operation for ListPages {
    const ID: &'static str = "listPages";
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

impl Documents<400> for ListPages {}
impl Documents<401> for ListPages {}
impl Documents<404> for ListPages {}
impl Documents<429> for ListPages {}

stoa_runtime::refuses! {
    ListPosts:
        reasons::InvalidSearch, reasons::InvalidSiteId, reasons::InvalidLimit,
        reasons::LimitTooSmall, reasons::InvalidOffset, reasons::OffsetTooSmall,
        reasons::InvalidCategory, reasons::InvalidApiKey, reasons::NotFound,
        reasons::RateLimitExceeded;
    GetPostBySlug:
        reasons::InvalidSiteId, reasons::InvalidSlug, reasons::InvalidApiKey, reasons::NotFound,
        reasons::RateLimitExceeded;
    ListPages:
        reasons::InvalidSearch, reasons::InvalidSiteId, reasons::InvalidLimit,
        reasons::LimitTooSmall, reasons::InvalidOffset, reasons::OffsetTooSmall,
        reasons::InvalidCategory, reasons::InvalidApiKey, reasons::NotFound,
        reasons::RateLimitExceeded;
}

/// The routes of the operations tagged `posts`.
pub fn routes<A: PostsApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/sites/{siteId}/posts", api, |api, call| Box::pin(list_posts(api, call)))
        .get("/sites/{siteId}/posts/{slug}", api, |api, call| Box::pin(get_post_by_slug(api, call)))
        .get("/sites/{siteId}/pages", api, |api, call| Box::pin(list_pages(api, call)))
}

async fn list_posts<A: PostsApi>(api: &A, call: &mut Call) -> Result<Reply, Error<ListPosts>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    api.api_key(call.credentials(), call.context(), site_id).await?;
    let request = ListPosts {
        site_id,
        limit: call.query("limit").integer().at_least(1).capped(100).or(20)?,
        offset: call.query("offset").integer().at_least(0).or(0)?,
        post_type: call.query("postType").text().optional()?,
        category: call.query("category").text().optional()?,
        tag: call.query("tag").text().optional()?,
        search: call.query("search").text().optional()?,
    };
    call.cached(1, site_id, request, |request| async move {
        let reply = api.list_posts(request).await?;
        Ok(Reply::json(200, &reply).conditional())
    })
    .await
}

async fn get_post_by_slug<A: PostsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<GetPostBySlug>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let slug = call.path("slug").text().required()?;
    api.api_key(call.credentials(), call.context(), site_id).await?;
    let request =
        GetPostBySlug { site_id, slug, preview_token: call.query("previewToken").secret() };
    if request.preview_token.is_some() {
        call.bypass_cache();
    }
    call.cached(1, site_id, request, |request| async move {
        let reply = api.get_post_by_slug(request).await?;
        Ok(Reply::json(200, &types::PostResponse { data: reply }).conditional())
    })
    .await
}

async fn list_pages<A: PostsApi>(api: &A, call: &mut Call) -> Result<Reply, Error<ListPages>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    api.api_key(call.credentials(), call.context(), site_id).await?;
    let request = ListPages {
        site_id,
        limit: call.query("limit").integer().at_least(1).capped(100).or(20)?,
        offset: call.query("offset").integer().at_least(0).or(0)?,
        search: call.query("search").text().optional()?,
    };
    call.cached(1, site_id, request, |request| async move {
        let reply = api.list_pages(request).await?;
        Ok(Reply::json(200, &reply).conditional())
    })
    .await
}
