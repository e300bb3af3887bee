//! Fill and outline of a layer.

use serde_json::{Map, Value};

use crate::colour::colour;
use crate::number::{number, text};

#[derive(Debug, Clone)]
pub(crate) struct Paint {
    pub fill: String,
    pub stroke: Option<String>,
    /// The width of the outline, in multiples of the height of the print area.
    pub stroke_width: f64,
}

impl Paint {
    /// Reads fill and outline. A null or empty colour paints nothing. A layer without a fill, or with an invalid one, is
    /// filled with black.
    pub fn of(layer: &Map<String, Value>) -> Option<Self> {
        let stroke = text(layer, "stroke").and_then(colour).filter(|stroke| stroke != "none");
        let stroke_width = number(layer, "strokeWidth", 0.002, (0.0, 1.0))?;
        let stroke = stroke.filter(|_| stroke_width > 0.0);
        let fill = match layer.get("fill") {
            Some(Value::Null) => "none".to_owned(),
            Some(Value::String(fill)) if fill.trim().is_empty() => "none".to_owned(),
            _ => text(layer, "fill").and_then(colour).unwrap_or_else(|| "black".to_owned()),
        };
        Some(Self { fill, stroke_width: if stroke.is_some() { stroke_width } else { 0.0 }, stroke })
    }
}
