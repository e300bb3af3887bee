//! Types of the operations tagged `media`.

use serde::{Deserialize, Serialize};

use crate::OffsetPagination;

/// The answer of `listMedia`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct MediaListResponse {
    /// The files on this page.
    pub data: Vec<MediaItem>,
    /// Position of a page in a list with `limit` and `offset`.
    pub pagination: OffsetPagination,
}

serialize! { MediaListResponse { "success" = true, "data": data, "pagination": pagination } }

/// A file of the media library.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct MediaItem {
    /// Id of the file.
    pub id: i64,
    /// Original filename.
    pub filename: String,
    /// Media type of the file, such as `image/jpeg`.
    pub mime_type: String,
    /// URL of the original file.
    pub url: String,
    /// URL of a generated thumbnail.
    pub thumbnail_url: Option<String>,
    /// Alternative text for the picture.
    pub alt: Option<String>,
    /// Caption to show below the file; null if it has none.
    pub caption: Option<String>,
    /// Pixels; null if the file is neither a picture nor a video.
    pub width: Option<i64>,
    /// Pixels; null if the file is neither a picture nor a video.
    pub height: Option<i64>,
}
