//! The operations tagged `posts`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// List published posts: `GET /sites/{siteId}/posts`.
    ///
    /// Published posts of every type, including pages, unless `postType` selects one. The newest
    /// `publishedAt` comes first, then posts without one; ties are ordered by id, highest first. Only
    /// the publication flag decides what is listed: a post with a `publishedAt` in the future is listed
    /// too. If several filters are given, a post must match all of them. Counts toward `api-keys` (300
    /// a minute for each API key). Answers may be up to 1 s old.
    ///
    /// # Errors
    ///
    /// [`ListPostsReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_posts(&self, site_id: i64) -> ListPosts {
        let call = self.call("listPosts", Method::GET, "/sites/{siteId}/posts");
        ListPosts(call.path("siteId", site_id))
    }

    /// Get a published post: `GET /sites/{siteId}/posts/{slug}`.
    ///
    /// One published post of any type, including pages, with its content, SEO fields, categories and
    /// tags. With a `previewToken`, its post is shown before it is published. Counts toward `api-keys`
    /// (300 a minute for each API key). Answers may be up to 1 s old. An answer to a call with a
    /// `previewToken` is current and must not be stored (`Cache-Control: no-store`).
    ///
    /// # Errors
    ///
    /// [`GetPostBySlugReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn get_post_by_slug(&self, site_id: i64, slug: &str) -> GetPostBySlug {
        let call = self.call("getPostBySlug", Method::GET, "/sites/{siteId}/posts/{slug}");
        GetPostBySlug(call.path("siteId", site_id).path("slug", slug))
    }

    /// List published pages: `GET /sites/{siteId}/pages`.
    ///
    /// The published posts whose `postType` is `page`, in the order of
    /// [`list_posts`](Client::list_posts). Counts toward `api-keys` (300 a minute for each API key).
    /// Answers may be up to 1 s old.
    ///
    /// # Errors
    ///
    /// [`ListPagesReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_pages(&self, site_id: i64) -> ListPages {
        let call = self.call("listPages", Method::GET, "/sites/{siteId}/pages");
        ListPages(call.path("siteId", site_id))
    }
}

::stoa_client_core::calls! {
    list_posts: ListPosts "listPosts" -> Pages<types::PostListResponse, types::PostSummary>(data, pagination.offset), ETag;
    get_post_by_slug: GetPostBySlug "getPostBySlug" -> Json<types::PostResponse>, ETag;
    list_pages: ListPages "listPages" -> Pages<types::PostListResponse, types::PostSummary>(data, pagination.offset), ETag;
}

impl ListPosts {
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

    /// Slug of a post type, such as `post` or `page`. Without it, all types are listed.
    pub fn post_type(self, post_type: &str) -> Self {
        Self(self.0.query("postType", post_type))
    }

    /// Slug of a category that the post is in.
    pub fn category(self, category: &str) -> Self {
        Self(self.0.query("category", category))
    }

    /// Slug of a tag that the post has.
    pub fn tag(self, tag: &str) -> Self {
        Self(self.0.query("tag", tag))
    }

    /// Text that occurs anywhere in the title, in any case. Its first 200 characters count. It is
    /// literal: there are no wildcards.
    pub fn search(self, search: &str) -> Self {
        Self(self.0.query("search", search))
    }
}

impl GetPostBySlug {
    /// A token of `previewPost` of the staff API, which shows its post for an hour, also one that is
    /// not published. A token that is not valid, or is given twice, counts as absent.
    pub fn preview_token(self, preview_token: &str) -> Self {
        Self(self.0.query("previewToken", preview_token))
    }

    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::PostDetail> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl ListPages {
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

    /// Text that occurs anywhere in the title, in any case. Its first 200 characters count. It is
    /// literal: there are no wildcards.
    pub fn search(self, search: &str) -> Self {
        Self(self.0.query("search", search))
    }
}

::stoa_client_core::reasons! {
    pub enum ListPostsReason of "listPosts" {
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

::stoa_client_core::reasons! {
    pub enum GetPostBySlugReason of "getPostBySlug" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidSlug "invalid_slug" "slug must be valid text without NUL",
        401 InvalidApiKey "invalid_api_key" "Invalid API key",
        404 NotFound "not_found" "Not found",
        429 RateLimitExceeded "rate_limit_exceeded" "Rate limit exceeded",
    }
}

::stoa_client_core::reasons! {
    pub enum ListPagesReason of "listPages" {
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
