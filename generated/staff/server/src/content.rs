//! The operations tagged `content`.
//!
//! Handlers implement [`ContentApi`]. Each operation is a struct that holds its request and
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

/// The categories and tags of posts, and the navigation of a site.
pub trait ContentApi: Authenticate + RateLimited {
    /// `GET /sites/{siteId}/categories`: List categories of posts.
    ///
    /// The categories of posts, newest first, also those without posts. Counts toward `staff-reads`
    /// (600 a minute for each client).
    ///
    /// Requires the role `content`.
    fn list_categories(
        &self,
        caller: Self::Staff,
        request: ListCategories,
    ) -> impl Future<Output = Result<types::CategoryListResponse, Error<ListCategories>>> + Send;

    /// `POST /sites/{siteId}/categories`: Create a category of posts.
    ///
    /// A call that is repeated after its answer was lost is answered 409, because the category has the
    /// slug already. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `content`.
    fn create_category(
        &self,
        caller: Self::Staff,
        request: CreateCategory,
    ) -> impl Future<Output = Result<types::Category, Error<CreateCategory>>> + Send;

    /// `GET /sites/{siteId}/categories/{categoryId}`: Get a category of posts.
    ///
    /// A change sends its `ETag` back in `If-Match`. Counts toward `staff-reads` (600 a minute for each
    /// client).
    ///
    /// Requires the role `content`.
    fn get_category(
        &self,
        caller: Self::Staff,
        request: GetCategory,
    ) -> impl Future<Output = Result<types::Category, Error<GetCategory>>> + Send;

    /// `PATCH /sites/{siteId}/categories/{categoryId}`: Update a category of posts.
    ///
    /// Changes the properties that the body has, and no others. The body is a JSON merge patch (RFC
    /// 7396): null removes a value. `If-Match` has the `ETag` of the category that the caller has seen.
    /// If someone has changed the category since, the answer is 412 with the current `ETag`, and
    /// nothing changes. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `content`.
    fn update_category(
        &self,
        caller: Self::Staff,
        request: UpdateCategory,
    ) -> impl Future<Output = Result<types::Category, Error<UpdateCategory>>> + Send;

    /// `DELETE /sites/{siteId}/categories/{categoryId}`: Remove a category of posts.
    ///
    /// Removes a category that no post of any status has. `updatePost` takes it from a post. Counts
    /// toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `content`.
    fn remove_category(
        &self,
        caller: Self::Staff,
        request: RemoveCategory,
    ) -> impl Future<Output = Result<types::DoneResponse, Error<RemoveCategory>>> + Send;

    /// `GET /sites/{siteId}/tags`: List tags of posts.
    ///
    /// The tags of posts, newest first, also those without posts. Counts toward `staff-reads` (600 a
    /// minute for each client).
    ///
    /// Requires the role `content`.
    fn list_tags(
        &self,
        caller: Self::Staff,
        request: ListTags,
    ) -> impl Future<Output = Result<types::TagListResponse, Error<ListTags>>> + Send;

    /// `POST /sites/{siteId}/tags`: Create a tag of posts.
    ///
    /// A call that is repeated after its answer was lost is answered 409, because the tag has the slug
    /// already. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `content`.
    fn create_tag(
        &self,
        caller: Self::Staff,
        request: CreateTag,
    ) -> impl Future<Output = Result<types::Tag, Error<CreateTag>>> + Send;

    /// `GET /sites/{siteId}/tags/{tagId}`: Get a tag of posts.
    ///
    /// A change sends its `ETag` back in `If-Match`. Counts toward `staff-reads` (600 a minute for each
    /// client).
    ///
    /// Requires the role `content`.
    fn get_tag(
        &self,
        caller: Self::Staff,
        request: GetTag,
    ) -> impl Future<Output = Result<types::Tag, Error<GetTag>>> + Send;

    /// `PATCH /sites/{siteId}/tags/{tagId}`: Update a tag of posts.
    ///
    /// Changes the properties that the body has, and no others. `If-Match` has the `ETag` of the tag
    /// that the caller has seen. If someone has changed the tag since, the answer is 412 with the
    /// current `ETag`, and nothing changes. Counts toward `staff-changes` (120 a minute for each
    /// client).
    ///
    /// Requires the role `content`.
    fn update_tag(
        &self,
        caller: Self::Staff,
        request: UpdateTag,
    ) -> impl Future<Output = Result<types::Tag, Error<UpdateTag>>> + Send;

    /// `DELETE /sites/{siteId}/tags/{tagId}`: Remove a tag of posts.
    ///
    /// Removes a tag that no post of any status has. `updatePost` takes it from a post. Counts toward
    /// `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `content`.
    fn remove_tag(
        &self,
        caller: Self::Staff,
        request: RemoveTag,
    ) -> impl Future<Output = Result<types::DoneResponse, Error<RemoveTag>>> + Send;

    /// `GET /sites/{siteId}/navigation`: Get the navigation.
    ///
    /// The tree of items. `replaceNavigation` sends its `ETag` back in `If-Match`. Counts toward
    /// `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `content`.
    fn get_navigation(
        &self,
        caller: Self::Staff,
        request: GetNavigation,
    ) -> impl Future<Output = Result<types::Navigation, Error<GetNavigation>>> + Send;

    /// `PUT /sites/{siteId}/navigation`: Replace the navigation.
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
    fn replace_navigation(
        &self,
        caller: Self::Staff,
        request: ReplaceNavigation,
    ) -> impl Future<Output = Result<types::Navigation, Error<ReplaceNavigation>>> + Send;
}

/// The operation `listCategories` and its request.
#[derive(Clone)]
pub struct ListCategories {
    /// Id of the site.
    pub site_id: i64,
    /// Items on a page, 1 to 100. A value above 100 is taken as 100.
    pub limit: i64,
    /// The `nextCursor` of the page before. Without it, the list begins with its first page.
    pub cursor: Option<String>,
}

impl Operation for ListCategories {
    const ID: &'static str = "listCategories";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
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

impl Restricted for ListCategories {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Content]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for ListCategories {}
impl Documents<401> for ListCategories {}
impl Documents<403> for ListCategories {}
impl Documents<404> for ListCategories {}
impl Documents<429> for ListCategories {}
impl Documents<500> for ListCategories {}

/// The operation `createCategory` and its request.
#[derive(Clone)]
pub struct CreateCategory {
    /// Id of the site.
    pub site_id: i64,
    /// The body of the request.
    pub body: types::CreateCategoryRequest,
}

impl Operation for CreateCategory {
    const ID: &'static str = "createCategory";
    const GROWS_STORAGE: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "invalid_name", "name must have 1 to 255 characters, and no control characters"),
        (
            400,
            "invalid_slug",
            "slug must have 1 to 255 characters, no dot at its beginning, and no white space, slash, backslash, ?, # or %",
        ),
        (400, "invalid_description", "description must have at most 2000 characters"),
        (400, "invalid_color", "color must be a hex color such as #0f4c5c, or null"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (409, "post_category_slug_taken", "Another category has this slug"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for CreateCategory {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Content]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for CreateCategory {}
impl Documents<401> for CreateCategory {}
impl Documents<403> for CreateCategory {}
impl Documents<404> for CreateCategory {}
impl Documents<409> for CreateCategory {}
impl Documents<413> for CreateCategory {}
impl Documents<415> for CreateCategory {}
impl Documents<429> for CreateCategory {}
impl Documents<500> for CreateCategory {}
impl TakesBody for CreateCategory {}

/// The operation `getCategory` and its request.
#[derive(Clone)]
pub struct GetCategory {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the category of posts.
    pub category_id: i64,
}

impl Operation for GetCategory {
    const ID: &'static str = "getCategory";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_category_id", "Invalid category ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "category_not_found", "Category not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for GetCategory {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Content]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for GetCategory {}
impl Documents<401> for GetCategory {}
impl Documents<403> for GetCategory {}
impl Documents<404> for GetCategory {}
impl Documents<429> for GetCategory {}
impl Documents<500> for GetCategory {}

/// The operation `updateCategory` and its request.
#[derive(Clone)]
pub struct UpdateCategory {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the category of posts.
    pub category_id: i64,
    /// The `ETag` that the caller has seen. Several are separated by commas, and `*` stands for any.
    pub if_match: String,
    /// The body of the request.
    pub body: types::CategoryPatch,
}

impl Operation for UpdateCategory {
    const ID: &'static str = "updateCategory";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_category_id", "Invalid category ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "invalid_name", "name must have 1 to 255 characters, and no control characters"),
        (
            400,
            "invalid_slug",
            "slug must have 1 to 255 characters, no dot at its beginning, and no white space, slash, backslash, ?, # or %",
        ),
        (400, "invalid_description", "description must have at most 2000 characters"),
        (400, "invalid_color", "color must be a hex color such as #0f4c5c, or null"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "category_not_found", "Category not found"),
        (409, "post_category_slug_taken", "Another category has this slug"),
        (412, "category_has_changed", "The category has changed"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (428, "if_match_is_required", "If-Match is required"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for UpdateCategory {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Content]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for UpdateCategory {}
impl Documents<401> for UpdateCategory {}
impl Documents<403> for UpdateCategory {}
impl Documents<404> for UpdateCategory {}
impl Documents<409> for UpdateCategory {}
impl Documents<412> for UpdateCategory {}
impl Documents<413> for UpdateCategory {}
impl Documents<415> for UpdateCategory {}
impl Documents<428> for UpdateCategory {}
impl Documents<429> for UpdateCategory {}
impl Documents<500> for UpdateCategory {}
impl TakesBody for UpdateCategory {}

/// The operation `removeCategory` and its request.
#[derive(Clone)]
pub struct RemoveCategory {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the category of posts.
    pub category_id: i64,
}

impl Operation for RemoveCategory {
    const ID: &'static str = "removeCategory";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_category_id", "Invalid category ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "category_not_found", "Category not found"),
        (409, "category_is_used", "Posts have this category"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for RemoveCategory {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Content]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for RemoveCategory {}
impl Documents<401> for RemoveCategory {}
impl Documents<403> for RemoveCategory {}
impl Documents<404> for RemoveCategory {}
impl Documents<409> for RemoveCategory {}
impl Documents<429> for RemoveCategory {}
impl Documents<500> for RemoveCategory {}

/// The operation `listTags` and its request.
#[derive(Clone)]
pub struct ListTags {
    /// Id of the site.
    pub site_id: i64,
    /// Items on a page, 1 to 100. A value above 100 is taken as 100.
    pub limit: i64,
    /// The `nextCursor` of the page before. Without it, the list begins with its first page.
    pub cursor: Option<String>,
}

impl Operation for ListTags {
    const ID: &'static str = "listTags";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
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

impl Restricted for ListTags {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Content]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for ListTags {}
impl Documents<401> for ListTags {}
impl Documents<403> for ListTags {}
impl Documents<404> for ListTags {}
impl Documents<429> for ListTags {}
impl Documents<500> for ListTags {}

/// The operation `createTag` and its request.
#[derive(Clone)]
pub struct CreateTag {
    /// Id of the site.
    pub site_id: i64,
    /// The body of the request.
    pub body: types::CreateTagRequest,
}

impl Operation for CreateTag {
    const ID: &'static str = "createTag";
    const GROWS_STORAGE: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "invalid_name", "name must have 1 to 255 characters, and no control characters"),
        (
            400,
            "invalid_slug",
            "slug must have 1 to 255 characters, no dot at its beginning, and no white space, slash, backslash, ?, # or %",
        ),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (409, "tag_slug_taken", "Another tag has this slug"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for CreateTag {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Content]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for CreateTag {}
impl Documents<401> for CreateTag {}
impl Documents<403> for CreateTag {}
impl Documents<404> for CreateTag {}
impl Documents<409> for CreateTag {}
impl Documents<413> for CreateTag {}
impl Documents<415> for CreateTag {}
impl Documents<429> for CreateTag {}
impl Documents<500> for CreateTag {}
impl TakesBody for CreateTag {}

/// The operation `getTag` and its request.
#[derive(Clone)]
pub struct GetTag {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the tag of posts.
    pub tag_id: i64,
}

impl Operation for GetTag {
    const ID: &'static str = "getTag";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_tag_id", "Invalid tag ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "tag_not_found", "Tag not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for GetTag {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Content]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for GetTag {}
impl Documents<401> for GetTag {}
impl Documents<403> for GetTag {}
impl Documents<404> for GetTag {}
impl Documents<429> for GetTag {}
impl Documents<500> for GetTag {}

/// The operation `updateTag` and its request.
#[derive(Clone)]
pub struct UpdateTag {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the tag of posts.
    pub tag_id: i64,
    /// The `ETag` that the caller has seen. Several are separated by commas, and `*` stands for any.
    pub if_match: String,
    /// The body of the request.
    pub body: types::UpdateTagRequest,
}

impl Operation for UpdateTag {
    const ID: &'static str = "updateTag";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_tag_id", "Invalid tag ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "invalid_name", "name must have 1 to 255 characters, and no control characters"),
        (
            400,
            "invalid_slug",
            "slug must have 1 to 255 characters, no dot at its beginning, and no white space, slash, backslash, ?, # or %",
        ),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "tag_not_found", "Tag not found"),
        (409, "tag_slug_taken", "Another tag has this slug"),
        (412, "tag_has_changed", "The tag has changed"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (428, "if_match_is_required", "If-Match is required"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for UpdateTag {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Content]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for UpdateTag {}
impl Documents<401> for UpdateTag {}
impl Documents<403> for UpdateTag {}
impl Documents<404> for UpdateTag {}
impl Documents<409> for UpdateTag {}
impl Documents<412> for UpdateTag {}
impl Documents<413> for UpdateTag {}
impl Documents<415> for UpdateTag {}
impl Documents<428> for UpdateTag {}
impl Documents<429> for UpdateTag {}
impl Documents<500> for UpdateTag {}
impl TakesBody for UpdateTag {}

/// The operation `removeTag` and its request.
#[derive(Clone)]
pub struct RemoveTag {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the tag of posts.
    pub tag_id: i64,
}

impl Operation for RemoveTag {
    const ID: &'static str = "removeTag";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_tag_id", "Invalid tag ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "tag_not_found", "Tag not found"),
        (409, "tag_is_used", "Posts have this tag"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for RemoveTag {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Content]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for RemoveTag {}
impl Documents<401> for RemoveTag {}
impl Documents<403> for RemoveTag {}
impl Documents<404> for RemoveTag {}
impl Documents<409> for RemoveTag {}
impl Documents<429> for RemoveTag {}
impl Documents<500> for RemoveTag {}

/// The operation `getNavigation` and its request.
#[derive(Clone)]
pub struct GetNavigation {
    /// Id of the site.
    pub site_id: i64,
}

impl Operation for GetNavigation {
    const ID: &'static str = "getNavigation";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for GetNavigation {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Content]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for GetNavigation {}
impl Documents<401> for GetNavigation {}
impl Documents<403> for GetNavigation {}
impl Documents<404> for GetNavigation {}
impl Documents<429> for GetNavigation {}
impl Documents<500> for GetNavigation {}

/// The operation `replaceNavigation` and its request.
#[derive(Clone)]
pub struct ReplaceNavigation {
    /// Id of the site.
    pub site_id: i64,
    /// The `ETag` that the caller has seen. Several are separated by commas, and `*` stands for any.
    pub if_match: String,
    /// The body of the request.
    pub body: types::ReplaceNavigationRequest,
}

impl Operation for ReplaceNavigation {
    const ID: &'static str = "replaceNavigation";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "invalid_items", "items must be a list of at most 1000 items"),
        (400, "invalid_children", "children must be a list of at most 1000 items"),
        (400, "invalid_id", "id must be an integer or null"),
        (400, "invalid_label", "label must have at most 255 characters, and no control characters"),
        (400, "invalid_href", "href must have at most 2000 characters, and no control characters"),
        (400, "invalid_open_in_new_tab", "openInNewTab must be true or false"),
        (400, "invalid_is_button", "isButton must be true or false"),
        (400, "invalid_description", "description must have at most 2000 characters"),
        (400, "invalid_icon", "icon must have at most 255 characters, and no control characters"),
        (
            400,
            "invalid_featured_image",
            "featuredImage must have at most 2000 characters, and no control characters",
        ),
        (
            400,
            "invalid_column_group",
            "columnGroup must be an integer from -9007199254740991 to 9007199254740991, or null",
        ),
        (400, "navigation_item_given_twice", "An id of an item is given twice"),
        (400, "too_many_navigation_items", "A navigation has at most 1000 items"),
        (400, "too_many_navigation_levels", "A navigation has at most 50 levels"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "navigation_item_not_found", "Navigation item not found"),
        (412, "navigation_has_changed", "The navigation has changed"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (428, "if_match_is_required", "If-Match is required"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for ReplaceNavigation {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Content]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for ReplaceNavigation {}
impl Documents<401> for ReplaceNavigation {}
impl Documents<403> for ReplaceNavigation {}
impl Documents<404> for ReplaceNavigation {}
impl Documents<412> for ReplaceNavigation {}
impl Documents<413> for ReplaceNavigation {}
impl Documents<415> for ReplaceNavigation {}
impl Documents<428> for ReplaceNavigation {}
impl Documents<429> for ReplaceNavigation {}
impl Documents<500> for ReplaceNavigation {}
impl TakesBody for ReplaceNavigation {}

stoa_runtime::refuses! {
    ListCategories:
        reasons::InvalidSiteId, reasons::InvalidLimit, reasons::LimitTooSmall,
        reasons::InvalidCursor, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::TooManyRequests;
    CreateCategory:
        reasons::InvalidSiteId, reasons::InvalidJson, reasons::CreateCategoryInvalidName,
        reasons::InvalidSlug, reasons::CreateCategoryInvalidDescription, reasons::InvalidColor,
        reasons::Unauthorized, reasons::RoleRefused, reasons::SiteRequiresTotp,
        reasons::SiteNotFound, reasons::PostCategorySlugTaken, reasons::RequestBodyTooLarge,
        reasons::ExpectedApplicationJson, reasons::TooManyRequests;
    GetCategory:
        reasons::InvalidSiteId, reasons::GetCategoryInvalidCategoryId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::CategoryNotFound, reasons::TooManyRequests;
    UpdateCategory:
        reasons::InvalidSiteId, reasons::UpdateCategoryInvalidCategoryId, reasons::InvalidJson,
        reasons::UpdateCategoryInvalidName, reasons::InvalidSlug,
        reasons::UpdateCategoryInvalidDescription, reasons::InvalidColor, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::CategoryNotFound, reasons::PostCategorySlugTaken, reasons::CategoryHasChanged,
        reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson, reasons::IfMatchIsRequired,
        reasons::TooManyRequests;
    RemoveCategory:
        reasons::InvalidSiteId, reasons::RemoveCategoryInvalidCategoryId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::CategoryNotFound, reasons::CategoryIsUsed, reasons::TooManyRequests;
    ListTags:
        reasons::InvalidSiteId, reasons::InvalidLimit, reasons::LimitTooSmall,
        reasons::InvalidCursor, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::TooManyRequests;
    CreateTag:
        reasons::InvalidSiteId, reasons::InvalidJson, reasons::CreateTagInvalidName,
        reasons::InvalidSlug, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::TagSlugTaken,
        reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson, reasons::TooManyRequests;
    GetTag:
        reasons::InvalidSiteId, reasons::InvalidTagId, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::TagNotFound,
        reasons::TooManyRequests;
    UpdateTag:
        reasons::InvalidSiteId, reasons::InvalidTagId, reasons::InvalidJson,
        reasons::UpdateTagInvalidName, reasons::InvalidSlug, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::TagNotFound, reasons::TagSlugTaken, reasons::TagHasChanged,
        reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson, reasons::IfMatchIsRequired,
        reasons::TooManyRequests;
    RemoveTag:
        reasons::InvalidSiteId, reasons::InvalidTagId, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::TagNotFound, reasons::TagIsUsed,
        reasons::TooManyRequests;
    GetNavigation:
        reasons::InvalidSiteId, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::TooManyRequests;
    ReplaceNavigation:
        reasons::InvalidSiteId, reasons::InvalidJson, reasons::InvalidItems,
        reasons::InvalidChildren, reasons::InvalidId, reasons::InvalidLabel, reasons::InvalidHref,
        reasons::InvalidOpenInNewTab, reasons::InvalidIsButton,
        reasons::ReplaceNavigationInvalidDescription, reasons::InvalidIcon,
        reasons::InvalidFeaturedImage, reasons::InvalidColumnGroup,
        reasons::NavigationItemGivenTwice, reasons::TooManyNavigationItems,
        reasons::TooManyNavigationLevels, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::NavigationItemNotFound,
        reasons::NavigationHasChanged, reasons::RequestBodyTooLarge,
        reasons::ExpectedApplicationJson, reasons::IfMatchIsRequired, reasons::TooManyRequests;
}

/// The routes of the operations tagged `content`.
pub fn routes<A: ContentApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/sites/{siteId}/categories", api, |api, call| Box::pin(list_categories(api, call)))
        .post("/sites/{siteId}/categories", api, |api, call| Box::pin(create_category(api, call)))
        .get("/sites/{siteId}/categories/{categoryId}", api, |api, call| {
            Box::pin(get_category(api, call))
        })
        .patch("/sites/{siteId}/categories/{categoryId}", api, |api, call| {
            Box::pin(update_category(api, call))
        })
        .delete("/sites/{siteId}/categories/{categoryId}", api, |api, call| {
            Box::pin(remove_category(api, call))
        })
        .get("/sites/{siteId}/tags", api, |api, call| Box::pin(list_tags(api, call)))
        .post("/sites/{siteId}/tags", api, |api, call| Box::pin(create_tag(api, call)))
        .get("/sites/{siteId}/tags/{tagId}", api, |api, call| Box::pin(get_tag(api, call)))
        .patch("/sites/{siteId}/tags/{tagId}", api, |api, call| Box::pin(update_tag(api, call)))
        .delete("/sites/{siteId}/tags/{tagId}", api, |api, call| Box::pin(remove_tag(api, call)))
        .get("/sites/{siteId}/navigation", api, |api, call| Box::pin(get_navigation(api, call)))
        .put("/sites/{siteId}/navigation", api, |api, call| Box::pin(replace_navigation(api, call)))
}

async fn list_categories<A: ContentApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ListCategories>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = ListCategories {
        site_id,
        limit: call.query("limit").integer().at_least(1).capped(100).or(50)?,
        cursor: call.query("cursor").message("Invalid cursor").text().max_length(255).optional()?,
    };
    let reply = api.list_categories(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn create_category<A: ContentApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<CreateCategory>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request =
        CreateCategory { site_id, body: call.json(&SCHEMAS, "CreateCategoryRequest").await? };
    let reply = api.create_category(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(201, &types::CategoryResponse { data: reply }).version(version)
    })
}

async fn get_category<A: ContentApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<GetCategory>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let category_id =
        call.path("categoryId").message("Invalid category ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = GetCategory { site_id, category_id };
    let reply = api.get_category(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(200, &types::CategoryResponse { data: reply }).version(version)
    })
}

async fn update_category<A: ContentApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<UpdateCategory>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let category_id =
        call.path("categoryId").message("Invalid category ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = UpdateCategory {
        site_id,
        category_id,
        if_match: call
            .header("If-Match")
            .message("If-Match is required")
            .status::<428>()
            .exact_text()
            .min_length(1)
            .required()?,
        body: call.json(&SCHEMAS, "CategoryPatch").await?,
    };
    let reply = api.update_category(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(200, &types::CategoryResponse { data: reply }).version(version)
    })
}

async fn remove_category<A: ContentApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<RemoveCategory>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let category_id =
        call.path("categoryId").message("Invalid category ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = RemoveCategory { site_id, category_id };
    let reply = api.remove_category(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn list_tags<A: ContentApi>(api: &A, call: &mut Call) -> Result<Reply, Error<ListTags>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = ListTags {
        site_id,
        limit: call.query("limit").integer().at_least(1).capped(100).or(50)?,
        cursor: call.query("cursor").message("Invalid cursor").text().max_length(255).optional()?,
    };
    let reply = api.list_tags(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn create_tag<A: ContentApi>(api: &A, call: &mut Call) -> Result<Reply, Error<CreateTag>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = CreateTag { site_id, body: call.json(&SCHEMAS, "CreateTagRequest").await? };
    let reply = api.create_tag(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(201, &types::TagResponse { data: reply }).version(version)
    })
}

async fn get_tag<A: ContentApi>(api: &A, call: &mut Call) -> Result<Reply, Error<GetTag>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let tag_id = call.path("tagId").message("Invalid tag ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = GetTag { site_id, tag_id };
    let reply = api.get_tag(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(200, &types::TagResponse { data: reply }).version(version)
    })
}

async fn update_tag<A: ContentApi>(api: &A, call: &mut Call) -> Result<Reply, Error<UpdateTag>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let tag_id = call.path("tagId").message("Invalid tag ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = UpdateTag {
        site_id,
        tag_id,
        if_match: call
            .header("If-Match")
            .message("If-Match is required")
            .status::<428>()
            .exact_text()
            .min_length(1)
            .required()?,
        body: call.json(&SCHEMAS, "UpdateTagRequest").await?,
    };
    let reply = api.update_tag(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(200, &types::TagResponse { data: reply }).version(version)
    })
}

async fn remove_tag<A: ContentApi>(api: &A, call: &mut Call) -> Result<Reply, Error<RemoveTag>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let tag_id = call.path("tagId").message("Invalid tag ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = RemoveTag { site_id, tag_id };
    let reply = api.remove_tag(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn get_navigation<A: ContentApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<GetNavigation>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = GetNavigation { site_id };
    let reply = api.get_navigation(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(200, &types::NavigationResponse { data: reply }).version(version)
    })
}

async fn replace_navigation<A: ContentApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ReplaceNavigation>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = ReplaceNavigation {
        site_id,
        if_match: call
            .header("If-Match")
            .message("If-Match is required")
            .status::<428>()
            .exact_text()
            .min_length(1)
            .required()?,
        body: call.json(&SCHEMAS, "ReplaceNavigationRequest").await?,
    };
    let reply = api.replace_navigation(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(200, &types::NavigationResponse { data: reply }).version(version)
    })
}
