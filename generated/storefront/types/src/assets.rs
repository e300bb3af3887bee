//! Types of the operations tagged `assets`.

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

use crate::{DesignId, Timestamp};

/// A form with an image.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ImageUpload {
    /// PNG, JPEG, WebP or GIF.
    pub file: Vec<u8>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct DesignAssetResponse {
    pub data: DesignAsset,
}

impl Serialize for DesignAssetResponse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("DesignAssetResponse", 2)?;
        out.serialize_field("success", &true)?;
        out.serialize_field("data", &self.data)?;
        out.end()
    }
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct DesignAssetListResponse {
    pub data: Vec<DesignAsset>,
}

impl Serialize for DesignAssetListResponse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("DesignAssetListResponse", 2)?;
        out.serialize_field("success", &true)?;
        out.serialize_field("data", &self.data)?;
        out.end()
    }
}

/// An image for the canvas.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DesignAsset {
    pub id: i64,
    /// The design that it belongs to; null when it is the caller's at large.
    pub design_id: Option<DesignId>,
    pub url: String,
    pub filename: Option<String>,
    /// Null when it is registered without one.
    pub mime_type: Option<String>,
    /// Bytes; null when it is registered.
    pub file_size: Option<i64>,
    /// Pixels.
    pub width: Option<i64>,
    /// Pixels.
    pub height: Option<i64>,
    pub created_at: Timestamp,
}

/// Assets to fetch, to register, or both.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct DesignAssetsRequest {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ids: Option<Vec<i64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub register: Option<Vec<RegisterAsset>>,
}

/// An image that is stored elsewhere.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RegisterAsset {
    /// With `https`.
    pub url: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filename: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// Pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<i64>,
    /// Pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<i64>,
}
