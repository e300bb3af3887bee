//! Designs as pictures: the layers of a design are drawn with the fonts that its designer had, flat or on the photo of
//! the product. What the layers say came from anybody, so it is read field by field, bounded, and left out where it
//! cannot be drawn. Where pictures are kept, and whose they are, is not known here.

mod area;
mod canvas;
mod colour;
mod drawings;
mod fonts;
mod images;
mod layer;
mod number;
mod pixels;
mod place;
mod svg;
mod work;

pub use area::{PrintArea, Size};
pub use drawings::{Busy, Drawings, Ground, Photo};
pub use fonts::{Family, FontFile, Fonts};
pub use images::{Image, Images};
pub use layer::{ASSET_ID, Layers, asset_id};
pub use pixels::{MOCKUP, PRINT, THUMBNAIL};

#[cfg(test)]
mod tests;
