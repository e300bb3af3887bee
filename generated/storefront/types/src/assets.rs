//! Types of the operations tagged `assets`.

use serde::{Deserialize, Serialize};

use crate::{DesignId, Timestamp};

/// The answer of `uploadDesignAsset` or `uploadImage`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DesignAssetResponse {
    /// An image for the canvas.
    pub data: DesignAsset,
}

serialize! { DesignAssetResponse { "success" = true, "data": data } }

/// The answer of `listOrRegisterDesignAssets`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DesignAssetListResponse {
    /// The images.
    pub data: Vec<DesignAsset>,
}

serialize! { DesignAssetListResponse { "success" = true, "data": data } }

/// An image for the canvas.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DesignAsset {
    /// Id of the image.
    pub id: i64,
    /// The design that the image belongs to; null if it belongs to the caller and no design.
    pub design_id: Option<DesignId>,
    /// URL of the image.
    pub url: String,
    /// Filename at upload; null if none was given.
    pub filename: Option<String>,
    /// Media type of the image; null if it was registered without one.
    pub mime_type: Option<String>,
    /// Bytes; null if the image is registered.
    pub file_size: Option<i64>,
    /// Pixels.
    pub width: Option<i64>,
    /// Pixels.
    pub height: Option<i64>,
    /// Creation time of the image.
    pub created_at: Timestamp,
}

/// Assets to fetch, to register, or both.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DesignAssetsRequest {
    /// Ids of the assets to fetch.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ids: Option<Vec<i64>>,
    /// The images to register.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub register: Option<Vec<RegisterAsset>>,
}

/// An image that is stored elsewhere.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct RegisterAsset {
    /// An https URL.
    #[builder(into)]
    pub url: String,
    /// Name of the file.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filename: Option<String>,
    /// Media type of the image, such as `image/png`.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// Pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<i64>,
    /// Pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<i64>,
}
