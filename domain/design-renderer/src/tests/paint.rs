//! Fill and outline of layers.

use serde_json::{Value, json};

use super::{drawn, inked};

/// Each kind of layer that has a fill.
fn filled(fill: &Value) -> [Value; 4] {
    [
        json!({"type": "rect", "width": 0.5, "height": 0.5, "fill": fill}),
        json!({"type": "ellipse", "width": 0.5, "height": 0.5, "fill": fill}),
        json!({"type": "path", "d": "M0 0L9 0L9 9z", "width": 0.5, "height": 0.5, "fill": fill}),
        json!({"type": "text", "text": "ab", "fontSize": 0.3, "fill": fill}),
    ]
}

#[tokio::test]
async fn a_null_or_empty_fill_is_none() {
    for fill in
        [Value::Null, json!(""), json!("  "), json!("none"), json!("transparent"), json!("None")]
    {
        for layer in filled(&fill) {
            assert_eq!(inked(&drawn(&json!([layer])).await), 0, "{layer}");
            let mut outlined = layer;
            outlined["stroke"] = "red".into();
            outlined["strokeWidth"] = 0.02.into();
            let picture = drawn(&json!([outlined])).await;
            assert!(inked(&picture) > 200, "{outlined}");
            let is_red = |pixel: &resvg::tiny_skia::PremultipliedColorU8| pixel.green() == 0;
            assert!(picture.pixels().iter().all(is_red), "{outlined}");
        }
    }
}

#[tokio::test]
async fn a_missing_or_invalid_fill_is_black() {
    let black = filled(&json!("black"));
    for (at, expected) in black.iter().enumerate() {
        let expected = drawn(&json!([expected])).await;
        let mut absent = filled(&Value::Null)[at].clone();
        absent.as_object_mut().unwrap().remove("fill");
        assert_eq!(drawn(&json!([absent])).await, expected, "{absent}");
        for fill in [json!("nonsense"), json!("url(#a)"), json!(7), json!(["red"])] {
            let layer = &filled(&fill)[at];
            assert_eq!(drawn(&json!([layer])).await, expected, "{layer}");
        }
    }
}

#[tokio::test]
async fn colours_may_be_in_capitals() {
    for (capitals, small) in [
        ("RED", "red"),
        ("CornflowerBlue", "cornflowerblue"),
        ("#ABCDEF", "#abcdef"),
        ("RGB(255, 0, 0)", "rgb(255, 0, 0)"),
        ("HSL(120, 50%, 50%)", "hsl(120, 50%, 50%)"),
        ("Rgba(0, 0, 255, 0.5)", "rgba(0, 0, 255, 0.5)"),
    ] {
        let black = drawn(&json!([{"type": "rect", "width": 0.5, "height": 0.5}])).await;
        let picture = async |fill: &str, stroke: &str| {
            drawn(&json!([{"type": "rect", "width": 0.5, "height": 0.5, "fill": fill, "stroke": stroke,
                           "strokeWidth": 0.05}]))
            .await
        };
        let expected = picture(small, small).await;
        assert_eq!(picture(capitals, capitals).await, expected, "{capitals}");
        assert_ne!(expected, black, "{capitals}");
    }
}

/// A straight path is drawn like a line, whether or not it has an extent across.
#[tokio::test]
async fn straight_paths_are_drawn() {
    for (d, sides) in [
        ("M0 0L10 0", [(0.5, 0.0), (0.5, 0.3)]),
        ("M3 7h-900", [(0.5, 0.0), (0.5, 0.3)]),
        ("M0 0L0.01 0L0.02 0", [(0.5, 0.0), (0.5, 0.3)]),
        ("M0 0V10", [(0.0, 0.5), (0.3, 0.5)]),
        ("M5 1L5 2", [(0.0, 0.5), (0.3, 0.5)]),
    ] {
        for (width, height) in sides {
            for rotation in [0, 30] {
                let is_wide = d.contains('h') || d.ends_with(" 0");
                let (line_width, line_height) = if is_wide { (width, 0.0) } else { (0.0, height) };
                let layer = |kind: &str, width: f64, height: f64| {
                    json!([{"type": kind, "d": d, "width": width, "height": height, "stroke": "red",
                            "strokeWidth": 0.05, "rotation": rotation}])
                };
                let line = inked(&drawn(&layer("line", line_width, line_height)).await);
                let path = inked(&drawn(&layer("path", width, height)).await);
                assert!(
                    line > 900 && path.abs_diff(line) < 60,
                    "{d} {width} {height}: {path} {line}"
                );
            }
        }
    }
}

/// A path that is not straight cannot be drawn flat, nor can a straight path across its direction.
#[tokio::test]
async fn flattened_paths_are_omitted() {
    for (d, width, height) in [
        ("M0 0L10 0L5 10Z", 0.5, 0.0),
        ("M0 0L10 0L5 10Z", 0.0, 0.5),
        ("M0 0L10 0", 0.0, 0.5),
        ("M0 0L10 0", 0.0, 0.0),
        ("M0 0L0 0", 0.5, 0.5),
        ("M0 0", 0.5, 0.5),
    ] {
        let json = json!([{"type": "path", "d": d, "width": width, "height": height, "stroke": "red",
                           "strokeWidth": 0.05}]);
        assert_eq!(inked(&drawn(&json).await), 0, "{d} {width} {height}");
    }
}
