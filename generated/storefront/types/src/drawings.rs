//! Types of the operations tagged `drawings`.

use serde::{Deserialize, Serialize};

use crate::{Design, DesignId};

/// The answer of `finalizeDesign`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DesignResponse {
    /// Full design.
    pub data: Design,
}

serialize! { DesignResponse { "success" = true, "data": data } }

/// The answer of `listDesignFonts`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DesignFontListResponse {
    /// All fonts.
    pub data: Vec<DesignFont>,
}

serialize! { DesignFontListResponse { "success" = true, "data": data } }

/// A font of the designer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DesignFont {
    /// Name of the font, as used in CSS and layers.
    pub family: String,
    /// For example `serif`, `sans-serif`, `display`, `handwriting` or `monospace`.
    pub category: String,
    /// CSS font weights, ascending.
    pub weights: Vec<i64>,
    /// The styles of the family, by weight. For text in another style, drawings use the closest style,
    /// by the rules of CSS. Browsers do the same, and synthesize no bold or italic, because the
    /// stylesheet declares a font for each missing style.
    pub styles: Vec<DesignFontStyle>,
    /// Stylesheet that loads the font, for pages of any origin; null for a font that every browser has.
    pub url: Option<String>,
}

/// A style of a font.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DesignFontStyle {
    /// CSS font weight.
    pub weight: i64,
    /// `normal` or `italic`.
    pub style: String,
}

/// The design to draw.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct GenerateThumbnailRequest {
    /// The number or the UUID of a design. Legacy designs have both.
    #[builder(into)]
    pub design_id: DesignId,
}

/// The answer of `generateDesignThumbnail`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DesignThumbnailResponse {
    /// A generated thumbnail.
    pub data: DesignThumbnail,
}

serialize! { DesignThumbnailResponse { "success" = true, "data": data } }

/// A generated thumbnail.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DesignThumbnail {
    /// The number or the UUID of a design. Legacy designs have both.
    pub design_id: DesignId,
    /// URL of the thumbnail.
    pub thumbnail_url: String,
    /// The characters of the design's texts that no font has, each once. They are left out of all
    /// drawings.
    pub missing_characters: Vec<String>,
}
