//! Types of the operations tagged `designs`.

use std::fmt;
use std::str::FromStr;

use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::{Timestamp, UnknownValue};

/// Id of a design, a number; or a UUID, the id of a design of the legacy designer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum DesignId {
    Integer(i64),
    String(String),
}

impl fmt::Display for DesignId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(value) => value.fmt(out),
            Self::String(value) => value.fmt(out),
        }
    }
}

impl FromStr for DesignId {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(text.parse().map_or_else(|_| Self::String(text.to_owned()), Self::Integer))
    }
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct DesignListResponse {
    pub data: Vec<DesignSummary>,
}

impl Serialize for DesignListResponse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("DesignListResponse", 2)?;
        out.serialize_field("success", &true)?;
        out.serialize_field("data", &self.data)?;
        out.end()
    }
}

/// A design in a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DesignSummary {
    pub id: i64,
    pub uuid: String,
    /// Id of the site.
    pub website_id: i64,
    pub product_id: i64,
    pub name: String,
    /// Whether it is shared.
    pub is_public: bool,
    /// Whether the store's staff made it for everyone.
    pub is_template: bool,
    pub status: DesignStatus,
    pub thumbnail_url: Option<String>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// A design to begin.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateDesignRequest {
    /// An active product that can be designed.
    pub product_id: i64,
    #[serde(default = "create_design_request_name")]
    pub name: String,
    /// What is on the canvas, from the bottom up, in the form of the designer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layers: Option<Vec<serde_json::Map<String, serde_json::Value>>>,
}

fn create_design_request_name() -> String {
    "Untitled Design".to_owned()
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct CreatedDesignResponse {
    pub data: CreatedDesign,
}

impl Serialize for CreatedDesignResponse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("CreatedDesignResponse", 2)?;
        out.serialize_field("success", &true)?;
        out.serialize_field("data", &self.data)?;
        out.end()
    }
}

/// A design that has begun.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CreatedDesign {
    pub id: i64,
    pub uuid: String,
    /// Id of the site.
    pub website_id: i64,
    pub product_id: i64,
    pub name: String,
    /// Whether it is shared.
    pub is_public: bool,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// The designer session when this call began one, for `claimDesigns` and for clients that cannot
    /// keep its cookie. Keep it as safe as the cookie; it is shown this once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct AnyDesignResponse {
    pub data: AnyDesign,
}

impl Serialize for AnyDesignResponse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("AnyDesignResponse", 2)?;
        out.serialize_field("success", &true)?;
        out.serialize_field("data", &self.data)?;
        out.end()
    }
}

/// A design of the designer, or of the legacy designer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum AnyDesign {
    Design(Design),
    LegacyDesign(LegacyDesign),
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
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

/// A design in full.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Design {
    pub id: i64,
    pub uuid: String,
    /// Id of the site.
    pub website_id: i64,
    pub product_id: i64,
    pub name: String,
    pub description: Option<String>,
    /// Whether it is shared.
    pub is_public: bool,
    /// Whether the store's staff made it for everyone.
    pub is_template: bool,
    pub status: DesignStatus,
    /// The style of the product that it is drawn on.
    pub style_id: Option<i64>,
    /// What is on the canvas, from the bottom up, in the form of the designer.
    pub layers: Vec<serde_json::Map<String, serde_json::Value>>,
    /// Changes to the style, in the form of the designer.
    pub style_overrides: serde_json::Map<String, serde_json::Value>,
    pub thumbnail_url: Option<String>,
    /// The composite picture on the product; null until it is finalized.
    pub mockup_url: Option<String>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// - `draft`: being worked on
/// - `finalized`: ready for the cart
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DesignStatus {
    /// `draft`
    Draft,
    /// `finalized`
    Finalized,
    /// A value that this version of the document does not know.
    Unknown(String),
}

impl DesignStatus {
    /// Every documented value.
    pub const VALUES: &'static [&'static str] = &["draft", "finalized"];

    /// The value as it is written.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Draft => "draft",
            Self::Finalized => "finalized",
            Self::Unknown(value) => value,
        }
    }
}

impl fmt::Display for DesignStatus {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.as_str())
    }
}

impl FromStr for DesignStatus {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text {
            "draft" => Self::Draft,
            "finalized" => Self::Finalized,
            _ => Self::Unknown(text.to_owned()),
        })
    }
}

impl Serialize for DesignStatus {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for DesignStatus {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// A design of the legacy designer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LegacyDesign {
    pub id: String,
    /// Id of the site.
    pub website_id: i64,
    pub product_id: i64,
    pub name: String,
    pub status: LegacyDesignStatus,
    /// What is on each surface, by the slug of the surface.
    pub layers_by_surface: serde_json::Map<String, serde_json::Value>,
    pub canvas_size: Option<CanvasSize>,
    pub thumbnail_url: Option<String>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// State of a design of the legacy designer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LegacyDesignStatus {
    /// `draft`
    Draft,
    /// `finalized`
    Finalized,
    /// `rendered`
    Rendered,
    /// A value that this version of the document does not know.
    Unknown(String),
}

impl LegacyDesignStatus {
    /// Every documented value.
    pub const VALUES: &'static [&'static str] = &["draft", "finalized", "rendered"];

    /// The value as it is written.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Draft => "draft",
            Self::Finalized => "finalized",
            Self::Rendered => "rendered",
            Self::Unknown(value) => value,
        }
    }
}

impl fmt::Display for LegacyDesignStatus {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.as_str())
    }
}

impl FromStr for LegacyDesignStatus {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text {
            "draft" => Self::Draft,
            "finalized" => Self::Finalized,
            "rendered" => Self::Rendered,
            _ => Self::Unknown(text.to_owned()),
        })
    }
}

impl Serialize for LegacyDesignStatus {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for LegacyDesignStatus {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// Size of the canvas, in pixels.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CanvasSize {
    pub width: f64,
    pub height: f64,
}

/// The fields to change. The last four are those of a legacy design.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UpdateDesignRequest {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub description: Option<Option<String>>,
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub thumbnail_url: Option<Option<String>>,
    /// An active style of the product.
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub style_id: Option<Option<i64>>,
    /// What is on the canvas, from the bottom up, all of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layers: Option<Vec<serde_json::Map<String, serde_json::Value>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub style_overrides: Option<serde_json::Map<String, serde_json::Value>>,
    /// What is on each surface, by the slug of the surface.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layers_by_surface: Option<serde_json::Map<String, serde_json::Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub canvas_size: Option<CanvasSize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<LegacyDesignStatus>,
    /// The designer session, when its cookie cannot be sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct DeletedDesignResponse {
    pub data: DeletedDesign,
}

impl Serialize for DeletedDesignResponse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("DeletedDesignResponse", 2)?;
        out.serialize_field("success", &true)?;
        out.serialize_field("data", &self.data)?;
        out.end()
    }
}

/// A design that is gone.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct DeletedDesign {
    pub id: DesignId,
}

impl Serialize for DeletedDesign {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("DeletedDesign", 2)?;
        out.serialize_field("id", &self.id)?;
        out.serialize_field("deleted", &true)?;
        out.end()
    }
}

/// Whether to share a design.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ShareDesignRequest {
    pub is_public: bool,
}

/// Whether a design is shared, and where.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ShareDesignResponse {
    pub design: DesignSummary,
    /// Page of the store that shows the design while it is shared.
    pub shareable_url: String,
    pub uuid: String,
    pub is_public: bool,
}

impl Serialize for ShareDesignResponse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("ShareDesignResponse", 5)?;
        out.serialize_field("success", &true)?;
        out.serialize_field("design", &self.design)?;
        out.serialize_field("shareableUrl", &self.shareable_url)?;
        out.serialize_field("uuid", &self.uuid)?;
        out.serialize_field("isPublic", &self.is_public)?;
        out.end()
    }
}

/// How the copy differs.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct CloneDesignRequest {
    /// That of the original when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// What to draw.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AiImageRequest {
    /// At most 1,000 characters.
    pub prompt: String,
    #[serde(default = "ai_image_request_style")]
    pub style: AiImageStyle,
    /// Without a background.
    #[serde(default = "ai_image_request_transparent")]
    pub transparent: bool,
    #[serde(default = "ai_image_request_size")]
    pub size: AiImageSize,
    #[serde(default = "ai_image_request_quality")]
    pub quality: AiImageQuality,
    /// How many images.
    #[serde(default = "ai_image_request_n")]
    pub n: i64,
    /// The designer session, when its cookie cannot be sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
}

fn ai_image_request_style() -> AiImageStyle {
    AiImageStyle::Illustration
}

fn ai_image_request_transparent() -> bool {
    true
}

fn ai_image_request_size() -> AiImageSize {
    AiImageSize::V1024x1024
}

fn ai_image_request_quality() -> AiImageQuality {
    AiImageQuality::High
}

fn ai_image_request_n() -> i64 {
    1
}

/// Style of a generated image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AiImageStyle {
    /// `illustration`
    Illustration,
    /// `photo`
    Photo,
    /// `graphic`
    Graphic,
    /// `auto`
    Auto,
    /// A value that this version of the document does not know.
    Unknown(String),
}

impl AiImageStyle {
    /// Every documented value.
    pub const VALUES: &'static [&'static str] = &["illustration", "photo", "graphic", "auto"];

    /// The value as it is written.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Illustration => "illustration",
            Self::Photo => "photo",
            Self::Graphic => "graphic",
            Self::Auto => "auto",
            Self::Unknown(value) => value,
        }
    }
}

impl fmt::Display for AiImageStyle {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.as_str())
    }
}

impl FromStr for AiImageStyle {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text {
            "illustration" => Self::Illustration,
            "photo" => Self::Photo,
            "graphic" => Self::Graphic,
            "auto" => Self::Auto,
            _ => Self::Unknown(text.to_owned()),
        })
    }
}

impl Serialize for AiImageStyle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for AiImageStyle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// Width and height in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AiImageSize {
    /// `1024x1024`
    V1024x1024,
    /// `1024x1536`
    V1024x1536,
    /// `1536x1024`
    V1536x1024,
    /// `auto`
    Auto,
}

impl AiImageSize {
    /// Every documented value.
    pub const VALUES: &'static [&'static str] = &["1024x1024", "1024x1536", "1536x1024", "auto"];

    /// The value as it is written.
    pub fn as_str(&self) -> &str {
        match self {
            Self::V1024x1024 => "1024x1024",
            Self::V1024x1536 => "1024x1536",
            Self::V1536x1024 => "1536x1024",
            Self::Auto => "auto",
        }
    }
}

impl fmt::Display for AiImageSize {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.as_str())
    }
}

impl FromStr for AiImageSize {
    type Err = UnknownValue;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text {
            "1024x1024" => Self::V1024x1024,
            "1024x1536" => Self::V1024x1536,
            "1536x1024" => Self::V1536x1024,
            "auto" => Self::Auto,
            _ => return Err(UnknownValue(text.to_owned())),
        })
    }
}

impl Serialize for AiImageSize {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for AiImageSize {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// Quality of a generated image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AiImageQuality {
    /// `high`
    High,
    /// `low`
    Low,
    /// `medium`
    Medium,
    /// `auto`
    Auto,
}

impl AiImageQuality {
    /// Every documented value.
    pub const VALUES: &'static [&'static str] = &["high", "low", "medium", "auto"];

    /// The value as it is written.
    pub fn as_str(&self) -> &str {
        match self {
            Self::High => "high",
            Self::Low => "low",
            Self::Medium => "medium",
            Self::Auto => "auto",
        }
    }
}

impl fmt::Display for AiImageQuality {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.as_str())
    }
}

impl FromStr for AiImageQuality {
    type Err = UnknownValue;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text {
            "high" => Self::High,
            "low" => Self::Low,
            "medium" => Self::Medium,
            "auto" => Self::Auto,
            _ => return Err(UnknownValue(text.to_owned())),
        })
    }
}

impl Serialize for AiImageQuality {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for AiImageQuality {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct AiImageResponse {
    pub data: AiImage,
}

impl Serialize for AiImageResponse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("AiImageResponse", 2)?;
        out.serialize_field("success", &true)?;
        out.serialize_field("data", &self.data)?;
        out.end()
    }
}

/// Generated images. The fields of one image are those of the first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AiImage {
    /// Id of the asset.
    pub id: i64,
    pub url: String,
    pub width: i64,
    pub height: i64,
    pub mime_type: String,
    /// Bytes.
    pub file_size: i64,
    /// As sent.
    pub prompt: String,
    /// As given to the generator.
    pub augmented_prompt: String,
    pub style: AiImageStyle,
    /// Every image, the first one too.
    pub variants: Vec<AiImageVariant>,
}

/// A generated image.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AiImageVariant {
    /// Id of the asset.
    pub id: i64,
    pub url: String,
    pub width: i64,
    pub height: i64,
    pub mime_type: String,
    /// Bytes.
    pub file_size: i64,
}

/// What the texts are to be about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AiTextRequest {
    /// At most 600 characters.
    pub prompt: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub product_name: Option<String>,
    /// How many texts.
    #[serde(default = "ai_text_request_count")]
    pub count: i64,
    /// The designer session, when its cookie cannot be sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
}

fn ai_text_request_count() -> i64 {
    3
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct AiTextResponse {
    pub data: AiText,
}

impl Serialize for AiTextResponse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("AiTextResponse", 2)?;
        out.serialize_field("success", &true)?;
        out.serialize_field("data", &self.data)?;
        out.end()
    }
}

/// Suggested texts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AiText {
    pub suggestions: Vec<String>,
}

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

/// Whose designs go to whom.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ClaimDesignsRequest {
    /// The designer session from before login.
    pub session_id: String,
    /// The customer of the token.
    pub customer_id: i64,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct ClaimDesignsResponse {
    pub data: ClaimedDesigns,
}

impl Serialize for ClaimDesignsResponse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("ClaimDesignsResponse", 2)?;
        out.serialize_field("success", &true)?;
        out.serialize_field("data", &self.data)?;
        out.end()
    }
}

/// What was taken over.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ClaimedDesigns {
    /// Designs that have a new owner.
    pub claimed: i64,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct DesignCountResponse {
    pub data: DesignCount,
}

impl Serialize for DesignCountResponse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("DesignCountResponse", 2)?;
        out.serialize_field("success", &true)?;
        out.serialize_field("data", &self.data)?;
        out.end()
    }
}

/// How many designs there are.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DesignCount {
    pub count: i64,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
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
pub struct DesignFont {
    pub family: String,
    /// Such as `serif`, `sans-serif`, `display`, `handwriting` or `monospace`.
    pub category: String,
    /// CSS font weights, ascending.
    pub weights: Vec<i64>,
    /// Stylesheet that loads it; null for a font that every browser has.
    pub url: Option<String>,
}

/// The design to draw.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GenerateThumbnailRequest {
    pub design_id: DesignId,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
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
pub struct DesignThumbnail {
    pub design_id: DesignId,
    pub thumbnail_url: String,
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
