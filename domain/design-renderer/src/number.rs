//! Reads numbers, booleans and texts of a layer.

use serde_json::{Map, Value};

/// Returns the number under a key, or `absent` if there is no value. Returns `None` if the value is not a number or is
/// out of bounds: the layer then cannot be drawn.
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

/// Returns the boolean under a key, or `absent` if the value is missing or not a boolean.
pub(crate) fn switch(layer: &Map<String, Value>, key: &str, absent: bool) -> bool {
    layer.get(key).and_then(Value::as_bool).unwrap_or(absent)
}

pub(crate) fn text<'a>(layer: &'a Map<String, Value>, key: &str) -> Option<&'a str> {
    layer.get(key).and_then(Value::as_str)
}
