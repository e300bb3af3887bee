//! Types of the operations tagged `drawings`.

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

use crate::{Design, DesignId};

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DesignResponse {
    pub data: Design,
}

impl Serialize for DesignResponse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("DesignResponse", 2)?;
        out.serialize_field("success", &true)?;
        out.serialize_field("data", &self.data)?;
        out.end()
    }
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DesignFontListResponse {
    pub data: Vec<DesignFont>,
}

impl Serialize for DesignFontListResponse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("DesignFontListResponse", 2)?;
        out.serialize_field("success", &true)?;
        out.serialize_field("data", &self.data)?;
        out.end()
    }
}

/// A font of the designer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DesignFont {
    pub family: String,
    /// Such as `serif`, `sans-serif`, `display`, `handwriting` or `monospace`.
    pub category: String,
    /// CSS font weights, ascending.
    pub weights: Vec<i64>,
    /// Stylesheet that loads it, for pages of every origin; null for a font that every browser has.
    pub url: Option<String>,
}

/// The design to draw.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct GenerateThumbnailRequest {
    pub design_id: DesignId,
}

impl GenerateThumbnailRequest {
    /// With what is required.
    pub fn new(design_id: impl Into<DesignId>) -> Self {
        Self { design_id: design_id.into() }
    }
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DesignThumbnailResponse {
    pub data: DesignThumbnail,
}

impl Serialize for DesignThumbnailResponse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("DesignThumbnailResponse", 2)?;
        out.serialize_field("success", &true)?;
        out.serialize_field("data", &self.data)?;
        out.end()
    }
}

/// A thumbnail that was made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DesignThumbnail {
    pub design_id: DesignId,
    pub thumbnail_url: String,
}
