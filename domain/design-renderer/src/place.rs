//! A layer's place on the print area.

use std::fmt::{self, Display, Formatter};

use resvg::tiny_skia::Transform;
use serde_json::{Map, Value};

use crate::area::Size;
use crate::number::{number, switch};

/// The maximum distance of a layer from the print area, and its maximum size, in multiples of the print area.
const FAR: f64 = 20.0;

/// Centre, rotation and mirroring of a layer.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    /// The centre of the layer, in fractions of the print area.
    x: f64,
    y: f64,
    /// In degrees, clockwise.
    rotation: f64,
    flip_x: bool,
    flip_y: bool,
}

/// Width and height of a layer, in fractions of the print area.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Extent {
    pub width: f64,
    pub height: f64,
}

impl Place {
    /// Reads a layer's place, by default the middle of the print area. Returns `None` if a number is invalid.
    pub fn of(layer: &Map<String, Value>) -> Option<Self> {
        Some(Self {
            x: number(layer, "x", 0.5, (-FAR, FAR))?,
            y: number(layer, "y", 0.5, (-FAR, FAR))?,
            rotation: number(layer, "rotation", 0.0, (-1e9, 1e9))? % 360.0,
            flip_x: switch(layer, "flipX", false),
            flip_y: switch(layer, "flipY", false),
        })
    }

    /// Returns the transform from the layer's own coordinates, whose origin is the layer's centre, to pixels.
    pub fn on(&self, size: Size) -> OnCanvas<'_> {
        OnCanvas { place: self, size }
    }
}

impl Extent {
    /// Reads the width and height of a layer. Returns `None` unless both are above 0. For a line
    /// and a path, [`Extent::may_be_flat`] also accepts 0.
    pub fn of(layer: &Map<String, Value>) -> Option<Self> {
        let sides = Self::may_be_flat(layer)?;
        (sides.width > 0.0 && sides.height > 0.0).then_some(sides)
    }

    pub fn may_be_flat(layer: &Map<String, Value>) -> Option<Self> {
        let width = number(layer, "width", 0.0, (0.0, FAR))?;
        Some(Self { width, height: number(layer, "height", 0.0, (0.0, FAR))? })
    }
}

/// A layer's place on a canvas of a given size. Its `Display` is the value of an SVG `transform`.
pub(crate) struct OnCanvas<'a> {
    place: &'a Place,
    size: Size,
}

impl OnCanvas<'_> {
    fn numbers(&self) -> (f64, f64, f64, f64, f64) {
        let Place { x, y, rotation, flip_x, flip_y } = *self.place;
        let sign = |flip: bool| if flip { -1.0 } else { 1.0 };
        let (width, height) = (f64::from(self.size.width), f64::from(self.size.height));
        (x * width, y * height, rotation, sign(flip_x), sign(flip_y))
    }

    pub fn transform(&self) -> Transform {
        let (x, y, rotation, flip_x, flip_y) = self.numbers();
        Transform::from_translate(x as f32, y as f32)
            .pre_rotate(rotation as f32)
            .pre_scale(flip_x as f32, flip_y as f32)
    }
}

impl Display for OnCanvas<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (x, y, rotation, flip_x, flip_y) = self.numbers();
        write!(f, "translate({x:.3} {y:.3}) rotate({rotation:.3}) scale({flip_x} {flip_y})")
    }
}
