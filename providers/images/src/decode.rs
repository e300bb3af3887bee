//! Decodes files into pixels. The size that a file claims is checked before memory is allocated for it.

use std::io::Cursor;

use image::codecs::{gif::GifDecoder, jpeg::JpegDecoder, png::PngDecoder, webp::WebPDecoder};
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, Limits};
use moxcms::ColorProfile;

use crate::{Refused, srgb};

/// Maximum number of pixels of an uploaded picture. One with more is answered 400.
pub const MAX_PIXELS: u64 = 50_000_000;

/// Maximum width and height of an uploaded picture, in pixels. A larger one is answered 400.
pub const MAX_SIDE: u32 = 12_000;

const MAX_ALLOCATED: u64 = 512 * 1024 * 1024;

/// Bytes that a decoder may allocate before the picture's size is known, for a compressed colour profile and texts.
const MAX_ALLOCATED_FOR_HEADERS: u64 = 16 * 1024 * 1024;

/// Bytes that do not depend on the picture's size.
const BASE: u64 = 8 * 1024 * 1024;

/// Bytes per pixel. The worst cases are:
///
/// - a PNG with 16 bits per colour: 8 bytes, and 4 bytes for its copy with 8 bits per colour
/// - a progressive CMYK JPEG: 8 bytes of coefficients and 3 bytes of pixels
/// - the encoding of a WebP: 4 bytes of pixels, 4 bytes of a copy, and the output
const DECODING_BYTES_PER_PIXEL: u64 = 12;

/// Limit of a colour profile in bytes. A larger profile is ignored. Profiles of cameras and printers are smaller.
const MAX_PROFILE: usize = 4 * 1024 * 1024;

/// A decoder that has read a picture's headers. The size in the headers is within the limits.
pub(crate) type Decoder<'bytes> = Box<dyn ImageDecoder + 'bytes>;

/// Upright pixels in sRGB, with 8 bits per colour.
pub(crate) struct Decoded {
    pub format: ImageFormat,
    pub pixels: DynamicImage,
}

pub(crate) fn open(bytes: &[u8]) -> Result<(ImageFormat, Decoder<'_>), Refused> {
    // The first bytes decide. The file's name and its declared media type are ignored.
    let format = image::guess_format(bytes).map_err(|_| Refused::NotAPicture)?;
    let reader = Cursor::new(bytes);
    if format == ImageFormat::Png {
        // `PngDecoder` allocates a line of pixels when it is created, so the size is checked first.
        let (width, height) = png_size(bytes).ok_or(Refused::NotAPicture)?;
        check_size(width, height)?;
    }
    let decoder: Decoder<'_> = match format {
        ImageFormat::Png => {
            let mut limits = Limits::no_limits();
            limits.max_alloc = Some(MAX_ALLOCATED_FOR_HEADERS);
            Box::new(PngDecoder::with_limits(reader, limits).map_err(refused)?)
        }
        ImageFormat::Jpeg => Box::new(JpegDecoder::new(reader).map_err(refused)?),
        ImageFormat::Gif => Box::new(GifDecoder::new(reader).map_err(refused)?),
        ImageFormat::WebP => Box::new(WebPDecoder::new(reader).map_err(refused)?),
        _ => return Err(Refused::NotAPicture),
    };
    let (width, height) = decoder.dimensions();
    check_size(width, height)?;
    Ok((format, decoder))
}

/// Returns the width and height that a PNG claims, or `None` if it does not begin with the header chunk.
fn png_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let [0, 0, 0, 13, b'I', b'H', b'D', b'R', w0, w1, w2, w3, h0, h1, h2, h3] =
        *bytes.get(8..24)?
    else {
        return None;
    };
    Some((u32::from_be_bytes([w0, w1, w2, w3]), u32::from_be_bytes([h0, h1, h2, h3])))
}

/// Returns the profile of a PNG that names its colours by numbers (H.273) in the chunk `cICP`. Display P3 is supported.
fn named_profile(png: &[u8]) -> Option<Vec<u8>> {
    const DISPLAY_P3: [u8; 4] = [12, 13, 0, 1];
    let mut chunks = png.get(8..)?;
    loop {
        let (&[l0, l1, l2, l3, ref name @ ..], rest) = chunks.split_first_chunk::<8>()?;
        match name {
            b"cICP" if rest.starts_with(&DISPLAY_P3) => {
                return ColorProfile::new_display_p3().encode().ok();
            }
            b"cICP" | b"IDAT" => return None,
            _ => {
                let length = u32::from_be_bytes([l0, l1, l2, l3]) as usize;
                chunks = rest.get(length.checked_add(4)?..)?;
            }
        }
    }
}

/// Returns an upper bound of the memory that decoding a picture and encoding it again needs, in bytes, from the
/// picture's headers alone.
pub(crate) fn memory_needed(bytes: &[u8]) -> Result<u64, Refused> {
    let (_, decoder) = open(bytes)?;
    Ok(memory_of(&decoder))
}

fn memory_of(decoder: &Decoder<'_>) -> u64 {
    let (width, height) = decoder.dimensions();
    BASE + DECODING_BYTES_PER_PIXEL * u64::from(width) * u64::from(height)
}

/// Decodes the first frame of a picture, converts its colours to sRGB, and turns it upright.
pub(crate) fn decode(bytes: &[u8]) -> Result<Decoded, Refused> {
    let (format, mut decoder) = open(bytes)?;
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(memory_of(&decoder).min(MAX_ALLOCATED));
    limits.reserve(decoder.total_bytes()).map_err(refused)?;
    decoder.set_limits(limits).map_err(refused)?;
    let orientation = decoder.orientation().map_err(refused)?;
    let mut profile = decoder.icc_profile().map_err(refused)?;
    if profile.is_none() && format == ImageFormat::Png {
        profile = named_profile(bytes);
    }
    let pixels = DynamicImage::from_decoder(decoder).map_err(refused)?;
    let mut pixels = in_8_bits(pixels);
    if let Some(profile) = profile.filter(|profile| fits(profile, &pixels)) {
        srgb::convert(&mut pixels, &profile);
    }
    pixels.apply_orientation(orientation);
    Ok(Decoded { format, pixels })
}

/// Reduces 16 bits per colour to 8. Screens and printers do not show the difference, and 16 bits need twice the memory.
fn in_8_bits(pixels: DynamicImage) -> DynamicImage {
    match pixels {
        DynamicImage::ImageLuma16(_) => DynamicImage::ImageLuma8(pixels.into_luma8()),
        DynamicImage::ImageLumaA16(_) => DynamicImage::ImageLumaA8(pixels.into_luma_alpha8()),
        DynamicImage::ImageRgb16(_) => DynamicImage::ImageRgb8(pixels.into_rgb8()),
        DynamicImage::ImageRgba16(_) => DynamicImage::ImageRgba8(pixels.into_rgba8()),
        other => other,
    }
}

/// Whether a profile is small enough and describes the colours of these pixels. A CMYK JPEG has been decoded to RGB, so
/// its CMYK profile would be wrong.
fn fits(profile: &[u8], pixels: &DynamicImage) -> bool {
    let colours: &[u8] = if pixels.color().has_color() { b"RGB " } else { b"GRAY" };
    profile.len() <= MAX_PROFILE && profile.get(16..20) == Some(colours)
}

fn check_size(width: u32, height: u32) -> Result<(), Refused> {
    let pixels = u64::from(width) * u64::from(height);
    if width > MAX_SIDE || height > MAX_SIDE || pixels > MAX_PIXELS {
        return Err(Refused::TooLarge);
    }
    if pixels == 0 { Err(Refused::NotAPicture) } else { Ok(()) }
}

pub(crate) fn refused(error: ImageError) -> Refused {
    match error {
        ImageError::Limits(_) => Refused::TooLarge,
        _ => Refused::NotAPicture,
    }
}
