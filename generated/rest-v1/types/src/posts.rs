//! Types of the operations tagged `posts`.

use serde::{Deserialize, Serialize};

use crate::{OffsetPagination, Timestamp};

/// The answer of `listPosts` or `listPages`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct PostListResponse {
    /// The posts on this page.
    pub data: Vec<PostSummary>,
    /// Position of a page in a list with `limit` and `offset`.
    pub pagination: OffsetPagination,
}

serialize! { PostListResponse { "success" = true, "data": data, "pagination": pagination } }

/// The answer of `getPostBySlug`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct PostResponse {
    /// A published post or page.
    pub data: PostDetail,
}

serialize! { PostResponse { "success" = true, "data": data } }

/// A published post or page in a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct PostSummary {
    /// Id of the post.
    pub id: i64,
    /// Title of the post.
    pub title: String,
    /// Name in URLs, unique within the site.
    pub slug: String,
    /// Slug of the post type, such as `post` or `page`.
    pub post_type: String,
    /// Short summary of the post; null if it has none.
    pub excerpt: Option<String>,
    /// URL of the cover image.
    pub cover_image: Option<String>,
    /// Publication date to show. It may be in the future.
    pub published_at: Option<Timestamp>,
}

/// A published post or page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct PostDetail {
    /// Id of the post.
    pub id: i64,
    /// Title of the post.
    pub title: String,
    /// Name in URLs, unique within the site.
    pub slug: String,
    /// Slug of the post type, such as `post` or `page`.
    pub post_type: String,
    /// Short summary of the post; null if it has none.
    pub excerpt: Option<String>,
    /// JSON text (`application/json`) for the client to parse: an object with `blocks` (array) and
    /// `version` (string). The `type` of each block is one of the block catalog.
    pub content: Option<String>,
    /// URL of the cover image.
    pub cover_image: Option<String>,
    /// Always true, because only published posts are served.
    pub published: bool,
    /// Publication date to show. It may be in the future.
    pub published_at: Option<Timestamp>,
    /// Title for search engines, instead of `title`.
    pub seo_title: Option<String>,
    /// Description for search engines.
    pub seo_description: Option<String>,
    /// URL of the image for link previews (`og:image`).
    pub og_image: Option<String>,
    /// URL for `rel="canonical"`.
    pub canonical_url: Option<String>,
    /// Whether search engines are asked not to index the page.
    pub no_index: Option<bool>,
    /// CSS for this page only.
    pub custom_css: Option<String>,
    /// JavaScript for this page only.
    pub custom_js: Option<String>,
    /// Id of the site.
    pub website_id: i64,
    /// Id of the parent post.
    pub parent_post_id: Option<i64>,
    /// Creation time of the post.
    pub created_at: Timestamp,
    /// Time of the last change of the post.
    pub updated_at: Timestamp,
    /// Alphabetically by name.
    pub categories: Vec<CategoryEmbedded>,
    /// Alphabetically by name.
    pub tags: Vec<TagEmbedded>,
}

/// A category of a post.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CategoryEmbedded {
    /// Id of the category.
    pub id: i64,
    /// Name of the category.
    pub name: String,
    /// Name in URLs and in the filter `category`.
    pub slug: String,
    /// Hex color, such as `#0f4c5c`.
    pub color: Option<String>,
}

/// A tag of a post.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct TagEmbedded {
    /// Id of the tag.
    pub id: i64,
    /// Name of the tag.
    pub name: String,
    /// Name in URLs and in the filter `tag`.
    pub slug: String,
}
