//! Encodes pixels within a size limit.

use std::io::{self, Write};

use bytes::Bytes;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::codecs::{jpeg::JpegEncoder, webp::WebPEncoder};
use image::{DynamicImage, ImageEncoder, ImageError, ImageFormat, RgbaImage};

use crate::decode::Decoded;
use crate::{Refused, decode::refused};

/// Maximum length of a stored picture, whatever the length of its upload. A picture that cannot be compressed to it is
/// answered 400.
///
/// An upload has at most 20 MiB, but may grow when it is encoded without loss.
pub(crate) const MAX_BYTES: usize = 64 * 1024 * 1024;

/// Maximum length of a stored picture, as a multiple of the length of its upload, to which `GROWTH_ALLOWANCE` is added.
/// A picture that cannot be compressed to this length is answered 400.
const GROWTH: usize = 8;

/// Bytes that a stored picture may have in addition to `GROWTH` times the bytes of its upload.
const GROWTH_ALLOWANCE: usize = 1024 * 1024;

/// Returns the maximum size of the stored picture of an upload of this size, in bytes.
pub(crate) fn most_bytes(sent: usize) -> usize {
    (sent.saturating_mul(GROWTH)).saturating_add(GROWTH_ALLOWANCE).min(MAX_BYTES)
}

/// A picture that was encoded by this crate.
#[derive(Clone, Debug)]
pub struct Picture {
    pub bytes: Bytes,
    /// `image/png`, `image/jpeg` or `image/webp`.
    pub media_type: &'static str,
    /// The matching file extension, such as `png`.
    pub extension: &'static str,
    /// Width in pixels, after turning the picture upright.
    pub width: u32,
    pub height: u32,
}

#[derive(Clone, Copy)]
enum Encoding {
    /// The quality, from 1 to 100.
    Jpeg(u8),
    WebP,
    Png(CompressionType),
}

impl Encoding {
    /// The encodings to try for a format, the best first and the smallest last. WebP needs fallbacks: a lossy WebP can
    /// become twenty times as large when it is encoded without loss.
    fn of(format: ImageFormat, has_alpha: bool) -> &'static [Self] {
        match format {
            ImageFormat::Jpeg => &[Self::Jpeg(95), Self::Jpeg(85), Self::Jpeg(75)],
            ImageFormat::WebP if has_alpha => &[Self::WebP, Self::Png(CompressionType::Best)],
            ImageFormat::WebP => &[Self::WebP, Self::Jpeg(95), Self::Jpeg(85), Self::Jpeg(75)],
            _ => &[Self::Png(CompressionType::Fast), Self::Png(CompressionType::Best)],
        }
    }

    fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Jpeg(_) => ("image/jpeg", "jpg"),
            Self::WebP => ("image/webp", "webp"),
            Self::Png(_) => ("image/png", "png"),
        }
    }
}

/// Encodes a picture in the best encoding of its format that fits into `most` bytes. A GIF becomes a PNG.
pub(crate) fn encode(decoded: &Decoded, most: usize) -> Result<Picture, Refused> {
    let Decoded { format, pixels } = decoded;
    for encoding in Encoding::of(*format, pixels.color().has_alpha()) {
        let mut bytes = Bounded { written: Vec::new(), most };
        let written = match encoding {
            Encoding::Jpeg(quality) => {
                write(JpegEncoder::new_with_quality(&mut bytes, *quality), pixels)
            }
            Encoding::WebP => write(WebPEncoder::new_lossless(&mut bytes), pixels),
            Encoding::Png(compression) => {
                let filter = FilterType::Adaptive;
                let encoder = PngEncoder::new_with_quality(&mut bytes, *compression, filter);
                write(encoder, pixels)
            }
        };
        match written {
            Ok(()) => {
                let (width, height) = (pixels.width(), pixels.height());
                let (media_type, extension) = encoding.names();
                let bytes = Bytes::from(bytes.written);
                return Ok(Picture { bytes, media_type, extension, width, height });
            }
            Err(Refused::TooLarge) => {}
            Err(refused) => return Err(refused),
        }
    }
    Err(Refused::TooLarge)
}

/// Encodes RGBA pixels, one byte per channel, as a PNG.
pub fn png(width: u32, height: u32, pixels: Vec<u8>) -> Result<Picture, Refused> {
    let pixels = RgbaImage::from_raw(width, height, pixels).ok_or(Refused::NotAPicture)?;
    let pixels = DynamicImage::ImageRgba8(pixels);
    encode(&Decoded { format: ImageFormat::Png, pixels }, MAX_BYTES)
}

fn write(encoder: impl ImageEncoder, pixels: &DynamicImage) -> Result<(), Refused> {
    let colours = pixels.color().into();
    let written = encoder.write_image(pixels.as_bytes(), pixels.width(), pixels.height(), colours);
    written.map_err(|error| match error {
        // Only `Bounded` returns this error, when the picture exceeds its limit.
        ImageError::IoError(_) => Refused::TooLarge,
        error => refused(error),
    })
}

struct Bounded {
    written: Vec<u8>,
    most: usize,
}

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.written.len() + bytes.len() > self.most {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.written.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
