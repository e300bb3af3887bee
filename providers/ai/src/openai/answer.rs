//! Parses OpenAI's answers leniently: fields that this crate does not need are ignored.

use std::borrow::Cow;
use std::io::Cursor;

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use bytes::Bytes;
use image::codecs::png::PngDecoder;
use image::{DynamicImage, ImageDecoder, ImageResult, Limits};
use serde::Deserialize;
use serde_json::Value;
use stoa_values::text::one_line;

use super::failure::OpenAiError;

/// Maximum width and height of a provider's transparent image, in pixels. A larger image is left out.
///
/// The server decodes such a picture to check its transparency. OpenAI draws no longer sides.
const MAX_GENERATED_SIDE: u32 = 3840;

/// Limit of the memory for decoding a picture, in bytes.
const MAX_DECODE_BYTES: u64 = 64 << 20;

const MAX_SUGGESTION_CHARACTERS: usize = 200;

/// Base64, with or without padding.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

pub(super) struct UsablePictures {
    pub(super) pictures: Vec<Bytes>,
    pub(super) opaque: usize,
}

#[derive(Deserialize)]
struct Generated<'a> {
    #[serde(borrow, default)]
    data: Vec<GeneratedPicture<'a>>,
}

#[derive(Deserialize)]
struct GeneratedPicture<'a> {
    /// Only embedded pictures are read. A URL is never loaded, because it could lead anywhere.
    #[serde(borrow, default)]
    b64_json: Option<Encoded<'a>>,
}

/// A picture in base64. The text may have many megabytes, so it is borrowed unless it contains escapes.
#[derive(Deserialize)]
#[serde(transparent)]
struct Encoded<'a>(#[serde(borrow)] Cow<'a, str>);

/// Returns at most `count` pictures of an answer. Fails if none can be used.
pub(super) fn pictures(
    answer: &[u8],
    count: usize,
    transparent: bool,
) -> Result<UsablePictures, OpenAiError> {
    let generated: Generated<'_> = serde_json::from_slice(answer)?;
    let encoded = generated.data.iter().filter_map(|picture| picture.b64_json.as_ref());
    let pictures = encoded.take(count).filter_map(|text| BASE64.decode(text.0.as_ref()).ok());
    let mut usable = UsablePictures { pictures: Vec::new(), opaque: 0 };
    for picture in pictures.filter(|picture| picture.starts_with(PNG)) {
        if !transparent {
            usable.pictures.push(picture.into());
            continue;
        }
        match is_opaque(&picture) {
            Ok(false) => usable.pictures.push(picture.into()),
            Ok(true) => usable.opaque += 1,
            // The picture is truncated, or larger than the limits.
            Err(_) => {}
        }
    }
    match usable {
        UsablePictures { ref pictures, .. } if !pictures.is_empty() => Ok(usable),
        UsablePictures { opaque: 0, .. } => Err(OpenAiError::NoPicture),
        _ => Err(OpenAiError::Opaque),
    }
}

/// Whether every pixel is at least half opaque.
fn is_opaque(picture: &[u8]) -> ImageResult<bool> {
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_GENERATED_SIDE);
    limits.max_image_height = Some(MAX_GENERATED_SIDE);
    limits.max_alloc = Some(MAX_DECODE_BYTES);
    let mut decoder = PngDecoder::with_limits(Cursor::new(picture), limits.clone())?;
    decoder.set_limits(limits)?;
    let image = DynamicImage::from_decoder(decoder)?;
    Ok(match &image {
        DynamicImage::ImageRgba8(pixels) => pixels.pixels().all(|pixel| pixel.0[3] >= 128),
        DynamicImage::ImageLumaA8(pixels) => pixels.pixels().all(|pixel| pixel.0[1] >= 128),
        DynamicImage::ImageRgba16(pixels) => pixels.pixels().all(|pixel| pixel.0[3] >= 1 << 15),
        DynamicImage::ImageLumaA16(pixels) => pixels.pixels().all(|pixel| pixel.0[1] >= 1 << 15),
        _ => true,
    })
}

#[derive(Deserialize)]
pub(super) struct Flagged {
    results: Vec<FlaggedInput>,
}

#[derive(Deserialize)]
struct FlaggedInput {
    flagged: bool,
}

impl Flagged {
    /// Whether any input is flagged. An answer without results is an error, never a permission.
    pub(super) fn is_flagged(&self) -> Result<bool, OpenAiError> {
        match self.results.as_slice() {
            [] => Err(OpenAiError::NoText),
            results => Ok(results.iter().any(|result| result.flagged)),
        }
    }
}

#[derive(Deserialize)]
pub(super) struct Texts {
    choices: Vec<Choice>,
}

#[derive(Deserialize)]
struct Choice {
    #[serde(default)]
    message: Message,
    #[serde(default)]
    finish_reason: Value,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Message {
    content: Option<String>,
    refusal: Option<String>,
}

impl Texts {
    /// Returns at most `count` texts of one line each, all different.
    pub(super) fn texts(self, count: usize) -> Result<Vec<String>, OpenAiError> {
        let choice = self.choices.into_iter().next().ok_or(OpenAiError::NoText)?;
        let refusal = choice.message.refusal.filter(|text| !text.is_empty());
        if refusal.is_some() || choice.finish_reason == "content_filter" {
            return Err(OpenAiError::Refused);
        }
        let content: Value =
            serde_json::from_str(&choice.message.content.ok_or(OpenAiError::NoText)?)?;
        let suggestions = content.get("suggestions").unwrap_or(&content);
        let mut texts: Vec<String> = Vec::new();
        for text in suggestions.as_array().into_iter().flatten().filter_map(Value::as_str) {
            let text = one_line(text);
            if !text.is_empty()
                && text.chars().count() <= MAX_SUGGESTION_CHARACTERS
                && !texts.contains(&text)
            {
                texts.push(text);
            }
        }
        texts.truncate(count);
        if texts.is_empty() { Err(OpenAiError::NoText) } else { Ok(texts) }
    }
}
