//! The memory that is needed to decode a picture and encode it again.

use image::ImageDecoder;

/// Bytes that do not depend on the picture's size.
const BASE: u64 = 8 * 1024 * 1024;

/// Bytes per pixel. The worst cases are a PNG of 16 bits (8, and 4 as 8 bits), a progressive CMYK JPEG (coefficients 8,
/// pixels 3) and the encoding of a WebP (pixels 4, a copy of them 4, and the output).
const FOR_A_PIXEL: u64 = 12;

/// Returns an upper bound of the memory in bytes.
pub(crate) fn of_decoder(decoder: &impl ImageDecoder) -> u64 {
    let (width, height) = decoder.dimensions();
    BASE + FOR_A_PIXEL * u64::from(width) * u64::from(height)
}
