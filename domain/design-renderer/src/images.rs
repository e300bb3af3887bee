//! The images that layers show, scaled down to the size at which they are drawn.

use std::collections::HashMap;

use bytes::Bytes;
use resvg::tiny_skia::{IntSize, Pixmap};

/// Images as PNGs, by the id of their asset.
pub type Images = HashMap<i64, Bytes>;

/// Scales a picture by averaging its pixels. Scaling while drawing would skip pixels instead.
pub(crate) fn scaled(picture: &Pixmap, width: u32, height: u32) -> Option<Pixmap> {
    // The colours are premultiplied with their opacity, so averaging needs no conversion.
    let size = (picture.width(), picture.height());
    let pixels = stoa_images::resized(picture.data(), size, (width, height), false)?;
    Pixmap::from_vec(pixels, IntSize::from_wh(width, height)?)
}
