//! Numbers of a layer.

use serde_json::{Map, Value};

/// The number under a key; the other where there is none. Nothing if it is something else, no number that can be drawn
/// with, or out of bounds: then the layer cannot be drawn.
pub(crate) fn number(
    layer: &Map<String, Value>,
    key: &str,
    absent: f64,
    (lowest, highest): (f64, f64),
) -> Option<f64> {
    let value = match layer.get(key) {
        None | Some(Value::Null) => absent,
        Some(value) => value.as_f64()?,
    };
    (lowest..=highest).contains(&value).then_some(value)
}

/// Whether a switch is on; the other where there is none or it is no switch.
pub(crate) fn switch(layer: &Map<String, Value>, key: &str, absent: bool) -> bool {
    layer.get(key).and_then(Value::as_bool).unwrap_or(absent)
}

/// The text under a key, if it is one.
pub(crate) fn text<'a>(layer: &'a Map<String, Value>, key: &str) -> Option<&'a str> {
    layer.get(key).and_then(Value::as_str)
}
