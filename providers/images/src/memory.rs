//! The memory that is needed to decode a picture and encode it again.

use image::ImageDecoder;

/// Bytes that do not depend on the picture's size.
const BASE: u64 = 8 * 1024 * 1024;

/// Bytes per pixel. The worst cases are:
///
/// - a PNG with 16 bits per colour: 8 bytes, and 4 bytes for its copy with 8 bits per colour
/// - a progressive CMYK JPEG: 8 bytes of coefficients and 3 bytes of pixels
/// - the encoding of a WebP: 4 bytes of pixels, 4 bytes of a copy, and the output
const DECODING_BYTES_PER_PIXEL: u64 = 12;

/// Returns an upper bound of the memory in bytes.
pub(crate) fn of_decoder(decoder: &impl ImageDecoder) -> u64 {
    let (width, height) = decoder.dimensions();
    BASE + DECODING_BYTES_PER_PIXEL * u64::from(width) * u64::from(height)
}
