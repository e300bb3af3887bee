//! Types of the operations tagged `taxonomy`.

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

/// What `listCategories` answers.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CategoryListResponse {
    /// All categories of the site.
    pub data: Vec<Category>,
}

impl Serialize for CategoryListResponse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("CategoryListResponse", 2)?;
        out.serialize_field("success", &true)?;
        out.serialize_field("data", &self.data)?;
        out.end()
    }
}

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
    /// What stands in the category; null without words.
    pub description: Option<String>,
    /// Hex color, such as `#0f4c5c`.
    pub color: Option<String>,
}

/// What `listTags` answers.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct TagListResponse {
    /// All tags of the site.
    pub data: Vec<Tag>,
}

impl Serialize for TagListResponse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("TagListResponse", 2)?;
        out.serialize_field("success", &true)?;
        out.serialize_field("data", &self.data)?;
        out.end()
    }
}

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
