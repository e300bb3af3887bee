//! The operations tagged `posts`.

use std::sync::Arc;

use stoa_rest_v1_types as types;
use stoa_runtime::{Call, Error, Reply, Routes};

use crate::{Authenticate, op};

/// Published posts and pages.
pub trait Posts: Authenticate {
    /// `GET /sites/{siteId}/posts`: List published posts.
    ///
    /// Published posts of every type, pages too, unless `postType` narrows it. Newest `publishedAt`
    /// first, those without one last, then the highest id first. The publication flag alone decides
    /// what is listed: a `publishedAt` in the future hides nothing. Filters combine: a post must pass
    /// them all.
    fn list_posts(
        &self,
        caller: Self::ApiKey,
        request: ListPosts,
    ) -> impl Future<Output = Result<types::PostListResponse, Error<op::ListPosts>>> + Send;

    /// `GET /sites/{siteId}/posts/{slug}`: Get a published post.
    ///
    /// One published post of any type, pages too, with its content, SEO fields, categories and tags.
    fn get_post_by_slug(
        &self,
        caller: Self::ApiKey,
        request: GetPostBySlug,
    ) -> impl Future<Output = Result<types::PostDetail, Error<op::GetPostBySlug>>> + Send;

    /// `GET /sites/{siteId}/pages`: List published pages.
    ///
    /// The published posts whose `postType` is `page`, in the order of `listPosts`.
    fn list_pages(
        &self,
        caller: Self::ApiKey,
        request: ListPages,
    ) -> impl Future<Output = Result<types::PostListResponse, Error<op::ListPages>>> + Send;
}

/// What `listPosts` is asked for.
#[derive(Debug, Clone)]
pub struct ListPosts {
    /// Id of the site.
    pub site_id: i64,
    /// How many items at most, 1 to 100. More than 100 is taken as 100.
    pub limit: i64,
    /// How many items to skip.
    pub offset: i64,
    /// Slug of a post type, such as `post` or `page`. All types when absent.
    pub post_type: Option<String>,
    /// Slug of a category that the post is in.
    pub category: Option<String>,
    /// Slug of a tag that the post has.
    pub tag: Option<String>,
    /// Text that occurs anywhere in the title, in any case. It is literal, without wildcards.
    pub search: Option<String>,
}

/// What `getPostBySlug` is asked for.
#[derive(Debug, Clone)]
pub struct GetPostBySlug {
    /// Id of the site.
    pub site_id: i64,
    /// URL slug of the post.
    pub slug: String,
}

/// What `listPages` is asked for.
#[derive(Debug, Clone)]
pub struct ListPages {
    /// Id of the site.
    pub site_id: i64,
    /// How many items at most, 1 to 100. More than 100 is taken as 100.
    pub limit: i64,
    /// How many items to skip.
    pub offset: i64,
    /// Text that occurs anywhere in the title, in any case. It is literal, without wildcards.
    pub search: Option<String>,
}

/// The routes of the operations tagged `posts`.
pub fn routes<A: Posts>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/sites/{siteId}/posts", api, |api, call| Box::pin(list_posts(api, call)))
        .get("/sites/{siteId}/posts/{slug}", api, |api, call| Box::pin(get_post_by_slug(api, call)))
        .get("/sites/{siteId}/pages", api, |api, call| Box::pin(list_pages(api, call)))
}

async fn list_posts<A: Posts>(api: &A, call: &mut Call) -> Result<Reply, Error<op::ListPosts>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let caller = api.api_key(call).await?;
    let request = ListPosts {
        site_id,
        limit: call.query("limit").integer().at_least(1).capped(100).or(20)?,
        offset: call.query("offset").integer().at_least(0).or(0)?,
        post_type: call.query("postType").text().optional()?,
        category: call.query("category").text().optional()?,
        tag: call.query("tag").text().optional()?,
        search: call.query("search").text().optional()?,
    };
    let reply = api.list_posts(caller, request).await?;
    Ok(Reply::json(200, &reply).conditional())
}

async fn get_post_by_slug<A: Posts>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<op::GetPostBySlug>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let slug = call.path("slug").text().required()?;
    let caller = api.api_key(call).await?;
    let request = GetPostBySlug { site_id, slug };
    let reply = api.get_post_by_slug(caller, request).await?;
    Ok(Reply::json(200, &types::PostResponse { data: reply }).conditional())
}

async fn list_pages<A: Posts>(api: &A, call: &mut Call) -> Result<Reply, Error<op::ListPages>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let caller = api.api_key(call).await?;
    let request = ListPages {
        site_id,
        limit: call.query("limit").integer().at_least(1).capped(100).or(20)?,
        offset: call.query("offset").integer().at_least(0).or(0)?,
        search: call.query("search").text().optional()?,
    };
    let reply = api.list_pages(caller, request).await?;
    Ok(Reply::json(200, &reply).conditional())
}
