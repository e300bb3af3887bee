//! Where on the print area a layer stands.

use std::fmt::{self, Display, Formatter};

use resvg::tiny_skia::Transform;
use serde_json::{Map, Value};

use crate::area::Size;
use crate::number::{number, switch};

/// How far outside of the print area a layer may stand, and how large it may be, in print areas.
const FAR: f64 = 20.0;

/// Centre, rotation and mirroring of a layer.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    /// Fractions of the print area.
    x: f64,
    y: f64,
    /// Degrees, clockwise.
    rotation: f64,
    flip_x: bool,
    flip_y: bool,
}

/// How wide and high a layer is: fractions of the print area.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Extent {
    pub width: f64,
    pub height: f64,
}

impl Place {
    /// In the middle where the layer does not say.
    pub fn of(layer: &Map<String, Value>) -> Option<Self> {
        Some(Self {
            x: number(layer, "x", 0.5, (-FAR, FAR))?,
            y: number(layer, "y", 0.5, (-FAR, FAR))?,
            rotation: number(layer, "rotation", 0.0, (-1e9, 1e9))? % 360.0,
            flip_x: switch(layer, "flipX", false),
            flip_y: switch(layer, "flipY", false),
        })
    }

    /// From the layer's own coordinates, whose origin is its centre, to pixels.
    pub fn on(&self, size: Size) -> OnCanvas<'_> {
        OnCanvas { place: self, size }
    }
}

impl Extent {
    /// Both sides of the layer; only a line may have none of one.
    pub fn of(layer: &Map<String, Value>) -> Option<Self> {
        let sides = Self::may_be_flat(layer)?;
        (sides.width > 0.0 && sides.height > 0.0).then_some(sides)
    }

    pub fn may_be_flat(layer: &Map<String, Value>) -> Option<Self> {
        let width = number(layer, "width", 0.0, (0.0, FAR))?;
        Some(Self { width, height: number(layer, "height", 0.0, (0.0, FAR))? })
    }
}

/// A place on a canvas of a size; written, it is the transform of an SVG.
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
