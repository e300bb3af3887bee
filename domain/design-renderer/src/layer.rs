//! Layers, read from the JSON that a design tool stored. Unknown keys are ignored, and layers that cannot be drawn are
//! left out.

mod paint;
mod text;

use std::collections::BTreeMap;

use serde_json::{Map, Value};

pub(crate) use self::paint::Paint;
pub(crate) use self::text::{Align, Text};
use crate::fonts::Fonts;
use crate::number::{number, switch, text as text_of};
use crate::place::{Extent, Place};
use crate::typesetting::line;
use crate::work::{Work, lines, painting};

/// The key under which a layer refers to its image.
pub const ASSET_ID: &str = "assetId";

/// Maximum length of a layer's path. A layer with a longer path is left out.
const MAX_SVG_PATH_BYTES: usize = 16 * 1024;

/// The drawable layers of one side, the lowest first.
#[derive(Debug)]
pub struct Layers {
    pub(crate) layers: Vec<Layer>,
}

#[derive(Debug)]
pub(crate) struct Layer {
    pub place: Place,
    /// The opacity, from 0 to 1.
    pub opacity: f64,
    pub shape: Shape,
}

#[derive(Debug)]
pub(crate) enum Shape {
    Text(Text),
    Image {
        asset_id: i64,
        sides: Extent,
    },
    Rect {
        sides: Extent,
        paint: Paint,
    },
    Ellipse {
        sides: Extent,
        paint: Paint,
    },
    /// A line from the top left corner of its box to the bottom right corner.
    Line {
        sides: Extent,
        paint: Paint,
    },
    /// A path. The box of its coordinates is stretched to `sides`.
    Path {
        d: String,
        sides: Extent,
        paint: Paint,
    },
}

impl Layers {
    /// Returns the layers that name this side. The first side also gets the layers that name no side.
    ///
    /// The total work of the layers is limited, so that they can be drawn in a few seconds. The work is estimated for
    /// the size of a print file, so that the same layers are left out at every size.
    pub fn of_side<'a>(
        layers: impl IntoIterator<Item = &'a Map<String, Value>>,
        side: &str,
        is_first: bool,
    ) -> Self {
        let mut work = Work::new();
        let is_here = |layer: &&Map<String, Value>| match layer.get("side") {
            None | Some(Value::Null) => is_first,
            Some(named) => named.as_str() == Some(side),
        };
        let layers = layers.into_iter().filter(is_here).filter_map(Layer::of);
        Self { layers: layers.filter(|layer| work.take(layer.work())).collect() }
    }

    pub fn is_empty(&self) -> bool {
        self.layers.is_empty()
    }

    /// Returns the asset ids of the images that the layers show, each with the length of the image's longest side. The
    /// unit is the longest side of the print area. `proportion` is the ratio of the print area's width to its height.
    pub fn images(&self, proportion: f64) -> BTreeMap<i64, f64> {
        let (across, down) = (proportion.min(1.0), (1.0 / proportion).min(1.0));
        let mut images = BTreeMap::new();
        for layer in &self.layers {
            if let Shape::Image { asset_id, sides } = &layer.shape {
                let longest = (sides.width * across).max(sides.height * down);
                let known: &mut f64 = images.entry(*asset_id).or_default();
                *known = known.max(longest);
            }
        }
        images
    }
}

impl Layer {
    fn of(layer: &Map<String, Value>) -> Option<Self> {
        if !switch(layer, "visible", true) {
            return None;
        }
        let place = Place::of(layer)?;
        let opacity = number(layer, "opacity", 1.0, (-1e9, 1e9))?.clamp(0.0, 1.0);
        let shape = match text_of(layer, "type")? {
            "text" => Shape::Text(Text::of(layer)?),
            "image" => Shape::Image { asset_id: asset_id(layer)?, sides: Extent::of(layer)? },
            "rect" => Shape::Rect { sides: Extent::of(layer)?, paint: Paint::of(layer)? },
            "ellipse" => Shape::Ellipse { sides: Extent::of(layer)?, paint: Paint::of(layer)? },
            "line" => Shape::Line { sides: Extent::may_be_flat(layer)?, paint: Paint::of(layer)? },
            "path" => {
                let d = text_of(layer, "d").filter(|d| is_path(d))?.to_owned();
                Shape::Path { d, sides: Extent::may_be_flat(layer)?, paint: Paint::of(layer)? }
            }
            _ => return None,
        };
        (opacity > 0.0).then_some(Self { place, opacity, shape })
    }

    /// Returns the characters of a text for which there is no font. An emoji, or a letter with its marks, counts as one
    /// character.
    pub(crate) fn missing_characters(&self, fonts: &Fonts) -> Vec<String> {
        let Shape::Text(text) = &self.shape else { return Vec::new() };
        let missing = text.lines.iter().flat_map(|written| line(written, text, fonts).missing);
        missing.map(str::to_owned).collect()
    }

    fn work(&self) -> f64 {
        match &self.shape {
            Shape::Text(text) => text.work(),
            // An image is decoded, scaled and painted.
            Shape::Image { sides, .. } => 3.0 * painting(sides.width, sides.height),
            Shape::Rect { sides, paint } => paint.work(*sides, 4),
            Shape::Ellipse { sides, paint } => paint.work(*sides, 64),
            Shape::Line { sides, paint } => paint.work(*sides, 4),
            // The number of lines is estimated as half the number of bytes. A coordinate takes at least two bytes, and
            // a curve of six coordinates is drawn as a few lines.
            Shape::Path { d, sides, paint } => paint.work(*sides, d.len() / 2),
        }
    }
}

impl Paint {
    fn work(&self, sides: Extent, count: usize) -> f64 {
        let (width, height) = (sides.width + self.stroke_width, sides.height + self.stroke_width);
        let outlines = if self.stroke.is_some() { 3 } else { 1 };
        painting(width, height) + lines(count * outlines, height)
    }
}

/// Returns the asset id of a layer's image. The value of [`ASSET_ID`] is a number, or a text with the digits of the
/// number. The text may begin with `asset:`.
pub fn asset_id(layer: &Map<String, Value>) -> Option<i64> {
    match layer.get(ASSET_ID)? {
        Value::String(text) => text.strip_prefix("asset:").unwrap_or(text).parse().ok(),
        value => value.as_i64(),
    }
}

/// Whether the text consists of a path's commands and numbers only.
fn is_path(d: &str) -> bool {
    let is_part =
        |byte: u8| byte.is_ascii_digit() || b"MmLlHhVvCcSsQqTtAaZzEe+-., \t\r\n".contains(&byte);
    (1..=MAX_SVG_PATH_BYTES).contains(&d.len()) && d.bytes().all(is_part)
}
