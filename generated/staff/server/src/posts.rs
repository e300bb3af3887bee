//! The operations tagged `posts`.
//!
//! Handlers implement [`PostsApi`]. Each operation is a struct that holds its request and
//! implements `Documents` for each failure that it documents. The route of the operation reads the
//! path, finds the caller with [`Authenticate`], reads the rest of the request, calls the handler
//! and writes the response.

use std::sync::Arc;

use stoa_runtime::{
    Call, Documents, Error, Operation, Refusal, Reply, Restricted, Routes, TakesBody,
};
use stoa_staff_reasons as reasons;
use stoa_staff_types as types;

use crate::{Authenticate, RateLimited, Role, SCHEMAS};

/// Posts and pages of every status, and their publication.
pub trait PostsApi: Authenticate + RateLimited {
    /// `GET /sites/{siteId}/posts`: List posts.
    ///
    /// Posts and pages of every status, newest first. If several filters are given, a post must match
    /// all of them. Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `content`.
    fn list_posts(
        &self,
        caller: Self::Staff,
        request: ListPosts,
    ) -> impl Future<Output = Result<types::PostListResponse, Error<ListPosts>>> + Send;

    /// `POST /sites/{siteId}/posts`: Create a post.
    ///
    /// Creates a draft, which `publishPost` or `schedulePost` publishes. A call that is repeated after
    /// its answer was lost is answered 409, because the post has the slug already. Counts toward
    /// `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `content`.
    fn create_post(
        &self,
        caller: Self::Staff,
        request: CreatePost,
    ) -> impl Future<Output = Result<types::Post, Error<CreatePost>>> + Send;

    /// `GET /sites/{siteId}/posts/{postId}`: Get a post.
    ///
    /// The post with all of its data, whatever its status. A change sends its `ETag` back in
    /// `If-Match`. Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `content`.
    fn get_post(
        &self,
        caller: Self::Staff,
        request: GetPost,
    ) -> impl Future<Output = Result<types::Post, Error<GetPost>>> + Send;

    /// `PATCH /sites/{siteId}/posts/{postId}`: Update a post.
    ///
    /// Changes the properties that the body has, and no others. The body is a JSON merge patch (RFC
    /// 7396): null removes a value. `content` is replaced as a whole. `publishPost`, `schedulePost` and
    /// `withdrawPost` change the status.
    ///
    /// `If-Match` has the `ETag` of the post that the caller has seen. If someone has changed the post
    /// since, the answer is 412 with the current `ETag`, and nothing changes. A call that is repeated
    /// after its answer was lost is answered 412 too.
    ///
    /// Readers of a published post see the change at once; another server of the same site may answer
    /// with the old post for a second. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `content`.
    fn update_post(
        &self,
        caller: Self::Staff,
        request: UpdatePost,
    ) -> impl Future<Output = Result<types::Post, Error<UpdatePost>>> + Send;

    /// `DELETE /sites/{siteId}/posts/{postId}`: Remove a post.
    ///
    /// Removes a post of any status for good. A post that is the parent of other posts is not removed:
    /// `updatePost` gives these another parent. Links to the post stay, also in the navigation. Counts
    /// toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `content`.
    fn remove_post(
        &self,
        caller: Self::Staff,
        request: RemovePost,
    ) -> impl Future<Output = Result<types::DoneResponse, Error<RemovePost>>> + Send;

    /// `POST /sites/{siteId}/posts/{postId}/preview`: Preview a post.
    ///
    /// Returns a token with which the operation `getPostBySlug` of REST v1 shows the post, also one
    /// that is not published. The call needs an API key of the site, and the slug of the post, which
    /// may change. The token is valid for an hour and cannot be revoked: remove the post, or leave it
    /// unpublished, to hide it afterwards. Counts toward `staff-changes` (120 a minute for each
    /// client).
    ///
    /// Requires the role `content`.
    fn preview_post(
        &self,
        caller: Self::Staff,
        request: PreviewPost,
    ) -> impl Future<Output = Result<types::PostPreview, Error<PreviewPost>>> + Send;

    /// `POST /sites/{siteId}/posts/{postId}/publish`: Publish a post.
    ///
    /// Readers see the post from now on, and it is no longer scheduled. `publishedAt` becomes the
    /// current time, unless it has a value already. A published post stays as it is. Counts toward
    /// `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `content`.
    fn publish_post(
        &self,
        caller: Self::Staff,
        request: PublishPost,
    ) -> impl Future<Output = Result<types::Post, Error<PublishPost>>> + Send;

    /// `POST /sites/{siteId}/posts/{postId}/schedule`: Schedule a post.
    ///
    /// Publishes the post at a later time: at most 15 s after it, while a server runs. `publishedAt` is
    /// then this time. Until then the post may be changed, scheduled for another time, published or
    /// withdrawn. A published post must be withdrawn first. Counts toward `staff-changes` (120 a minute
    /// for each client).
    ///
    /// Requires the role `content`.
    fn schedule_post(
        &self,
        caller: Self::Staff,
        request: SchedulePost,
    ) -> impl Future<Output = Result<types::Post, Error<SchedulePost>>> + Send;

    /// `POST /sites/{siteId}/posts/{postId}/withdraw`: Withdraw a post.
    ///
    /// Makes a published or scheduled post a draft, which readers do not see. It retains `publishedAt`.
    /// A draft stays as it is. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `content`.
    fn withdraw_post(
        &self,
        caller: Self::Staff,
        request: WithdrawPost,
    ) -> impl Future<Output = Result<types::Post, Error<WithdrawPost>>> + Send;
}

/// The operation `listPosts` and its request.
#[derive(Clone)]
pub struct ListPosts {
    /// Id of the site.
    pub site_id: i64,
    /// Lists only posts with this status.
    pub status: Option<types::PostStatus>,
    /// Lists only posts of this type, such as `page`.
    pub post_type: Option<String>,
    /// Lists only posts of which each of these words is in the title, ignoring case. 1 to 100
    /// characters.
    pub q: Option<String>,
    /// Items on a page, 1 to 100. A value above 100 is taken as 100.
    pub limit: i64,
    /// The `nextCursor` of the page before. Without it, the list begins with its first page.
    pub cursor: Option<String>,
}

impl Operation for ListPosts {
    const ID: &'static str = "listPosts";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_status", "status must be one of draft, scheduled, published"),
        (400, "invalid_post_type", "postType must have at most 255 characters"),
        (400, "invalid_q", "q must have 1 to 100 characters"),
        (400, "invalid_limit", "limit must be an integer"),
        (400, "limit_too_small", "limit must be at least 1"),
        (400, "invalid_cursor", "Invalid cursor"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for ListPosts {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Content]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for ListPosts {}
impl Documents<401> for ListPosts {}
impl Documents<403> for ListPosts {}
impl Documents<404> for ListPosts {}
impl Documents<429> for ListPosts {}
impl Documents<500> for ListPosts {}

/// The operation `createPost` and its request.
#[derive(Clone)]
pub struct CreatePost {
    /// Id of the site.
    pub site_id: i64,
    /// The body of the request.
    pub body: types::CreatePostRequest,
}

impl Operation for CreatePost {
    const ID: &'static str = "createPost";
    const GROWS_STORAGE: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "invalid_title", "title must have 1 to 255 characters, and no control characters"),
        (
            400,
            "invalid_slug",
            "slug must have 1 to 255 characters, no dot at its beginning, and no white space, slash, backslash, ?, # or %",
        ),
        (
            400,
            "invalid_post_type",
            "postType must have 1 to 255 characters, and no control characters",
        ),
        (400, "invalid_excerpt", "excerpt must have at most 2000 characters"),
        (400, "invalid_content", "content must be an object with blocks and version, or null"),
        (
            400,
            "invalid_blocks",
            "blocks must be a list of at most 786432 bytes, 50000 values and a depth of 100",
        ),
        (400, "invalid_version", "version must be a text of at most 255 characters"),
        (
            400,
            "invalid_cover_image",
            "coverImage must have at most 2000 characters, and no control characters",
        ),
        (
            400,
            "invalid_published_at",
            "publishedAt must be a time of the years 1000 to 2999, or null",
        ),
        (
            400,
            "invalid_seo_title",
            "seoTitle must have at most 255 characters, and no control characters",
        ),
        (400, "invalid_seo_description", "seoDescription must have at most 2000 characters"),
        (
            400,
            "invalid_og_image",
            "ogImage must have at most 2000 characters, and no control characters",
        ),
        (
            400,
            "invalid_canonical_url",
            "canonicalUrl must have at most 2000 characters, and no control characters",
        ),
        (400, "invalid_no_index", "noIndex must be true, false or null"),
        (400, "invalid_custom_css", "customCss must have at most 100000 characters"),
        (400, "invalid_custom_js", "customJs must have at most 100000 characters"),
        (400, "invalid_parent_post_id", "parentPostId must be an integer or null"),
        (400, "invalid_category_ids", "categoryIds must be a list of at most 100 ids"),
        (400, "invalid_tag_ids", "tagIds must be a list of at most 100 ids"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "category_not_found", "Category not found"),
        (404, "tag_not_found", "Tag not found"),
        (404, "parent_post_not_found", "Parent post not found"),
        (409, "post_slug_taken", "Another post has this slug"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for CreatePost {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Content]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for CreatePost {}
impl Documents<401> for CreatePost {}
impl Documents<403> for CreatePost {}
impl Documents<404> for CreatePost {}
impl Documents<409> for CreatePost {}
impl Documents<413> for CreatePost {}
impl Documents<415> for CreatePost {}
impl Documents<429> for CreatePost {}
impl Documents<500> for CreatePost {}
impl TakesBody for CreatePost {}

/// The operation `getPost` and its request.
#[derive(Clone)]
pub struct GetPost {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the post.
    pub post_id: i64,
}

impl Operation for GetPost {
    const ID: &'static str = "getPost";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_post_id", "Invalid post ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "post_not_found", "Post not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for GetPost {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Content]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for GetPost {}
impl Documents<401> for GetPost {}
impl Documents<403> for GetPost {}
impl Documents<404> for GetPost {}
impl Documents<429> for GetPost {}
impl Documents<500> for GetPost {}

/// The operation `updatePost` and its request.
#[derive(Clone)]
pub struct UpdatePost {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the post.
    pub post_id: i64,
    /// The `ETag` that the caller has seen. Several are separated by commas, and `*` stands for any.
    pub if_match: String,
    /// The body of the request.
    pub body: types::PostPatch,
}

impl Operation for UpdatePost {
    const ID: &'static str = "updatePost";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_post_id", "Invalid post ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "invalid_title", "title must have 1 to 255 characters, and no control characters"),
        (
            400,
            "invalid_slug",
            "slug must have 1 to 255 characters, no dot at its beginning, and no white space, slash, backslash, ?, # or %",
        ),
        (
            400,
            "invalid_post_type",
            "postType must have 1 to 255 characters, and no control characters",
        ),
        (400, "invalid_excerpt", "excerpt must have at most 2000 characters"),
        (400, "invalid_content", "content must be an object with blocks and version, or null"),
        (
            400,
            "invalid_blocks",
            "blocks must be a list of at most 786432 bytes, 50000 values and a depth of 100",
        ),
        (400, "invalid_version", "version must be a text of at most 255 characters"),
        (
            400,
            "invalid_cover_image",
            "coverImage must have at most 2000 characters, and no control characters",
        ),
        (
            400,
            "invalid_published_at",
            "publishedAt must be a time of the years 1000 to 2999, or null",
        ),
        (
            400,
            "invalid_seo_title",
            "seoTitle must have at most 255 characters, and no control characters",
        ),
        (400, "invalid_seo_description", "seoDescription must have at most 2000 characters"),
        (
            400,
            "invalid_og_image",
            "ogImage must have at most 2000 characters, and no control characters",
        ),
        (
            400,
            "invalid_canonical_url",
            "canonicalUrl must have at most 2000 characters, and no control characters",
        ),
        (400, "invalid_no_index", "noIndex must be true, false or null"),
        (400, "invalid_custom_css", "customCss must have at most 100000 characters"),
        (400, "invalid_custom_js", "customJs must have at most 100000 characters"),
        (400, "invalid_parent_post_id", "parentPostId must be an integer or null"),
        (400, "invalid_category_ids", "categoryIds must be a list of at most 100 ids"),
        (400, "invalid_tag_ids", "tagIds must be a list of at most 100 ids"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "post_not_found", "Post not found"),
        (404, "category_not_found", "Category not found"),
        (404, "tag_not_found", "Tag not found"),
        (404, "parent_post_not_found", "Parent post not found"),
        (409, "post_slug_taken", "Another post has this slug"),
        (409, "parent_post_makes_a_circle", "The parent is the post itself or below it"),
        (412, "post_has_changed", "The post has changed"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (428, "if_match_is_required", "If-Match is required"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for UpdatePost {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Content]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for UpdatePost {}
impl Documents<401> for UpdatePost {}
impl Documents<403> for UpdatePost {}
impl Documents<404> for UpdatePost {}
impl Documents<409> for UpdatePost {}
impl Documents<412> for UpdatePost {}
impl Documents<413> for UpdatePost {}
impl Documents<415> for UpdatePost {}
impl Documents<428> for UpdatePost {}
impl Documents<429> for UpdatePost {}
impl Documents<500> for UpdatePost {}
impl TakesBody for UpdatePost {}

/// The operation `removePost` and its request.
#[derive(Clone)]
pub struct RemovePost {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the post.
    pub post_id: i64,
}

impl Operation for RemovePost {
    const ID: &'static str = "removePost";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_post_id", "Invalid post ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "post_not_found", "Post not found"),
        (409, "post_is_a_parent", "Other posts have this post as their parent"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for RemovePost {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Content]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for RemovePost {}
impl Documents<401> for RemovePost {}
impl Documents<403> for RemovePost {}
impl Documents<404> for RemovePost {}
impl Documents<409> for RemovePost {}
impl Documents<429> for RemovePost {}
impl Documents<500> for RemovePost {}

/// The operation `previewPost` and its request.
#[derive(Clone)]
pub struct PreviewPost {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the post.
    pub post_id: i64,
}

impl Operation for PreviewPost {
    const ID: &'static str = "previewPost";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_post_id", "Invalid post ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "post_not_found", "Post not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for PreviewPost {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Content]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for PreviewPost {}
impl Documents<401> for PreviewPost {}
impl Documents<403> for PreviewPost {}
impl Documents<404> for PreviewPost {}
impl Documents<429> for PreviewPost {}
impl Documents<500> for PreviewPost {}

/// The operation `publishPost` and its request.
#[derive(Clone)]
pub struct PublishPost {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the post.
    pub post_id: i64,
}

impl Operation for PublishPost {
    const ID: &'static str = "publishPost";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_post_id", "Invalid post ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "post_not_found", "Post not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for PublishPost {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Content]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for PublishPost {}
impl Documents<401> for PublishPost {}
impl Documents<403> for PublishPost {}
impl Documents<404> for PublishPost {}
impl Documents<429> for PublishPost {}
impl Documents<500> for PublishPost {}

/// The operation `schedulePost` and its request.
#[derive(Clone)]
pub struct SchedulePost {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the post.
    pub post_id: i64,
    /// The body of the request.
    pub body: types::SchedulePostRequest,
}

impl Operation for SchedulePost {
    const ID: &'static str = "schedulePost";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_post_id", "Invalid post ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "invalid_scheduled_for", "scheduledFor must be a time of a year before 3000"),
        (400, "scheduled_in_the_past", "scheduledFor must be in the future"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "post_not_found", "Post not found"),
        (409, "post_is_published", "The post is published"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for SchedulePost {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Content]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for SchedulePost {}
impl Documents<401> for SchedulePost {}
impl Documents<403> for SchedulePost {}
impl Documents<404> for SchedulePost {}
impl Documents<409> for SchedulePost {}
impl Documents<413> for SchedulePost {}
impl Documents<415> for SchedulePost {}
impl Documents<429> for SchedulePost {}
impl Documents<500> for SchedulePost {}
impl TakesBody for SchedulePost {}

/// The operation `withdrawPost` and its request.
#[derive(Clone)]
pub struct WithdrawPost {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the post.
    pub post_id: i64,
}

impl Operation for WithdrawPost {
    const ID: &'static str = "withdrawPost";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_post_id", "Invalid post ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "post_not_found", "Post not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for WithdrawPost {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Content]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for WithdrawPost {}
impl Documents<401> for WithdrawPost {}
impl Documents<403> for WithdrawPost {}
impl Documents<404> for WithdrawPost {}
impl Documents<429> for WithdrawPost {}
impl Documents<500> for WithdrawPost {}

stoa_runtime::refuses! {
    ListPosts:
        reasons::InvalidSiteId, reasons::ListPostsInvalidStatus, reasons::ListPostsInvalidPostType,
        reasons::ListPostsInvalidQ, reasons::InvalidLimit, reasons::LimitTooSmall,
        reasons::InvalidCursor, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::TooManyRequests;
    CreatePost:
        reasons::InvalidSiteId, reasons::InvalidJson, reasons::InvalidTitle, reasons::InvalidSlug,
        reasons::CreatePostInvalidPostType, reasons::InvalidExcerpt, reasons::InvalidContent,
        reasons::InvalidBlocks, reasons::InvalidVersion, reasons::InvalidCoverImage,
        reasons::InvalidPublishedAt, reasons::InvalidSeoTitle, reasons::InvalidSeoDescription,
        reasons::InvalidOgImage, reasons::InvalidCanonicalUrl, reasons::InvalidNoIndex,
        reasons::InvalidCustomCss, reasons::InvalidCustomJs, reasons::InvalidParentPostId,
        reasons::InvalidCategoryIds, reasons::InvalidTagIds, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::CategoryNotFound, reasons::TagNotFound, reasons::ParentPostNotFound,
        reasons::PostSlugTaken, reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson,
        reasons::TooManyRequests;
    GetPost:
        reasons::InvalidSiteId, reasons::InvalidPostId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::PostNotFound, reasons::TooManyRequests;
    UpdatePost:
        reasons::InvalidSiteId, reasons::InvalidPostId, reasons::InvalidJson,
        reasons::InvalidTitle, reasons::InvalidSlug, reasons::UpdatePostInvalidPostType,
        reasons::InvalidExcerpt, reasons::InvalidContent, reasons::InvalidBlocks,
        reasons::InvalidVersion, reasons::InvalidCoverImage, reasons::InvalidPublishedAt,
        reasons::InvalidSeoTitle, reasons::InvalidSeoDescription, reasons::InvalidOgImage,
        reasons::InvalidCanonicalUrl, reasons::InvalidNoIndex, reasons::InvalidCustomCss,
        reasons::InvalidCustomJs, reasons::InvalidParentPostId, reasons::InvalidCategoryIds,
        reasons::InvalidTagIds, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::PostNotFound,
        reasons::CategoryNotFound, reasons::TagNotFound, reasons::ParentPostNotFound,
        reasons::PostSlugTaken, reasons::ParentPostMakesACircle, reasons::PostHasChanged,
        reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson, reasons::IfMatchIsRequired,
        reasons::TooManyRequests;
    RemovePost:
        reasons::InvalidSiteId, reasons::InvalidPostId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::PostNotFound, reasons::PostIsAParent, reasons::TooManyRequests;
    PreviewPost:
        reasons::InvalidSiteId, reasons::InvalidPostId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::PostNotFound, reasons::TooManyRequests;
    PublishPost:
        reasons::InvalidSiteId, reasons::InvalidPostId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::PostNotFound, reasons::TooManyRequests;
    SchedulePost:
        reasons::InvalidSiteId, reasons::InvalidPostId, reasons::InvalidJson,
        reasons::InvalidScheduledFor, reasons::ScheduledInThePast, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::PostNotFound, reasons::PostIsPublished, reasons::RequestBodyTooLarge,
        reasons::ExpectedApplicationJson, reasons::TooManyRequests;
    WithdrawPost:
        reasons::InvalidSiteId, reasons::InvalidPostId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::PostNotFound, reasons::TooManyRequests;
}

/// The routes of the operations tagged `posts`.
pub fn routes<A: PostsApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/sites/{siteId}/posts", api, |api, call| Box::pin(list_posts(api, call)))
        .post("/sites/{siteId}/posts", api, |api, call| Box::pin(create_post(api, call)))
        .get("/sites/{siteId}/posts/{postId}", api, |api, call| Box::pin(get_post(api, call)))
        .patch("/sites/{siteId}/posts/{postId}", api, |api, call| Box::pin(update_post(api, call)))
        .delete("/sites/{siteId}/posts/{postId}", api, |api, call| Box::pin(remove_post(api, call)))
        .post("/sites/{siteId}/posts/{postId}/preview", api, |api, call| {
            Box::pin(preview_post(api, call))
        })
        .post("/sites/{siteId}/posts/{postId}/publish", api, |api, call| {
            Box::pin(publish_post(api, call))
        })
        .post("/sites/{siteId}/posts/{postId}/schedule", api, |api, call| {
            Box::pin(schedule_post(api, call))
        })
        .post("/sites/{siteId}/posts/{postId}/withdraw", api, |api, call| {
            Box::pin(withdraw_post(api, call))
        })
}

async fn list_posts<A: PostsApi>(api: &A, call: &mut Call) -> Result<Reply, Error<ListPosts>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = ListPosts {
        site_id,
        status: call
            .query("status")
            .one_of::<types::PostStatus>(types::PostStatus::VALUES)
            .optional()?,
        post_type: call
            .query("postType")
            .message("postType must have at most 255 characters")
            .text()
            .max_length(255)
            .optional()?,
        q: call
            .query("q")
            .message("q must have 1 to 100 characters")
            .text()
            .min_length(1)
            .max_length(100)
            .optional()?,
        limit: call.query("limit").integer().at_least(1).capped(100).or(50)?,
        cursor: call.query("cursor").message("Invalid cursor").text().max_length(255).optional()?,
    };
    let reply = api.list_posts(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn create_post<A: PostsApi>(api: &A, call: &mut Call) -> Result<Reply, Error<CreatePost>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = CreatePost { site_id, body: call.json(&SCHEMAS, "CreatePostRequest").await? };
    let reply = api.create_post(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(201, &types::PostResponse { data: reply }).version(version)
    })
}

async fn get_post<A: PostsApi>(api: &A, call: &mut Call) -> Result<Reply, Error<GetPost>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let post_id = call.path("postId").message("Invalid post ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = GetPost { site_id, post_id };
    let reply = api.get_post(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(200, &types::PostResponse { data: reply }).version(version)
    })
}

async fn update_post<A: PostsApi>(api: &A, call: &mut Call) -> Result<Reply, Error<UpdatePost>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let post_id = call.path("postId").message("Invalid post ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = UpdatePost {
        site_id,
        post_id,
        if_match: call
            .header("If-Match")
            .message("If-Match is required")
            .status::<428>()
            .exact_text()
            .min_length(1)
            .required()?,
        body: call.json(&SCHEMAS, "PostPatch").await?,
    };
    let reply = api.update_post(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(200, &types::PostResponse { data: reply }).version(version)
    })
}

async fn remove_post<A: PostsApi>(api: &A, call: &mut Call) -> Result<Reply, Error<RemovePost>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let post_id = call.path("postId").message("Invalid post ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = RemovePost { site_id, post_id };
    let reply = api.remove_post(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn preview_post<A: PostsApi>(api: &A, call: &mut Call) -> Result<Reply, Error<PreviewPost>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let post_id = call.path("postId").message("Invalid post ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = PreviewPost { site_id, post_id };
    let reply = api.preview_post(caller, request).await?;
    Ok(Reply::json(200, &types::PostPreviewResponse { data: reply }))
}

async fn publish_post<A: PostsApi>(api: &A, call: &mut Call) -> Result<Reply, Error<PublishPost>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let post_id = call.path("postId").message("Invalid post ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = PublishPost { site_id, post_id };
    let reply = api.publish_post(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(200, &types::PostResponse { data: reply }).version(version)
    })
}

async fn schedule_post<A: PostsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<SchedulePost>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let post_id = call.path("postId").message("Invalid post ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request =
        SchedulePost { site_id, post_id, body: call.json(&SCHEMAS, "SchedulePostRequest").await? };
    let reply = api.schedule_post(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(200, &types::PostResponse { data: reply }).version(version)
    })
}

async fn withdraw_post<A: PostsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<WithdrawPost>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let post_id = call.path("postId").message("Invalid post ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = WithdrawPost { site_id, post_id };
    let reply = api.withdraw_post(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(200, &types::PostResponse { data: reply }).version(version)
    })
}
