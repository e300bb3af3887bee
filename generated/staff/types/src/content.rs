//! Types of the operations tagged `content`.

use serde::{Deserialize, Serialize};

use crate::Nullable;

/// The answer of `listCategories`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CategoryListResponse {
    /// The categories.
    pub data: Vec<Category>,
    /// The `cursor` of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

serialize! { CategoryListResponse { "success" = true, "data": data, "nextCursor": next_cursor } }

/// The answer of `createCategory`, `getCategory` or `updateCategory`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CategoryResponse {
    /// A category of posts.
    pub data: Category,
}

serialize! { CategoryResponse { "success" = true, "data": data } }

/// A category of posts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Category {
    /// Id of the category.
    pub id: i64,
    /// Its version, which changes when staff or an import change the category. In quotation marks, it
    /// is the `ETag`.
    pub version: i64,
    /// Name.
    pub name: String,
    /// Name in addresses and in the filter `category` of REST v1, in the normalization form C. No other
    /// category of the site has it.
    pub slug: String,
    /// Text about the category; null if unset.
    pub description: Option<String>,
    /// Hex color, such as `#0f4c5c`; null if unset.
    pub color: Option<String>,
}

/// A category of posts to create.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CreateCategoryRequest {
    /// Name.
    #[builder(into)]
    pub name: String,
    /// Name in addresses: no dot at its beginning, no white space, slash, backslash, `?`, `#` or `%`.
    /// No other category of the site may have it.
    #[builder(into)]
    pub slug: String,
    /// Text about the category; null if unset.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Hex color, such as `#0f4c5c`; null if unset.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<String>,
}

/// The properties of a category of posts to change.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CategoryPatch {
    /// Name.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Name in addresses: no dot at its beginning, no white space, slash, backslash, `?`, `#` or `%`.
    /// No other category of the site may have it.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slug: Option<String>,
    /// Text about the category; null if unset.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub description: Option<Option<String>>,
    /// Hex color, such as `#0f4c5c`; null if unset.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub color: Option<Option<String>>,
}

/// The answer of `listTags`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct TagListResponse {
    /// The tags.
    pub data: Vec<Tag>,
    /// The `cursor` of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

serialize! { TagListResponse { "success" = true, "data": data, "nextCursor": next_cursor } }

/// The answer of `createTag`, `getTag` or `updateTag`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct TagResponse {
    /// A tag of posts.
    pub data: Tag,
}

serialize! { TagResponse { "success" = true, "data": data } }

/// A tag of posts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Tag {
    /// Id of the tag.
    pub id: i64,
    /// Its version, which changes when staff or an import change the tag. In quotation marks, it is the
    /// `ETag`.
    pub version: i64,
    /// Name.
    pub name: String,
    /// Name in addresses and in the filter `tag` of REST v1, in the normalization form C. No other tag
    /// of the site has it.
    pub slug: String,
}

/// A tag of posts to create.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CreateTagRequest {
    /// Name.
    #[builder(into)]
    pub name: String,
    /// Name in addresses: no dot at its beginning, no white space, slash, backslash, `?`, `#` or `%`.
    /// No other tag of the site may have it.
    #[builder(into)]
    pub slug: String,
}

/// The properties of a tag of posts to change.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct UpdateTagRequest {
    /// Name.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Name in addresses: no dot at its beginning, no white space, slash, backslash, `?`, `#` or `%`.
    /// No other tag of the site may have it.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slug: Option<String>,
}

/// The answer of `getNavigation` or `replaceNavigation`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct NavigationResponse {
    /// The navigation of a site.
    pub data: Navigation,
}

serialize! { NavigationResponse { "success" = true, "data": data } }

/// The navigation of a site.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Navigation {
    /// Its version, which changes when staff or an import change the navigation. In quotation marks, it
    /// is the `ETag`.
    pub version: i64,
    /// The items at the top, in order.
    pub items: Vec<NavigationItem>,
}

/// An item of the navigation with the items below it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct NavigationItem {
    /// Id of the item.
    pub id: i64,
    /// Text to show.
    pub label: String,
    /// Relative or absolute address.
    pub href: String,
    /// Whether the link opens a new tab.
    pub open_in_new_tab: bool,
    /// Whether pages show it as a button.
    pub is_button: bool,
    /// Subtitle for large menus; null if unset.
    pub description: Option<String>,
    /// Name of an icon; null if unset.
    pub icon: Option<String>,
    /// Address of an image; null if unset.
    pub featured_image: Option<String>,
    /// Number of the column of a large menu that it belongs to; null if unset.
    pub column_group: Option<i64>,
    /// The items below it, in order.
    pub children: Vec<NavigationItem>,
}

/// The new items of a navigation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ReplaceNavigationRequest {
    /// The items at the top, in order.
    #[builder(into)]
    pub items: Vec<NavigationItemRequest>,
}

/// A new item of the navigation, or one that replaces another.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct NavigationItemRequest {
    /// Id of the item that it replaces. It is a new item if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<i64>,
    /// Text to show. An item with only an icon has an empty one.
    #[builder(into)]
    pub label: String,
    /// Relative or absolute address. An item that only opens a menu may have an empty one.
    #[builder(into)]
    pub href: String,
    /// Whether the link opens a new tab.
    #[builder(default = false)]
    #[serde(default = "NavigationItemRequest::default_open_in_new_tab")]
    pub open_in_new_tab: bool,
    /// Whether pages show it as a button.
    #[builder(default = false)]
    #[serde(default = "NavigationItemRequest::default_is_button")]
    pub is_button: bool,
    /// Subtitle for large menus; null if unset.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Name of an icon; null if unset.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon: Option<String>,
    /// Address of an image; null if unset.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub featured_image: Option<String>,
    /// Number of the column of a large menu that it belongs to; null if unset.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column_group: Option<i64>,
    /// The items below it, in order.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub children: Option<Vec<NavigationItemRequest>>,
}

impl NavigationItemRequest {
    fn default_open_in_new_tab() -> bool {
        false
    }

    fn default_is_button() -> bool {
        false
    }
}
