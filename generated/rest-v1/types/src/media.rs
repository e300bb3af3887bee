//! Types of the operations tagged `media`.

use serde::{Deserialize, Serialize};

use crate::OffsetPagination;

/// What `listMedia` answers.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct MediaListResponse {
    /// The files of this page of the list.
    pub data: Vec<MediaItem>,
    /// Where a list by `limit` and `offset` stands.
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
    /// Original file name.
    pub filename: String,
    /// Media type of the file, such as `image/jpeg`.
    pub mime_type: String,
    /// URL of the original file.
    pub url: String,
    /// URL of a generated thumbnail.
    pub thumbnail_url: Option<String>,
    /// Text in place of the picture.
    pub alt: Option<String>,
    /// What to show below it; null without one.
    pub caption: Option<String>,
    /// Pixels; null for what is not a picture or a video.
    pub width: Option<i64>,
    /// Pixels; null for what is not a picture or a video.
    pub height: Option<i64>,
}
