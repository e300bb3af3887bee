//! The operations tagged `content`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// List categories of posts: `GET /sites/{siteId}/categories`.
    ///
    /// The categories of posts, newest first, also those without posts. Counts toward `staff-reads`
    /// (600 a minute for each client).
    ///
    /// Requires the role `content`.
    ///
    /// # Errors
    ///
    /// [`ListCategoriesReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_categories(&self, site_id: i64) -> ListCategories {
        let call = self.call("listCategories", Method::GET, "/sites/{siteId}/categories");
        ListCategories(call.path("siteId", site_id))
    }

    /// Create a category of posts: `POST /sites/{siteId}/categories`.
    ///
    /// A call that is repeated after its answer was lost is answered 409, because the category has the
    /// slug already. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `content`.
    ///
    /// # Errors
    ///
    /// [`CreateCategoryReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn create_category(
        &self,
        site_id: i64,
        body: &types::CreateCategoryRequest,
    ) -> CreateCategory {
        let call = self.call("createCategory", Method::POST, "/sites/{siteId}/categories");
        CreateCategory(call.path("siteId", site_id).json(body).expect(&[201]))
    }

    /// Get a category of posts: `GET /sites/{siteId}/categories/{categoryId}`.
    ///
    /// A change sends its `ETag` back in `If-Match`. Counts toward `staff-reads` (600 a minute for each
    /// client).
    ///
    /// Requires the role `content`.
    ///
    /// # Errors
    ///
    /// [`GetCategoryReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn get_category(&self, site_id: i64, category_id: i64) -> GetCategory {
        let call = self.call("getCategory", Method::GET, "/sites/{siteId}/categories/{categoryId}");
        GetCategory(call.path("siteId", site_id).path("categoryId", category_id))
    }

    /// Update a category of posts: `PATCH /sites/{siteId}/categories/{categoryId}`.
    ///
    /// Changes the properties that the body has, and no others. The body is a JSON merge patch (RFC
    /// 7396): null removes a value. `If-Match` has the `ETag` of the category that the caller has seen.
    /// If someone has changed the category since, the answer is 412 with the current `ETag`, and
    /// nothing changes. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `content`.
    ///
    /// # Errors
    ///
    /// [`UpdateCategoryReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn update_category(
        &self,
        site_id: i64,
        category_id: i64,
        if_match: &str,
        body: &types::CategoryPatch,
    ) -> UpdateCategory {
        let call =
            self.call("updateCategory", Method::PATCH, "/sites/{siteId}/categories/{categoryId}");
        UpdateCategory(
            call.path("siteId", site_id)
                .path("categoryId", category_id)
                .header("if-match", if_match)
                .merge_patch(body),
        )
    }

    /// Remove a category of posts: `DELETE /sites/{siteId}/categories/{categoryId}`.
    ///
    /// Removes a category that no post of any status has. [`update_post`](Client::update_post) takes it
    /// from a post. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `content`.
    ///
    /// # Errors
    ///
    /// [`RemoveCategoryReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn remove_category(&self, site_id: i64, category_id: i64) -> RemoveCategory {
        let call =
            self.call("removeCategory", Method::DELETE, "/sites/{siteId}/categories/{categoryId}");
        RemoveCategory(call.path("siteId", site_id).path("categoryId", category_id))
    }

    /// List tags of posts: `GET /sites/{siteId}/tags`.
    ///
    /// The tags of posts, newest first, also those without posts. Counts toward `staff-reads` (600 a
    /// minute for each client).
    ///
    /// Requires the role `content`.
    ///
    /// # Errors
    ///
    /// [`ListTagsReason`] lists the reasons for a refusal: see [`Error::reason`](crate::Error::reason).
    pub fn list_tags(&self, site_id: i64) -> ListTags {
        let call = self.call("listTags", Method::GET, "/sites/{siteId}/tags");
        ListTags(call.path("siteId", site_id))
    }

    /// Create a tag of posts: `POST /sites/{siteId}/tags`.
    ///
    /// A call that is repeated after its answer was lost is answered 409, because the tag has the slug
    /// already. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `content`.
    ///
    /// # Errors
    ///
    /// [`CreateTagReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn create_tag(&self, site_id: i64, body: &types::CreateTagRequest) -> CreateTag {
        let call = self.call("createTag", Method::POST, "/sites/{siteId}/tags");
        CreateTag(call.path("siteId", site_id).json(body).expect(&[201]))
    }

    /// Get a tag of posts: `GET /sites/{siteId}/tags/{tagId}`.
    ///
    /// A change sends its `ETag` back in `If-Match`. Counts toward `staff-reads` (600 a minute for each
    /// client).
    ///
    /// Requires the role `content`.
    ///
    /// # Errors
    ///
    /// [`GetTagReason`] lists the reasons for a refusal: see [`Error::reason`](crate::Error::reason).
    pub fn get_tag(&self, site_id: i64, tag_id: i64) -> GetTag {
        let call = self.call("getTag", Method::GET, "/sites/{siteId}/tags/{tagId}");
        GetTag(call.path("siteId", site_id).path("tagId", tag_id))
    }

    /// Update a tag of posts: `PATCH /sites/{siteId}/tags/{tagId}`.
    ///
    /// Changes the properties that the body has, and no others. `If-Match` has the `ETag` of the tag
    /// that the caller has seen. If someone has changed the tag since, the answer is 412 with the
    /// current `ETag`, and nothing changes. Counts toward `staff-changes` (120 a minute for each
    /// client).
    ///
    /// Requires the role `content`.
    ///
    /// # Errors
    ///
    /// [`UpdateTagReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn update_tag(
        &self,
        site_id: i64,
        tag_id: i64,
        if_match: &str,
        body: &types::UpdateTagRequest,
    ) -> UpdateTag {
        let call = self.call("updateTag", Method::PATCH, "/sites/{siteId}/tags/{tagId}");
        UpdateTag(
            call.path("siteId", site_id)
                .path("tagId", tag_id)
                .header("if-match", if_match)
                .json(body),
        )
    }

    /// Remove a tag of posts: `DELETE /sites/{siteId}/tags/{tagId}`.
    ///
    /// Removes a tag that no post of any status has. [`update_post`](Client::update_post) takes it from
    /// a post. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `content`.
    ///
    /// # Errors
    ///
    /// [`RemoveTagReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn remove_tag(&self, site_id: i64, tag_id: i64) -> RemoveTag {
        let call = self.call("removeTag", Method::DELETE, "/sites/{siteId}/tags/{tagId}");
        RemoveTag(call.path("siteId", site_id).path("tagId", tag_id))
    }

    /// Get the navigation: `GET /sites/{siteId}/navigation`.
    ///
    /// The tree of items. [`replace_navigation`](Client::replace_navigation) sends its `ETag` back in
    /// `If-Match`. Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `content`.
    ///
    /// # Errors
    ///
    /// [`GetNavigationReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn get_navigation(&self, site_id: i64) -> GetNavigation {
        let call = self.call("getNavigation", Method::GET, "/sites/{siteId}/navigation");
        GetNavigation(call.path("siteId", site_id))
    }

    /// Replace the navigation: `PUT /sites/{siteId}/navigation`.
    ///
    /// Replaces all items by those of the body, in their order. An item with the `id` of an item that
    /// the navigation has replaces that item. An item without an `id` is new. An item that the body
    /// lacks is removed. A navigation has at most 1,000 items and 50 levels.
    ///
    /// `If-Match` has the `ETag` of the navigation that the caller has seen. If someone has changed the
    /// navigation since, the answer is 412 with the current `ETag`, and nothing changes. A call that is
    /// repeated after its answer was lost is answered 412 too.
    ///
    /// Sites show the change at once; another server of the same site may answer with the old
    /// navigation for a second. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `content`.
    ///
    /// # Errors
    ///
    /// [`ReplaceNavigationReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn replace_navigation(
        &self,
        site_id: i64,
        if_match: &str,
        body: &types::ReplaceNavigationRequest,
    ) -> ReplaceNavigation {
        let call = self.call("replaceNavigation", Method::PUT, "/sites/{siteId}/navigation");
        ReplaceNavigation(call.path("siteId", site_id).header("if-match", if_match).json(body))
    }
}

::stoa_client_core::calls! {
    list_categories: ListCategories "listCategories" -> Cursor<types::CategoryListResponse, types::Category>(data, next_cursor, "cursor");
    create_category: CreateCategory "createCategory" -> Json<types::CategoryResponse>;
    get_category: GetCategory "getCategory" -> Json<types::CategoryResponse>;
    update_category: UpdateCategory "updateCategory" -> Json<types::CategoryResponse>;
    remove_category: RemoveCategory "removeCategory" -> Json<types::DoneResponse>;
    list_tags: ListTags "listTags" -> Cursor<types::TagListResponse, types::Tag>(data, next_cursor, "cursor");
    create_tag: CreateTag "createTag" -> Json<types::TagResponse>;
    get_tag: GetTag "getTag" -> Json<types::TagResponse>;
    update_tag: UpdateTag "updateTag" -> Json<types::TagResponse>;
    remove_tag: RemoveTag "removeTag" -> Json<types::DoneResponse>;
    get_navigation: GetNavigation "getNavigation" -> Json<types::NavigationResponse>;
    replace_navigation: ReplaceNavigation "replaceNavigation" -> Json<types::NavigationResponse>;
}

impl ListCategories {
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

impl CreateCategory {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Category> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl GetCategory {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Category> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl UpdateCategory {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Category> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl ListTags {
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

impl CreateTag {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Tag> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl GetTag {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Tag> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl UpdateTag {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Tag> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl GetNavigation {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Navigation> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl ReplaceNavigation {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Navigation> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

::stoa_client_core::reasons! {
    pub enum ListCategoriesReason of "listCategories" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
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
    pub enum CreateCategoryReason of "createCategory" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 InvalidName "invalid_name" "name must have 1 to 255 characters, and no control characters",
        400 InvalidSlug "invalid_slug" "slug must have 1 to 255 characters, no dot at its beginning, and no white space, slash, backslash, ?, # or %",
        400 InvalidDescription "invalid_description" "description must have at most 2000 characters",
        400 InvalidColor "invalid_color" "color must be a hex color such as #0f4c5c, or null",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        409 PostCategorySlugTaken "post_category_slug_taken" "Another category has this slug",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum GetCategoryReason of "getCategory" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidCategoryId "invalid_category_id" "Invalid category ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 CategoryNotFound "category_not_found" "Category not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum UpdateCategoryReason of "updateCategory" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidCategoryId "invalid_category_id" "Invalid category ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 InvalidName "invalid_name" "name must have 1 to 255 characters, and no control characters",
        400 InvalidSlug "invalid_slug" "slug must have 1 to 255 characters, no dot at its beginning, and no white space, slash, backslash, ?, # or %",
        400 InvalidDescription "invalid_description" "description must have at most 2000 characters",
        400 InvalidColor "invalid_color" "color must be a hex color such as #0f4c5c, or null",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 CategoryNotFound "category_not_found" "Category not found",
        409 PostCategorySlugTaken "post_category_slug_taken" "Another category has this slug",
        412 CategoryHasChanged "category_has_changed" "The category has changed",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        428 IfMatchIsRequired "if_match_is_required" "If-Match is required",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum RemoveCategoryReason of "removeCategory" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidCategoryId "invalid_category_id" "Invalid category ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 CategoryNotFound "category_not_found" "Category not found",
        409 CategoryIsUsed "category_is_used" "Posts have this category",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum ListTagsReason of "listTags" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
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
    pub enum CreateTagReason of "createTag" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 InvalidName "invalid_name" "name must have 1 to 255 characters, and no control characters",
        400 InvalidSlug "invalid_slug" "slug must have 1 to 255 characters, no dot at its beginning, and no white space, slash, backslash, ?, # or %",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        409 TagSlugTaken "tag_slug_taken" "Another tag has this slug",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum GetTagReason of "getTag" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidTagId "invalid_tag_id" "Invalid tag ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 TagNotFound "tag_not_found" "Tag not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum UpdateTagReason of "updateTag" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidTagId "invalid_tag_id" "Invalid tag ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 InvalidName "invalid_name" "name must have 1 to 255 characters, and no control characters",
        400 InvalidSlug "invalid_slug" "slug must have 1 to 255 characters, no dot at its beginning, and no white space, slash, backslash, ?, # or %",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 TagNotFound "tag_not_found" "Tag not found",
        409 TagSlugTaken "tag_slug_taken" "Another tag has this slug",
        412 TagHasChanged "tag_has_changed" "The tag has changed",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        428 IfMatchIsRequired "if_match_is_required" "If-Match is required",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum RemoveTagReason of "removeTag" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidTagId "invalid_tag_id" "Invalid tag ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 TagNotFound "tag_not_found" "Tag not found",
        409 TagIsUsed "tag_is_used" "Posts have this tag",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum GetNavigationReason of "getNavigation" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum ReplaceNavigationReason of "replaceNavigation" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 InvalidItems "invalid_items" "items must be a list of at most 1000 items",
        400 InvalidChildren "invalid_children" "children must be a list of at most 1000 items",
        400 InvalidId "invalid_id" "id must be an integer or null",
        400 InvalidLabel "invalid_label" "label must have at most 255 characters, and no control characters",
        400 InvalidHref "invalid_href" "href must have at most 2000 characters, and no control characters",
        400 InvalidOpenInNewTab "invalid_open_in_new_tab" "openInNewTab must be true or false",
        400 InvalidIsButton "invalid_is_button" "isButton must be true or false",
        400 InvalidDescription "invalid_description" "description must have at most 2000 characters",
        400 InvalidIcon "invalid_icon" "icon must have at most 255 characters, and no control characters",
        400 InvalidFeaturedImage "invalid_featured_image" "featuredImage must have at most 2000 characters, and no control characters",
        400 InvalidColumnGroup "invalid_column_group" "columnGroup must be an integer from -9007199254740991 to 9007199254740991, or null",
        400 NavigationItemGivenTwice "navigation_item_given_twice" "An id of an item is given twice",
        400 TooManyNavigationItems "too_many_navigation_items" "A navigation has at most 1000 items",
        400 TooManyNavigationLevels "too_many_navigation_levels" "A navigation has at most 50 levels",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 NavigationItemNotFound "navigation_item_not_found" "Navigation item not found",
        412 NavigationHasChanged "navigation_has_changed" "The navigation has changed",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        428 IfMatchIsRequired "if_match_is_required" "If-Match is required",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}
