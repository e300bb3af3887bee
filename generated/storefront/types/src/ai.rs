//! Types of the operations tagged `ai`.

use serde::{Deserialize, Serialize};

/// Description and settings of the images.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct AiImageRequest {
    /// Description of the image, at most 1,000 characters.
    pub prompt: String,
    /// Style of a generated image.
    #[serde(default = "AiImageRequest::default_style")]
    pub style: AiImageStyle,
    /// Whether to generate images without a background.
    #[serde(default = "AiImageRequest::default_transparent")]
    pub transparent: bool,
    /// Width and height in pixels.
    #[serde(default = "AiImageRequest::default_size")]
    pub size: AiImageSize,
    /// Quality of a generated image.
    #[serde(default = "AiImageRequest::default_quality")]
    pub quality: AiImageQuality,
    /// Number of images.
    #[serde(default = "AiImageRequest::default_n")]
    pub n: i64,
    /// The designer session, if its cookie cannot be sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
}

debug!(AiImageRequest { prompt, style, transparent, size, quality, n, session_id: hidden });

impl AiImageRequest {
    /// Returns a value with the required properties.
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

open! {
    /// Style of a generated image.
    pub enum AiImageStyle {
        /// `illustration`
        Illustration = "illustration",
        /// `photo`
        Photo = "photo",
        /// `graphic`
        Graphic = "graphic",
        /// `auto`
        Auto = "auto",
    }
}

closed! {
    /// Width and height in pixels.
    pub enum AiImageSize {
        /// `1024x1024`
        V1024x1024 = "1024x1024",
        /// `1024x1536`
        V1024x1536 = "1024x1536",
        /// `1536x1024`
        V1536x1024 = "1536x1024",
        /// `auto`
        Auto = "auto",
    }
}

closed! {
    /// Quality of a generated image.
    pub enum AiImageQuality {
        /// `high`
        High = "high",
        /// `low`
        Low = "low",
        /// `medium`
        Medium = "medium",
        /// `auto`
        Auto = "auto",
    }
}

/// The answer of `generateDesignImage`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct AiImageResponse {
    /// Generated images. The fields of a single image are those of the first.
    pub data: AiImage,
}

serialize! { AiImageResponse { "success" = true, "data": data } }

/// Generated images. The fields of a single image are those of the first.
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
    /// The prompt as sent, without surrounding white space.
    pub prompt: String,
    /// The prompt as sent to the image generator.
    pub augmented_prompt: String,
    /// Style of a generated image.
    pub style: AiImageStyle,
    /// All images, including the first.
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

/// Topic and number of the texts.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct AiTextRequest {
    /// Description of the texts, at most 600 characters.
    pub prompt: String,
    /// Name of the product that the text is printed on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub product_name: Option<String>,
    /// Number of texts.
    #[serde(default = "AiTextRequest::default_count")]
    pub count: i64,
    /// The designer session, if its cookie cannot be sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
}

debug!(AiTextRequest { prompt, product_name, count, session_id: hidden });

impl AiTextRequest {
    /// Returns a value with the required properties.
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

/// The answer of `suggestDesignText`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct AiTextResponse {
    /// Suggested texts.
    pub data: AiText,
}

serialize! { AiTextResponse { "success" = true, "data": data } }

/// Suggested texts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct AiText {
    /// The texts.
    pub suggestions: Vec<String>,
}
