//! Converts legacy designs to the layers of current designs.

use serde_json::{Map, Value};

/// Keys of numbers that are divided by the width of the canvas (`ACROSS`) or by its height (`DOWN`).
const ACROSS: [&str; 2] = ["x", "width"];
const DOWN: [&str; 5] = ["y", "height", "fontSize", "strokeWidth", "letterSpacing"];

/// Returns the layers of all surfaces, each with its surface as `side`. Converts pixels of the canvas to fractions of
/// the print area. If there is no canvas, the numbers are fractions already. Values that are not layers are left out.
pub fn layers_of_surfaces(
    layers_by_surface: Map<String, Value>,
    canvas: Option<(f64, f64)>,
) -> Vec<Map<String, Value>> {
    let canvas = canvas.filter(|(width, height)| *width > 0.0 && *height > 0.0);
    let of_surface = |(surface, layers): (String, Value)| {
        let layers = match layers {
            Value::Array(layers) => layers,
            _ => Vec::new(),
        };
        layers.into_iter().filter_map(move |layer| match layer {
            Value::Object(layer) => Some(on_side(layer, &surface, canvas)),
            _ => None,
        })
    };
    layers_by_surface.into_iter().flat_map(of_surface).collect()
}

fn on_side(
    mut layer: Map<String, Value>,
    side: &str,
    canvas: Option<(f64, f64)>,
) -> Map<String, Value> {
    if let Some((width, height)) = canvas {
        ACROSS.iter().for_each(|key| divide(&mut layer, key, width));
        DOWN.iter().for_each(|key| divide(&mut layer, key, height));
    }
    layer.insert("side".to_owned(), side.into());
    layer
}

fn divide(layer: &mut Map<String, Value>, key: &str, by: f64) {
    let Some(value) = layer.get_mut(key) else { return };
    if let Some(number) = value.as_f64() {
        *value = (number / by).into();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn surfaces(value: Value) -> Map<String, Value> {
        value.as_object().cloned().unwrap_or_default()
    }

    #[test]
    fn pixels_become_fractions() {
        let surfaces = surfaces(json!({
            "front": [{"type": "text", "x": 600, "y": 300, "fontSize": 60, "text": "Ahoy"}, 7],
            "back": "nothing",
        }));
        let layers = layers_of_surfaces(surfaces, Some((1200.0, 600.0)));
        let expected = json!([
            {"type": "text", "x": 0.5, "y": 0.5, "fontSize": 0.1, "text": "Ahoy", "side": "front"}
        ]);
        assert_eq!(json!(layers), expected);
    }

    #[test]
    fn an_empty_canvas_counts_as_none() {
        let layers = layers_of_surfaces(surfaces(json!({"a": [{"x": 0.5}]})), Some((0.0, 600.0)));
        assert_eq!(json!(layers), json!([{"x": 0.5, "side": "a"}]));
    }
}
