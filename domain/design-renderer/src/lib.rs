//! Draws the layers of a design, alone or on the photo of the product, with the fonts that the design tool used. Layers
//! are untrusted input: each field is checked and bounded, and a layer that cannot be drawn is left out. This crate
//! does not know where pictures are stored or who owns them.

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
mod typesetting;
mod work;

pub use area::{PrintArea, Size};
pub use drawings::{Busy, Drawings, Ground, Photo};
pub use fonts::{Family, FontFile, Fonts, SkippedFont};
pub use images::Images;
pub use layer::{ASSET_ID, Layers, asset_id};
pub use pixels::{MOCKUP, PRINT, THUMBNAIL};

#[cfg(test)]
mod tests;
