//! Types of the operations tagged `posts`.

use serde::{Deserialize, Serialize};

use crate::{Nullable, Timestamp};

/// The answer of `listPosts`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct PostListResponse {
    /// The posts.
    pub data: Vec<PostSummary>,
    /// The `cursor` of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

serialize! { PostListResponse { "success" = true, "data": data, "nextCursor": next_cursor } }

/// The answer of `previewPost`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct PostPreviewResponse {
    /// A token that shows a post.
    pub data: PostPreview,
}

serialize! { PostPreviewResponse { "success" = true, "data": data } }

/// A token that shows a post.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct PostPreview {
    /// The `previewToken` of the operation `getPostBySlug` of REST v1.
    pub preview_token: String,
    /// When the token ends.
    pub expires_at: Timestamp,
}

debug!(PostPreview { preview_token: hidden, expires_at });

/// A post in a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct PostSummary {
    /// Id of the post.
    pub id: i64,
    /// Title.
    pub title: String,
    /// The last part of the address of its page, in the normalization form C. No other post of the site
    /// has it.
    pub slug: String,
    /// Slug of its type, such as `post` or `page`.
    pub post_type: String,
    /// Whether readers see a post: only a `published` one. A `scheduled` one becomes `published` at the
    /// time `scheduledFor`.
    pub status: PostStatus,
    /// Short summary; null if unset.
    pub excerpt: Option<String>,
    /// Address of the cover image; null if unset.
    pub cover_image: Option<String>,
    /// The publication date that pages show; null if unset. It decides the order of posts, but not
    /// whether a post is published.
    pub published_at: Option<Timestamp>,
    /// When it will be published; null if it is not scheduled.
    pub scheduled_for: Option<Timestamp>,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// The answer of `createPost`, `getPost`, `updatePost`, `publishPost`, `schedulePost` or
/// `withdrawPost`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct PostResponse {
    /// A post or page with all of its data.
    pub data: Post,
}

serialize! { PostResponse { "success" = true, "data": data } }

/// A post or page with all of its data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Post {
    /// Id of the post.
    pub id: i64,
    /// Its version, which changes when staff, its publication or an import change the post. In
    /// quotation marks, it is the `ETag`.
    pub version: i64,
    /// Title.
    pub title: String,
    /// The last part of the address of its page, in the normalization form C. No other post of the site
    /// has it.
    pub slug: String,
    /// Slug of its type, such as `post` or `page`.
    pub post_type: String,
    /// Whether readers see a post: only a `published` one. A `scheduled` one becomes `published` at the
    /// time `scheduledFor`.
    pub status: PostStatus,
    /// Short summary; null if unset.
    pub excerpt: Option<String>,
    /// Content; null if unset.
    pub content: Option<PostContent>,
    /// Address of the cover image; null if unset.
    pub cover_image: Option<String>,
    /// The publication date that pages show; null if unset. It decides the order of posts, but not
    /// whether a post is published.
    pub published_at: Option<Timestamp>,
    /// When it will be published; null if it is not scheduled.
    pub scheduled_for: Option<Timestamp>,
    /// Title for search engines; null if unset.
    pub seo_title: Option<String>,
    /// Description for search engines; null if unset.
    pub seo_description: Option<String>,
    /// Address of the image for link previews; null if unset.
    pub og_image: Option<String>,
    /// The address that search engines should list instead; null if unset.
    pub canonical_url: Option<String>,
    /// Whether search engines are asked not to list its page; null if unset.
    pub no_index: Option<bool>,
    /// CSS for its page only; null if unset.
    pub custom_css: Option<String>,
    /// JavaScript for its page only; null if unset.
    pub custom_js: Option<String>,
    /// Id of its parent, another post of the site; null for none.
    pub parent_post_id: Option<i64>,
    /// Ids of its categories.
    pub category_ids: Vec<i64>,
    /// Ids of its tags.
    pub tag_ids: Vec<i64>,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

open! {
    /// Whether readers see a post: only a `published` one. A `scheduled` one becomes `published` at the
    /// time `scheduledFor`.
    pub enum PostStatus {
        /// `draft`
        Draft = "draft",
        /// `scheduled`
        Scheduled = "scheduled",
        /// `published`
        Published = "published",
    }
}

/// The content of a post.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct PostContent {
    /// The blocks in order, such as `listBlocks` of REST v1 lists them. The server stores HTML in them
    /// as it is.
    #[builder(into)]
    pub blocks: Vec<serde_json::Value>,
    /// The version of the format of the blocks.
    #[builder(into)]
    pub version: String,
}

/// A post to create.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CreatePostRequest {
    /// Title.
    #[builder(into)]
    pub title: String,
    /// The last part of the address of its page: no dot at its beginning, no white space, slash,
    /// backslash, `?`, `#` or `%`. No other post of the site may have it.
    #[builder(into)]
    pub slug: String,
    /// Slug of its type, such as `post` or `page`.
    #[builder(default = "post".to_owned(), into)]
    #[serde(default = "CreatePostRequest::default_post_type")]
    pub post_type: String,
    /// Short summary; null if unset.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub excerpt: Option<String>,
    /// Content; null if unset.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<PostContent>,
    /// Address of the cover image; null if unset.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cover_image: Option<String>,
    /// The publication date that pages show; null if unset. It decides the order of posts, but not
    /// whether a post is published.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published_at: Option<Timestamp>,
    /// Title for search engines; null if unset.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seo_title: Option<String>,
    /// Description for search engines; null if unset.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seo_description: Option<String>,
    /// Address of the image for link previews; null if unset.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub og_image: Option<String>,
    /// The address that search engines should list instead; null if unset.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub canonical_url: Option<String>,
    /// Whether search engines are asked not to list its page; null if unset.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_index: Option<bool>,
    /// CSS for its page only; null if unset.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub custom_css: Option<String>,
    /// JavaScript for its page only; null if unset.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub custom_js: Option<String>,
    /// Id of its parent, another post of the site; null for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent_post_id: Option<i64>,
    /// Ids of its categories. A repeated id counts once.
    #[builder(default = Vec::new(), into)]
    #[serde(default = "CreatePostRequest::default_category_ids")]
    pub category_ids: Vec<i64>,
    /// Ids of its tags. A repeated id counts once.
    #[builder(default = Vec::new(), into)]
    #[serde(default = "CreatePostRequest::default_tag_ids")]
    pub tag_ids: Vec<i64>,
}

impl CreatePostRequest {
    fn default_post_type() -> String {
        "post".to_owned()
    }

    fn default_category_ids() -> Vec<i64> {
        Vec::new()
    }

    fn default_tag_ids() -> Vec<i64> {
        Vec::new()
    }
}

/// The properties of a post to change.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct PostPatch {
    /// Title.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The last part of the address of its page: no dot at its beginning, no white space, slash,
    /// backslash, `?`, `#` or `%`. No other post of the site may have it.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slug: Option<String>,
    /// Slug of its type, such as `post` or `page`.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub post_type: Option<String>,
    /// Short summary; null if unset.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub excerpt: Option<Option<String>>,
    /// Content, which replaces all of the stored content; null if unset.
    #[builder(with = |value: impl Into<Nullable<PostContent>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub content: Option<Option<PostContent>>,
    /// Address of the cover image; null if unset.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub cover_image: Option<Option<String>>,
    /// The publication date that pages show; null if unset. It decides the order of posts, but not
    /// whether a post is published.
    #[builder(with = |value: impl Into<Nullable<Timestamp>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub published_at: Option<Option<Timestamp>>,
    /// Title for search engines; null if unset.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub seo_title: Option<Option<String>>,
    /// Description for search engines; null if unset.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub seo_description: Option<Option<String>>,
    /// Address of the image for link previews; null if unset.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub og_image: Option<Option<String>>,
    /// The address that search engines should list instead; null if unset.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub canonical_url: Option<Option<String>>,
    /// Whether search engines are asked not to list its page; null if unset.
    #[builder(with = |value: impl Into<Nullable<bool>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub no_index: Option<Option<bool>>,
    /// CSS for its page only; null if unset.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub custom_css: Option<Option<String>>,
    /// JavaScript for its page only; null if unset.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub custom_js: Option<Option<String>>,
    /// Id of its parent, another post of the site; null for none.
    #[builder(with = |value: impl Into<Nullable<i64>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub parent_post_id: Option<Option<i64>>,
    /// Ids of its categories, which replace all of its categories. A repeated id counts once.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category_ids: Option<Vec<i64>>,
    /// Ids of its tags, which replace all of its tags. A repeated id counts once.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tag_ids: Option<Vec<i64>>,
}

/// When to publish a post.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct SchedulePostRequest {
    /// A time in the future.
    pub scheduled_for: Timestamp,
}
