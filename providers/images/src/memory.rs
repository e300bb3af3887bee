//! The memory that decoding a picture and encoding it again takes.

use image::ImageDecoder;

/// Bytes that everything takes that does not grow with the picture.
const BASE: u64 = 8 * 1024 * 1024;

/// Bytes for each pixel: the worst are a PNG of 16 bits (8, and 4 as 8 bits), a progressive JPEG in CMYK (its
/// coefficients 8, its pixels 3) and a WebP on its way out (its pixels 4, a copy of them 4, and what it becomes).
const FOR_A_PIXEL: u64 = 12;

/// Bytes, at most.
pub(crate) fn of_decoder(decoder: &impl ImageDecoder) -> u64 {
    let (width, height) = decoder.dimensions();
    BASE + FOR_A_PIXEL * u64::from(width) * u64::from(height)
}
