//! Scales pictures down.

use bytes::Bytes;
use fast_image_resize::images::{TypedImage, TypedImageRef};
use fast_image_resize::pixels::U8x4;
use fast_image_resize::{ResizeOptions, Resizer};
use image::{DynamicImage, ImageFormat, RgbaImage};

use crate::Refused;
use crate::clean::unharmed;
use crate::decode::{Decoded, decode};
use crate::encode::{MAX_BYTES, Picture, encode};

#[derive(Clone, Debug)]
pub struct Small {
    /// Always a PNG.
    pub picture: Picture,
    /// Size of the original in pixels, after turning it upright.
    pub full_width: u32,
    pub full_height: u32,
}

/// Makes a PNG whose sides have at most `longest` pixels. Like the result of [`crate::clean()`], it is upright and has
/// no metadata. A smaller picture keeps its size.
pub fn small(bytes: Bytes, longest: u32) -> Result<Small, Refused> {
    unharmed(|| {
        let decoded = decode(&bytes)?;
        drop(bytes);
        let (full_width, full_height) = (decoded.pixels.width(), decoded.pixels.height());
        let pixels = fitted(decoded.pixels, longest)?;
        let decoded = Decoded { format: ImageFormat::Png, pixels };
        Ok(Small { picture: encode(&decoded, MAX_BYTES)?, full_width, full_height })
    })
}

fn fitted(pixels: DynamicImage, longest: u32) -> Result<DynamicImage, Refused> {
    let (width, height) = (pixels.width(), pixels.height());
    if width.max(height) <= longest {
        return Ok(pixels);
    }
    let scale = f64::from(longest) / f64::from(width.max(height));
    let side = |side: u32| ((f64::from(side) * scale).round() as u32).max(1);
    let fitted = (side(width), side(height));
    let colours = pixels.color();
    // Resizing only RGBA pixels keeps this crate small. The result is converted back, because grey or opaque
    // pixels need fewer bytes.
    let pixels = resized(pixels.into_rgba8().as_raw(), (width, height), fitted, true);
    let pixels = pixels.and_then(|pixels| RgbaImage::from_raw(fitted.0, fitted.1, pixels));
    let pixels = DynamicImage::from(pixels.ok_or(Refused::NotAPicture)?);
    Ok(match (colours.has_color(), colours.has_alpha()) {
        (true, true) => pixels,
        (true, false) => pixels.into_rgb8().into(),
        (false, true) => pixels.into_luma_alpha8().into(),
        (false, false) => pixels.into_luma8().into(),
    })
}

/// Resizes RGBA pixels. Sizes are width and height. `is_plain` is true if the colours are not premultiplied by their
/// opacity. Returns `None` if there are fewer pixels than the size requires.
pub fn resized(
    pixels: &[u8],
    (width, height): (u32, u32),
    (to_width, to_height): (u32, u32),
    is_plain: bool,
) -> Option<Vec<u8>> {
    let source = TypedImageRef::<U8x4>::from_buffer(width, height, pixels).ok()?;
    let mut bytes = vec![0; to_width as usize * to_height as usize * 4];
    let mut target = TypedImage::<U8x4>::from_buffer(to_width, to_height, &mut bytes).ok()?;
    let options = ResizeOptions::new().use_alpha(is_plain);
    Resizer::new().resize_typed(&source, &mut target, &options).ok()?;
    Some(bytes)
}
