//! The operations tagged `posts`.

use ::stoa_client_core::{Error, Method, Response};

use crate::{Client, types};

impl Client {
    /// `GET /sites/{siteId}/posts`: List published posts.
    ///
    /// Published posts of every type, pages too, unless `postType` narrows it. Newest `publishedAt`
    /// first, those without one last, then the highest id first. The publication flag alone decides
    /// what is listed: a `publishedAt` in the future hides nothing. Filters combine: a post must pass
    /// them all.
    pub async fn list_posts(
        &self,
        site_id: i64,
        options: &ListPostsOptions,
    ) -> Result<Response<types::PostListResponse>, Error> {
        self.call("listPosts", Method::GET, "/sites/{siteId}/posts")
            .path("siteId", site_id)
            .query("limit", options.limit.as_ref())
            .query("offset", options.offset.as_ref())
            .query("postType", options.post_type.as_ref())
            .query("category", options.category.as_ref())
            .query("tag", options.tag.as_ref())
            .query("search", options.search.as_ref())
            .send()
            .await
    }

    /// `GET /sites/{siteId}/posts/{slug}`: Get a published post.
    ///
    /// One published post of any type, pages too, with its content, SEO fields, categories and tags.
    pub async fn get_post_by_slug(
        &self,
        site_id: i64,
        slug: &str,
    ) -> Result<Response<types::PostResponse>, Error> {
        self.call("getPostBySlug", Method::GET, "/sites/{siteId}/posts/{slug}")
            .path("siteId", site_id)
            .path("slug", slug)
            .send()
            .await
    }

    /// `GET /sites/{siteId}/pages`: List published pages.
    ///
    /// The published posts whose `postType` is `page`, in the order of `listPosts`.
    pub async fn list_pages(
        &self,
        site_id: i64,
        options: &ListPagesOptions,
    ) -> Result<Response<types::PostListResponse>, Error> {
        self.call("listPages", Method::GET, "/sites/{siteId}/pages")
            .path("siteId", site_id)
            .query("limit", options.limit.as_ref())
            .query("offset", options.offset.as_ref())
            .query("search", options.search.as_ref())
            .send()
            .await
    }
}

/// What `listPosts` may be asked besides.
#[derive(Debug, Clone, Default)]
pub struct ListPostsOptions {
    /// How many items at most, 1 to 100. More than 100 is taken as 100.
    pub limit: Option<i64>,
    /// How many items to skip.
    pub offset: Option<i64>,
    /// Slug of a post type, such as `post` or `page`. All types when absent.
    pub post_type: Option<String>,
    /// Slug of a category that the post is in.
    pub category: Option<String>,
    /// Slug of a tag that the post has.
    pub tag: Option<String>,
    /// Text that occurs anywhere in the title, in any case, at most 10 words long. It is literal,
    /// without wildcards.
    pub search: Option<String>,
}

/// What `listPages` may be asked besides.
#[derive(Debug, Clone, Default)]
pub struct ListPagesOptions {
    /// How many items at most, 1 to 100. More than 100 is taken as 100.
    pub limit: Option<i64>,
    /// How many items to skip.
    pub offset: Option<i64>,
    /// Text that occurs anywhere in the title, in any case, at most 10 words long. It is literal,
    /// without wildcards.
    pub search: Option<String>,
}

::stoa_client_core::reasons! {
    pub enum ListPostsReason of "listPosts" {
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

::stoa_client_core::reasons! {
    pub enum GetPostBySlugReason of "getPostBySlug" {
        400 SiteId "Invalid site ID",
        400 SlugText "slug must be valid text without NUL",
        401 InvalidApiKey "Invalid API key",
        404 NotFound "Not found",
        429 RateLimitExceeded "Rate limit exceeded",
    }
}

::stoa_client_core::reasons! {
    pub enum ListPagesReason of "listPages" {
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
