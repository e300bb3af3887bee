//! The images that layers show, scaled down to the size at which they are drawn.

use std::collections::HashMap;

use bytes::Bytes;
use resvg::tiny_skia::{IntSize, Pixmap};

/// Images as PNGs, by the id of their asset.
pub type Images = HashMap<i64, Bytes>;

/// The images that a drawing has decoded. An image that several layers show is decoded once.
pub(crate) struct Decoded<'a> {
    images: &'a Images,
    decoded: HashMap<i64, Option<Pixmap>>,
}

impl<'a> Decoded<'a> {
    pub fn of(images: &'a Images) -> Self {
        Self { images, decoded: HashMap::new() }
    }

    /// Returns the decoded image. Returns `None` if the design does not have the image, or if it cannot be decoded.
    pub fn get(&mut self, asset_id: i64) -> Option<&Pixmap> {
        let decode = || Pixmap::decode_png(self.images.get(&asset_id)?).ok();
        self.decoded.entry(asset_id).or_insert_with(decode).as_ref()
    }
}

/// Scales a picture by averaging its pixels. Scaling while drawing would skip pixels instead.
pub(crate) fn scaled(picture: &Pixmap, width: u32, height: u32) -> Option<Pixmap> {
    // The colours are premultiplied with their opacity, so averaging needs no conversion.
    let size = (picture.width(), picture.height());
    let pixels = stoa_images::resized(picture.data(), size, (width, height), false)?;
    Pixmap::from_vec(pixels, IntSize::from_wh(width, height)?)
}
