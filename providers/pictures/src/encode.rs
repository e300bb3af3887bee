//! Pixels into bytes.

use std::io::{self, Write};

use bytes::Bytes;
use image::codecs::{jpeg::JpegEncoder, png::PngEncoder, webp::WebPEncoder};
use image::{DynamicImage, ImageEncoder, ImageError, ImageFormat, RgbaImage};

use crate::clean::Picture;
use crate::decode::Decoded;
use crate::{Refused, decode::refused};

/// What a picture may become, in bytes. The largest that is taken has 20 MiB; encoded without loss it may grow.
const MAX_BYTES: usize = 64 * 1024 * 1024;

const JPEG_QUALITY: u8 = 95;

/// Encodes a picture in its own format, without loss where the format can; a GIF as PNG.
pub(crate) fn encode(decoded: Decoded) -> Result<Picture, Refused> {
    let Decoded { format, pixels, profile } = decoded;
    let mut bytes = Bounded::default();
    let (media_type, extension) = match format {
        ImageFormat::Jpeg => {
            write(JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY), &pixels, profile)?;
            ("image/jpeg", "jpg")
        }
        ImageFormat::WebP => {
            write(WebPEncoder::new_lossless(&mut bytes), &pixels, profile)?;
            ("image/webp", "webp")
        }
        _ => {
            write(PngEncoder::new(&mut bytes), &pixels, profile)?;
            ("image/png", "png")
        }
    };
    let (width, height) = (pixels.width(), pixels.height());
    Ok(Picture { bytes: Bytes::from(bytes.written), media_type, extension, width, height })
}

/// Pixels that were drawn, as a PNG: red, green, blue and opacity of each, a byte each.
pub fn png(width: u32, height: u32, pixels: Vec<u8>) -> Result<Picture, Refused> {
    let pixels = RgbaImage::from_raw(width, height, pixels).ok_or(Refused::NotAPicture)?;
    let format = ImageFormat::Png;
    encode(Decoded { format, pixels: DynamicImage::ImageRgba8(pixels), profile: None })
}

fn write(
    mut encoder: impl ImageEncoder,
    pixels: &DynamicImage,
    profile: Option<Vec<u8>>,
) -> Result<(), Refused> {
    if let Some(profile) = profile {
        // One that the format cannot hold is left out.
        drop(encoder.set_icc_profile(profile));
    }
    let colours = pixels.color().into();
    let written = encoder.write_image(pixels.as_bytes(), pixels.width(), pixels.height(), colours);
    written.map_err(|error| match error {
        // Only `Bounded` fails to write.
        ImageError::IoError(_) => Refused::TooLarge,
        error => refused(error),
    })
}

/// Takes no more than [`MAX_BYTES`].
#[derive(Default)]
struct Bounded {
    written: Vec<u8>,
}

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.written.len() + bytes.len() > MAX_BYTES {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.written.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
