//! Types of the operations tagged `ai`.

use std::fmt;
use std::str::FromStr;

use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::UnknownValue;

/// What to draw.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct AiImageRequest {
    /// At most 1,000 characters.
    pub prompt: String,
    /// Style of a generated image.
    #[serde(default = "AiImageRequest::default_style")]
    pub style: AiImageStyle,
    /// Without a background.
    #[serde(default = "AiImageRequest::default_transparent")]
    pub transparent: bool,
    /// Width and height in pixels.
    #[serde(default = "AiImageRequest::default_size")]
    pub size: AiImageSize,
    /// Quality of a generated image.
    #[serde(default = "AiImageRequest::default_quality")]
    pub quality: AiImageQuality,
    /// How many images.
    #[serde(default = "AiImageRequest::default_n")]
    pub n: i64,
    /// The designer session, when its cookie cannot be sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
}

debug!(AiImageRequest { prompt, style, transparent, size, quality, n, session_id: hidden });

impl AiImageRequest {
    /// With what is required.
    pub fn new(prompt: impl Into<String>) -> Self {
        Self {
            prompt: prompt.into(),
            style: Self::default_style(),
            transparent: Self::default_transparent(),
            size: Self::default_size(),
            quality: Self::default_quality(),
            n: Self::default_n(),
            session_id: None,
        }
    }

    /// Sets [`style`](Self#structfield.style).
    pub fn style(self, style: AiImageStyle) -> Self {
        Self { style, ..self }
    }

    /// Sets [`transparent`](Self#structfield.transparent).
    pub fn transparent(self, transparent: bool) -> Self {
        Self { transparent, ..self }
    }

    /// Sets [`size`](Self#structfield.size).
    pub fn size(self, size: AiImageSize) -> Self {
        Self { size, ..self }
    }

    /// Sets [`quality`](Self#structfield.quality).
    pub fn quality(self, quality: AiImageQuality) -> Self {
        Self { quality, ..self }
    }

    /// Sets [`n`](Self#structfield.n).
    pub fn n(self, n: i64) -> Self {
        Self { n, ..self }
    }

    /// Sets [`session_id`](Self#structfield.session_id).
    pub fn session_id(self, session_id: impl Into<String>) -> Self {
        Self { session_id: Some(session_id.into()), ..self }
    }

    fn default_style() -> AiImageStyle {
        AiImageStyle::Illustration
    }

    fn default_transparent() -> bool {
        true
    }

    fn default_size() -> AiImageSize {
        AiImageSize::V1024x1024
    }

    fn default_quality() -> AiImageQuality {
        AiImageQuality::High
    }

    fn default_n() -> i64 {
        1
    }
}

/// Style of a generated image.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
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

    fn from_str(text: &str) -> Result<Self, std::convert::Infallible> {
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
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
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

    fn from_str(text: &str) -> Result<Self, UnknownValue> {
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
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
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

    fn from_str(text: &str) -> Result<Self, UnknownValue> {
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

/// What `generateDesignImage` answers.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct AiImageResponse {
    /// Generated images. The fields of one image are those of the first.
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
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct AiImage {
    /// Id of the asset.
    pub id: i64,
    /// URL of the image.
    pub url: String,
    /// Pixels.
    pub width: i64,
    /// Pixels.
    pub height: i64,
    /// Media type of the image, such as `image/png`.
    pub mime_type: String,
    /// Bytes.
    pub file_size: i64,
    /// As sent, without white space around it.
    pub prompt: String,
    /// As given to the generator.
    pub augmented_prompt: String,
    /// Style of a generated image.
    pub style: AiImageStyle,
    /// Every image, the first one too.
    pub variants: Vec<AiImageVariant>,
}

/// A generated image.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct AiImageVariant {
    /// Id of the asset.
    pub id: i64,
    /// URL of the image.
    pub url: String,
    /// Pixels.
    pub width: i64,
    /// Pixels.
    pub height: i64,
    /// Media type of the image, such as `image/png`.
    pub mime_type: String,
    /// Bytes.
    pub file_size: i64,
}

/// What the texts are to be about.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct AiTextRequest {
    /// At most 600 characters.
    pub prompt: String,
    /// Name of the product that it is printed on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub product_name: Option<String>,
    /// How many texts.
    #[serde(default = "AiTextRequest::default_count")]
    pub count: i64,
    /// The designer session, when its cookie cannot be sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
}

debug!(AiTextRequest { prompt, product_name, count, session_id: hidden });

impl AiTextRequest {
    /// With what is required.
    pub fn new(prompt: impl Into<String>) -> Self {
        Self {
            prompt: prompt.into(),
            product_name: None,
            count: Self::default_count(),
            session_id: None,
        }
    }

    /// Sets [`product_name`](Self#structfield.product_name).
    pub fn product_name(self, product_name: impl Into<String>) -> Self {
        Self { product_name: Some(product_name.into()), ..self }
    }

    /// Sets [`count`](Self#structfield.count).
    pub fn count(self, count: i64) -> Self {
        Self { count, ..self }
    }

    /// Sets [`session_id`](Self#structfield.session_id).
    pub fn session_id(self, session_id: impl Into<String>) -> Self {
        Self { session_id: Some(session_id.into()), ..self }
    }

    fn default_count() -> i64 {
        3
    }
}

/// What `suggestDesignText` answers.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct AiTextResponse {
    /// Suggested texts.
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
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct AiText {
    /// The texts.
    pub suggestions: Vec<String>,
}
