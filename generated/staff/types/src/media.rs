//! Types of the operations tagged `media`.

use serde::{Deserialize, Serialize};

use crate::{Nullable, Timestamp};

/// The answer of `listMedia`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct MediaListResponse {
    /// The files.
    pub data: Vec<Media>,
    /// The `cursor` of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

serialize! { MediaListResponse { "success" = true, "data": data, "nextCursor": next_cursor } }

/// The answer of `uploadMedia`, `getMedia` or `updateMedia`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct MediaResponse {
    /// A file of the media library.
    pub data: Media,
}

serialize! { MediaResponse { "success" = true, "data": data } }

/// A file of the media library.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Media {
    /// Id of the file.
    pub id: i64,
    /// Its version, which changes when staff or an import change the file. In quotation marks, it is
    /// the `ETag`.
    pub version: i64,
    /// Original filename.
    pub filename: String,
    /// Media type of the file, such as `image/jpeg`.
    pub mime_type: String,
    /// URL of the file.
    pub url: String,
    /// URL of its thumbnail; null if it has none.
    pub thumbnail_url: Option<String>,
    /// Alternative text for the picture; null if unset.
    pub alt: Option<String>,
    /// Caption to show below the file; null if unset.
    pub caption: Option<String>,
    /// Pixels; null if the file is neither a picture nor a video.
    pub width: Option<i64>,
    /// Pixels; null if the file is neither a picture nor a video.
    pub height: Option<i64>,
    /// When it was added.
    pub created_at: Timestamp,
}

/// The properties of a file of the media library to change.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct MediaPatch {
    /// Alternative text for the picture; null if unset.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub alt: Option<Option<String>>,
    /// Caption to show below the file; null if unset.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub caption: Option<Option<String>>,
}

/// The answer of `listMediaUses`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct MediaUsesResponse {
    /// The places that show the file.
    pub data: Vec<MediaUse>,
}

serialize! { MediaUsesResponse { "success" = true, "data": data } }

/// Something that shows a file of the media library.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct MediaUse {
    /// The kind of place that shows the file: a post or page, a product, a product category, an item of
    /// the navigation, a design template, or the branding or layout of the site.
    pub kind: MediaUseKind,
    /// Its id; null for the settings of the site.
    pub id: Option<i64>,
    /// Its title, name or label.
    pub name: String,
}

open! {
    /// The kind of place that shows the file: a post or page, a product, a product category, an item of
    /// the navigation, a design template, or the branding or layout of the site.
    pub enum MediaUseKind {
        /// `post`
        Post = "post",
        /// `product`
        Product = "product",
        /// `product_category`
        ProductCategory = "product_category",
        /// `navigation_item`
        NavigationItem = "navigation_item",
        /// `design_template`
        DesignTemplate = "design_template",
        /// `site`
        Site = "site",
    }
}
