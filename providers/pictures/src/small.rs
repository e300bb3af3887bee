//! Small versions.

use bytes::Bytes;
use fast_image_resize::{IntoImageView, Resizer};
use image::{DynamicImage, ImageFormat};

use crate::clean::{Picture, unharmed};
use crate::decode::{Decoded, decode};
use crate::{Refused, encode::encode};

/// A picture as [`crate::clean()`] makes it, but a PNG, and neither side longer than so many pixels; one that is
/// smaller keeps its size.
pub fn small(bytes: Bytes, longest: u32) -> Result<Picture, Refused> {
    unharmed(|| {
        let decoded = decode(&bytes)?;
        drop(bytes);
        let pixels = fitted(decoded.pixels, longest)?;
        encode(Decoded { format: ImageFormat::Png, pixels, profile: decoded.profile })
    })
}

fn fitted(pixels: DynamicImage, longest: u32) -> Result<DynamicImage, Refused> {
    let (width, height) = (pixels.width(), pixels.height());
    if width.max(height) <= longest {
        return Ok(pixels);
    }
    let scale = f64::from(longest) / f64::from(width.max(height));
    let scaled = |side: u32| ((f64::from(side) * scale).round() as u32).max(1);
    let mut fitted = DynamicImage::new(scaled(width), scaled(height), pixels.color());
    debug_assert_eq!(fitted.pixel_type(), pixels.pixel_type());
    Resizer::new().resize(&pixels, &mut fitted, None).map_err(|_| Refused::NotAPicture)?;
    Ok(fitted)
}
