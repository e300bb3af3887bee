//! Types of the operations tagged `ai`.

use serde::{Deserialize, Serialize};

/// Description and settings of the images.
#[derive(Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct AiImageRequest {
    /// Description of the image, at most 1,000 characters.
    #[builder(into)]
    pub prompt: String,
    /// Style of a generated image.
    #[builder(default = AiImageStyle::Illustration)]
    #[serde(default = "AiImageRequest::default_style")]
    pub style: AiImageStyle,
    /// Whether to generate images without a background.
    #[builder(default = true)]
    #[serde(default = "AiImageRequest::default_transparent")]
    pub transparent: bool,
    /// Width and height in pixels.
    #[builder(default = AiImageSize::V1024x1024)]
    #[serde(default = "AiImageRequest::default_size")]
    pub size: AiImageSize,
    /// Quality of a generated image.
    #[builder(default = AiImageQuality::High)]
    #[serde(default = "AiImageRequest::default_quality")]
    pub quality: AiImageQuality,
    /// Number of images.
    #[builder(default = 1)]
    #[serde(default = "AiImageRequest::default_n")]
    pub n: i64,
    /// The designer session, if its cookie cannot be sent.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
}

debug!(AiImageRequest { prompt, style, transparent, size, quality, n, session_id: hidden });

impl AiImageRequest {
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
#[derive(Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct AiTextRequest {
    /// Description of the texts, at most 600 characters.
    #[builder(into)]
    pub prompt: String,
    /// Name of the product that the text is printed on.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub product_name: Option<String>,
    /// Number of texts.
    #[builder(default = 3)]
    #[serde(default = "AiTextRequest::default_count")]
    pub count: i64,
    /// The designer session, if its cookie cannot be sent.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
}

debug!(AiTextRequest { prompt, product_name, count, session_id: hidden });

impl AiTextRequest {
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
