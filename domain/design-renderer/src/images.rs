//! The images that layers show, small enough for where they stand.

use std::collections::HashMap;

use bytes::Bytes;
use resvg::tiny_skia::{IntSize, Pixmap};

/// A PNG.
#[derive(Debug, Clone)]
pub struct Image {
    pub png: Bytes,
}

/// Images by the id of their asset.
pub type Images = HashMap<i64, Image>;

/// Images that were decoded for one drawing: most are shown once, some often.
pub(crate) struct Decoded<'a> {
    images: &'a Images,
    decoded: HashMap<i64, Option<Pixmap>>,
}

impl<'a> Decoded<'a> {
    pub fn of(images: &'a Images) -> Self {
        Self { images, decoded: HashMap::new() }
    }

    /// Nothing if there is no such image.
    pub fn get(&mut self, asset_id: i64) -> Option<&Pixmap> {
        let decode = || Pixmap::decode_png(&self.images.get(&asset_id)?.png).ok();
        self.decoded.entry(asset_id).or_insert_with(decode).as_ref()
    }
}

/// The picture in another size. It averages, where one that is scaled while it is drawn would leave pixels out.
pub(crate) fn scaled(picture: &Pixmap, width: u32, height: u32) -> Option<Pixmap> {
    // The colours are multiplied by their opacity already.
    let size = (picture.width(), picture.height());
    let pixels = stoa_images::resized(picture.data(), size, (width, height), false)?;
    Pixmap::from_vec(pixels, IntSize::from_wh(width, height)?)
}
