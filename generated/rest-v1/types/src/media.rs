//! Types of the operations tagged `media`.

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

use crate::OffsetPagination;

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct MediaListResponse {
    pub data: Vec<MediaItem>,
    pub pagination: OffsetPagination,
}

impl Serialize for MediaListResponse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("MediaListResponse", 3)?;
        out.serialize_field("success", &true)?;
        out.serialize_field("data", &self.data)?;
        out.serialize_field("pagination", &self.pagination)?;
        out.end()
    }
}

/// A file of the media library.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct MediaItem {
    pub id: i64,
    /// Original file name.
    pub filename: String,
    pub mime_type: String,
    /// URL of the original file.
    pub url: String,
    /// URL of a generated thumbnail.
    pub thumbnail_url: Option<String>,
    /// Text in place of the picture.
    pub alt: Option<String>,
    pub caption: Option<String>,
    /// Pixels; null for what is not a picture or a video.
    pub width: Option<i64>,
    /// Pixels; null for what is not a picture or a video.
    pub height: Option<i64>,
}
