//! Types of the operations tagged `taxonomy`.

use serde::{Deserialize, Serialize};

/// The answer of `listCategories`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CategoryListResponse {
    /// All categories of the site.
    pub data: Vec<Category>,
}

serialize! { CategoryListResponse { "success" = true, "data": data } }

/// A category of posts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Category {
    /// Id of the category.
    pub id: i64,
    /// Name of the category.
    pub name: String,
    /// Name in URLs and in the filter `category`.
    pub slug: String,
    /// Text about the category; null if it has none.
    pub description: Option<String>,
    /// Hex color, such as `#0f4c5c`.
    pub color: Option<String>,
}

/// The answer of `listTags`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct TagListResponse {
    /// All tags of the site.
    pub data: Vec<Tag>,
}

serialize! { TagListResponse { "success" = true, "data": data } }

/// A tag of posts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Tag {
    /// Id of the tag.
    pub id: i64,
    /// Name of the tag.
    pub name: String,
    /// Name in URLs and in the filter `tag`.
    pub slug: String,
}
