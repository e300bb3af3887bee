//! The operations tagged `posts`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// List posts: `GET /sites/{siteId}/posts`.
    ///
    /// Posts and pages of every status, newest first. If several filters are given, a post must match
    /// all of them. Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `content`.
    ///
    /// # Errors
    ///
    /// [`ListPostsReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_posts(&self, site_id: i64) -> ListPosts {
        let call = self.call("listPosts", Method::GET, "/sites/{siteId}/posts");
        ListPosts(call.path("siteId", site_id))
    }

    /// Create a post: `POST /sites/{siteId}/posts`.
    ///
    /// Creates a draft, which [`publish_post`](Client::publish_post) or
    /// [`schedule_post`](Client::schedule_post) publishes. A call that is repeated after its answer was
    /// lost is answered 409, because the post has the slug already. Counts toward `staff-changes` (120
    /// a minute for each client).
    ///
    /// Requires the role `content`.
    ///
    /// # Errors
    ///
    /// [`CreatePostReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn create_post(&self, site_id: i64, body: &types::CreatePostRequest) -> CreatePost {
        let call = self.call("createPost", Method::POST, "/sites/{siteId}/posts");
        CreatePost(call.path("siteId", site_id).json(body).expect(&[201]))
    }

    /// Get a post: `GET /sites/{siteId}/posts/{postId}`.
    ///
    /// The post with all of its data, whatever its status. A change sends its `ETag` back in
    /// `If-Match`. Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `content`.
    ///
    /// # Errors
    ///
    /// [`GetPostReason`] lists the reasons for a refusal: see [`Error::reason`](crate::Error::reason).
    pub fn get_post(&self, site_id: i64, post_id: i64) -> GetPost {
        let call = self.call("getPost", Method::GET, "/sites/{siteId}/posts/{postId}");
        GetPost(call.path("siteId", site_id).path("postId", post_id))
    }

    /// Update a post: `PATCH /sites/{siteId}/posts/{postId}`.
    ///
    /// Changes the properties that the body has, and no others. The body is a JSON merge patch (RFC
    /// 7396): null removes a value. `content` is replaced as a whole.
    /// [`publish_post`](Client::publish_post), [`schedule_post`](Client::schedule_post) and
    /// [`withdraw_post`](Client::withdraw_post) change the status.
    ///
    /// `If-Match` has the `ETag` of the post that the caller has seen. If someone has changed the post
    /// since, the answer is 412 with the current `ETag`, and nothing changes. A call that is repeated
    /// after its answer was lost is answered 412 too.
    ///
    /// Readers of a published post see the change at once; another server of the same site may answer
    /// with the old post for a second. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `content`.
    ///
    /// # Errors
    ///
    /// [`UpdatePostReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn update_post(
        &self,
        site_id: i64,
        post_id: i64,
        if_match: &str,
        body: &types::PostPatch,
    ) -> UpdatePost {
        let call = self.call("updatePost", Method::PATCH, "/sites/{siteId}/posts/{postId}");
        UpdatePost(
            call.path("siteId", site_id)
                .path("postId", post_id)
                .header("if-match", if_match)
                .merge_patch(body),
        )
    }

    /// Remove a post: `DELETE /sites/{siteId}/posts/{postId}`.
    ///
    /// Removes a post of any status for good. A post that is the parent of other posts is not removed:
    /// [`update_post`](Client::update_post) gives these another parent. Links to the post stay, also in
    /// the navigation. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `content`.
    ///
    /// # Errors
    ///
    /// [`RemovePostReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn remove_post(&self, site_id: i64, post_id: i64) -> RemovePost {
        let call = self.call("removePost", Method::DELETE, "/sites/{siteId}/posts/{postId}");
        RemovePost(call.path("siteId", site_id).path("postId", post_id))
    }

    /// Preview a post: `POST /sites/{siteId}/posts/{postId}/preview`.
    ///
    /// Returns a token with which the operation `getPostBySlug` of REST v1 shows the post, also one
    /// that is not published. The call needs an API key of the site, and the slug of the post, which
    /// may change. The token is valid for an hour and cannot be revoked: remove the post, or leave it
    /// unpublished, to hide it afterwards. Counts toward `staff-changes` (120 a minute for each
    /// client).
    ///
    /// Requires the role `content`.
    ///
    /// # Errors
    ///
    /// [`PreviewPostReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn preview_post(&self, site_id: i64, post_id: i64) -> PreviewPost {
        let call = self.call("previewPost", Method::POST, "/sites/{siteId}/posts/{postId}/preview");
        PreviewPost(call.path("siteId", site_id).path("postId", post_id))
    }

    /// Publish a post: `POST /sites/{siteId}/posts/{postId}/publish`.
    ///
    /// Readers see the post from now on, and it is no longer scheduled. `publishedAt` becomes the
    /// current time, unless it has a value already. A published post stays as it is. Counts toward
    /// `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `content`.
    ///
    /// # Errors
    ///
    /// [`PublishPostReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn publish_post(&self, site_id: i64, post_id: i64) -> PublishPost {
        let call = self.call("publishPost", Method::POST, "/sites/{siteId}/posts/{postId}/publish");
        PublishPost(call.path("siteId", site_id).path("postId", post_id))
    }

    /// Schedule a post: `POST /sites/{siteId}/posts/{postId}/schedule`.
    ///
    /// Publishes the post at a later time: at most 15 s after it, while a server runs. `publishedAt` is
    /// then this time. Until then the post may be changed, scheduled for another time, published or
    /// withdrawn. A published post must be withdrawn first. Counts toward `staff-changes` (120 a minute
    /// for each client).
    ///
    /// Requires the role `content`.
    ///
    /// # Errors
    ///
    /// [`SchedulePostReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn schedule_post(
        &self,
        site_id: i64,
        post_id: i64,
        body: &types::SchedulePostRequest,
    ) -> SchedulePost {
        let call =
            self.call("schedulePost", Method::POST, "/sites/{siteId}/posts/{postId}/schedule");
        SchedulePost(call.path("siteId", site_id).path("postId", post_id).json(body))
    }

    /// Withdraw a post: `POST /sites/{siteId}/posts/{postId}/withdraw`.
    ///
    /// Makes a published or scheduled post a draft, which readers do not see. It retains `publishedAt`.
    /// A draft stays as it is. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `content`.
    ///
    /// # Errors
    ///
    /// [`WithdrawPostReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn withdraw_post(&self, site_id: i64, post_id: i64) -> WithdrawPost {
        let call =
            self.call("withdrawPost", Method::POST, "/sites/{siteId}/posts/{postId}/withdraw");
        WithdrawPost(call.path("siteId", site_id).path("postId", post_id))
    }
}

::stoa_client_core::calls! {
    list_posts: ListPosts "listPosts" -> Cursor<types::PostListResponse, types::PostSummary>(data, next_cursor, "cursor");
    create_post: CreatePost "createPost" -> Json<types::PostResponse>;
    get_post: GetPost "getPost" -> Json<types::PostResponse>;
    update_post: UpdatePost "updatePost" -> Json<types::PostResponse>;
    remove_post: RemovePost "removePost" -> Json<types::DoneResponse>;
    preview_post: PreviewPost "previewPost" -> Json<types::PostPreviewResponse>;
    publish_post: PublishPost "publishPost" -> Json<types::PostResponse>;
    schedule_post: SchedulePost "schedulePost" -> Json<types::PostResponse>;
    withdraw_post: WithdrawPost "withdrawPost" -> Json<types::PostResponse>;
}

impl ListPosts {
    /// Lists only posts with this status.
    pub fn status(self, status: types::PostStatus) -> Self {
        Self(self.0.query("status", status))
    }

    /// Lists only posts of this type, such as `page`.
    pub fn post_type(self, post_type: &str) -> Self {
        Self(self.0.query("postType", post_type))
    }

    /// Lists only posts of which each of these words is in the title, ignoring case. 1 to 100
    /// characters.
    pub fn q(self, q: &str) -> Self {
        Self(self.0.query("q", q))
    }

    /// Items on a page, 1 to 100. A value above 100 is taken as 100.
    ///
    /// Default: `50`.
    pub fn limit(self, limit: i64) -> Self {
        Self(self.0.query("limit", limit))
    }

    /// The `nextCursor` of the page before. Without it, the list begins with its first page.
    pub fn cursor(self, cursor: &str) -> Self {
        Self(self.0.query("cursor", cursor))
    }
}

impl CreatePost {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Post> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl GetPost {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Post> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl UpdatePost {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Post> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl PreviewPost {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::PostPreview> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl PublishPost {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Post> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl SchedulePost {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Post> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl WithdrawPost {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Post> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

::stoa_client_core::reasons! {
    pub enum ListPostsReason of "listPosts" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidStatus "invalid_status" "status must be one of draft, scheduled, published",
        400 InvalidPostType "invalid_post_type" "postType must have at most 255 characters",
        400 InvalidQ "invalid_q" "q must have 1 to 100 characters",
        400 InvalidLimit "invalid_limit" "limit must be an integer",
        400 LimitTooSmall "limit_too_small" "limit must be at least 1",
        400 InvalidCursor "invalid_cursor" "Invalid cursor",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum CreatePostReason of "createPost" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 InvalidTitle "invalid_title" "title must have 1 to 255 characters, and no control characters",
        400 InvalidSlug "invalid_slug" "slug must have 1 to 255 characters, no dot at its beginning, and no white space, slash, backslash, ?, # or %",
        400 InvalidPostType "invalid_post_type" "postType must have 1 to 255 characters, and no control characters",
        400 InvalidExcerpt "invalid_excerpt" "excerpt must have at most 2000 characters",
        400 InvalidContent "invalid_content" "content must be an object with blocks and version, or null",
        400 InvalidBlocks "invalid_blocks" "blocks must be a list of at most 786432 bytes, 50000 values and a depth of 100",
        400 InvalidVersion "invalid_version" "version must be a text of at most 255 characters",
        400 InvalidCoverImage "invalid_cover_image" "coverImage must have at most 2000 characters, and no control characters",
        400 InvalidPublishedAt "invalid_published_at" "publishedAt must be a time of the years 1000 to 2999, or null",
        400 InvalidSeoTitle "invalid_seo_title" "seoTitle must have at most 255 characters, and no control characters",
        400 InvalidSeoDescription "invalid_seo_description" "seoDescription must have at most 2000 characters",
        400 InvalidOgImage "invalid_og_image" "ogImage must have at most 2000 characters, and no control characters",
        400 InvalidCanonicalUrl "invalid_canonical_url" "canonicalUrl must have at most 2000 characters, and no control characters",
        400 InvalidNoIndex "invalid_no_index" "noIndex must be true, false or null",
        400 InvalidCustomCss "invalid_custom_css" "customCss must have at most 100000 characters",
        400 InvalidCustomJs "invalid_custom_js" "customJs must have at most 100000 characters",
        400 InvalidParentPostId "invalid_parent_post_id" "parentPostId must be an integer or null",
        400 InvalidCategoryIds "invalid_category_ids" "categoryIds must be a list of at most 100 ids",
        400 InvalidTagIds "invalid_tag_ids" "tagIds must be a list of at most 100 ids",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 CategoryNotFound "category_not_found" "Category not found",
        404 TagNotFound "tag_not_found" "Tag not found",
        404 ParentPostNotFound "parent_post_not_found" "Parent post not found",
        409 PostSlugTaken "post_slug_taken" "Another post has this slug",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum GetPostReason of "getPost" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidPostId "invalid_post_id" "Invalid post ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 PostNotFound "post_not_found" "Post not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum UpdatePostReason of "updatePost" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidPostId "invalid_post_id" "Invalid post ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 InvalidTitle "invalid_title" "title must have 1 to 255 characters, and no control characters",
        400 InvalidSlug "invalid_slug" "slug must have 1 to 255 characters, no dot at its beginning, and no white space, slash, backslash, ?, # or %",
        400 InvalidPostType "invalid_post_type" "postType must have 1 to 255 characters, and no control characters",
        400 InvalidExcerpt "invalid_excerpt" "excerpt must have at most 2000 characters",
        400 InvalidContent "invalid_content" "content must be an object with blocks and version, or null",
        400 InvalidBlocks "invalid_blocks" "blocks must be a list of at most 786432 bytes, 50000 values and a depth of 100",
        400 InvalidVersion "invalid_version" "version must be a text of at most 255 characters",
        400 InvalidCoverImage "invalid_cover_image" "coverImage must have at most 2000 characters, and no control characters",
        400 InvalidPublishedAt "invalid_published_at" "publishedAt must be a time of the years 1000 to 2999, or null",
        400 InvalidSeoTitle "invalid_seo_title" "seoTitle must have at most 255 characters, and no control characters",
        400 InvalidSeoDescription "invalid_seo_description" "seoDescription must have at most 2000 characters",
        400 InvalidOgImage "invalid_og_image" "ogImage must have at most 2000 characters, and no control characters",
        400 InvalidCanonicalUrl "invalid_canonical_url" "canonicalUrl must have at most 2000 characters, and no control characters",
        400 InvalidNoIndex "invalid_no_index" "noIndex must be true, false or null",
        400 InvalidCustomCss "invalid_custom_css" "customCss must have at most 100000 characters",
        400 InvalidCustomJs "invalid_custom_js" "customJs must have at most 100000 characters",
        400 InvalidParentPostId "invalid_parent_post_id" "parentPostId must be an integer or null",
        400 InvalidCategoryIds "invalid_category_ids" "categoryIds must be a list of at most 100 ids",
        400 InvalidTagIds "invalid_tag_ids" "tagIds must be a list of at most 100 ids",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 PostNotFound "post_not_found" "Post not found",
        404 CategoryNotFound "category_not_found" "Category not found",
        404 TagNotFound "tag_not_found" "Tag not found",
        404 ParentPostNotFound "parent_post_not_found" "Parent post not found",
        409 PostSlugTaken "post_slug_taken" "Another post has this slug",
        409 ParentPostMakesACircle "parent_post_makes_a_circle" "The parent is the post itself or below it",
        412 PostHasChanged "post_has_changed" "The post has changed",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        428 IfMatchIsRequired "if_match_is_required" "If-Match is required",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum RemovePostReason of "removePost" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidPostId "invalid_post_id" "Invalid post ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 PostNotFound "post_not_found" "Post not found",
        409 PostIsAParent "post_is_a_parent" "Other posts have this post as their parent",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum PreviewPostReason of "previewPost" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidPostId "invalid_post_id" "Invalid post ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 PostNotFound "post_not_found" "Post not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum PublishPostReason of "publishPost" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidPostId "invalid_post_id" "Invalid post ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 PostNotFound "post_not_found" "Post not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum SchedulePostReason of "schedulePost" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidPostId "invalid_post_id" "Invalid post ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 InvalidScheduledFor "invalid_scheduled_for" "scheduledFor must be a time of a year before 3000",
        400 ScheduledInThePast "scheduled_in_the_past" "scheduledFor must be in the future",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 PostNotFound "post_not_found" "Post not found",
        409 PostIsPublished "post_is_published" "The post is published",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum WithdrawPostReason of "withdrawPost" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidPostId "invalid_post_id" "Invalid post ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 PostNotFound "post_not_found" "Post not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}
