//! Hostile layers are drawn as far as possible, in bounded time.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{SQUARE, drawings, drawn, drawn_with, image, inked, layers};
use crate::{Busy, Ground, Images, Layers, PRINT, Size};

fn text(text: &str) -> Value {
    json!({"type": "text", "text": text, "fontSize": 0.2})
}

#[tokio::test]
async fn undrawable_layers_are_omitted() {
    let good = json!({"type": "rect", "width": 0.5, "height": 0.5});
    let bad = [
        json!({"type": "hologram", "width": 1, "height": 1}),
        json!({"width": 1, "height": 1}),
        json!({"type": 7}),
        json!({"type": "rect"}),
        json!({"type": "rect", "width": -1, "height": 1}),
        json!({"type": "rect", "width": 1e308, "height": 1}),
        json!({"type": "rect", "width": 1, "height": 1e-320, "x": -1e308}),
        json!({"type": "rect", "width": "NaN", "height": 1}),
        json!({"type": "rect", "width": 1, "height": 1, "x": "Infinity"}),
        json!({"type": "rect", "width": [1], "height": {"a": 1}}),
        json!({"type": "ellipse", "width": 1, "height": 1, "opacity": -7}),
        json!({"type": "ellipse", "width": 1, "height": 1, "rotation": 1e300}),
        json!({"type": "text", "text": "   \n\t "}),
        json!({"type": "text", "text": "a", "fontSize": 1e9}),
        json!({"type": "text", "text": "a", "fontSize": 0}),
        json!({"type": "text", "text": ["a"]}),
        json!({"type": "text"}),
        json!({"type": "line", "width": 1}),
        json!({"type": "line", "width": 1, "stroke": "red", "strokeWidth": 0}),
        json!({"type": "path", "width": 1, "height": 1, "d": ""}),
        json!({"type": "path", "width": 1, "height": 1, "d": "M0 0\"/><image href=\"/etc/passwd\"/>"}),
        json!({"type": "path", "width": 1, "height": 1, "d": "M 1e999 1e999 L 1e308 -1e308 z"}),
        json!({"type": "path", "width": 1, "height": 1, "d": "L L L"}),
        json!({"type": "path", "width": 1, "height": 1, "d": "M0 0 L1 1 ".repeat(1 << 17)}),
        json!({"type": "image", "width": 1, "height": 1}),
        json!({"type": "image", "width": 1, "height": 1, "assetId": "file:///etc/passwd"}),
        json!({"type": "image", "width": 1, "height": 1, "assetId": 404}),
        json!({"type": "image", "width": 1, "height": 1, "assetId": 1e300}),
        json!({"type": "image", "width": 1, "height": 1, "href": "/etc/passwd"}),
    ];
    for bad in bad {
        assert_eq!(inked(&drawn(&json!([bad])).await), 0, "{bad:.200}");
        assert_eq!(inked(&drawn(&json!([bad, good])).await), 10_000, "{bad:.200}");
    }
}

/// Each hostile layer must draw the same as a harmless one.
#[tokio::test]
async fn attributes_cannot_be_injected() {
    let plain = inked(&drawn(&json!([text("ab")])).await);
    for fill in
        ["red; display: none", "url(#a)", "\"/><rect width='999' height='999'/>", "javascript:"]
    {
        let json = json!([{"type": "text", "text": "ab", "fontSize": 0.2, "fill": fill}]);
        assert_eq!(inked(&drawn(&json).await), plain, "{fill}");
    }
    for family in
        ["'", "\"", "Noto Sans', monospace", "Noto Sans\"><image/>", "</text>", "&lol;", "\u{0}"]
    {
        let json = json!([{"type": "text", "text": "ab", "fontSize": 0.2, "fontFamily": family}]);
        assert_eq!(inked(&drawn(&json).await), plain, "{family}");
    }
    for end in ["\u{0}", "\u{1}", "\u{7f}", "\u{fffe}", "\u{ffff}", "\u{fdd0}"] {
        assert_eq!(inked(&drawn(&json!([text(&format!("a{end}b"))])).await), plain, "{end:?}");
    }
    for word in [
        "</svg>",
        "</text><image href=\"file:///etc/passwd\" width=\"99\" height=\"99\"/>",
        "<!DOCTYPE svg [<!ENTITY a \"b\">]>&a;",
        "]]><![CDATA[",
        "&#0;&bogus;",
    ] {
        let picture = drawn(&json!([{"type": "text", "text": word, "fontSize": 0.02}])).await;
        let ink = inked(&picture);
        assert!(ink > 20 && ink < 3_000, "{word} is written, not obeyed: {ink}");
    }
}

/// Draws at the size of a print file, which takes the most work.
async fn a_print_of(json: Value, images: Images) {
    let began = Instant::now();
    let size = Size { width: PRINT, height: PRINT };
    let drawn = drawings().flat(layers(&json), Arc::new(images), size, Ground::Transparent).await;
    println!("{:?} for {:.60}", began.elapsed(), json.to_string());
    // A slow machine may miss the deadline. No other failure may occur.
    if let Ok(drawn) = drawn {
        assert_eq!((drawn.width, drawn.height), (PRINT, PRINT));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_megabyte_of_text_terminates() {
    for word in [
        "lorem ipsum ",
        "a\n",
        "ש\u{5b0}\u{5b1}\u{5b2}",
        "👩‍👩‍👧‍👦",
        "a\u{301}\u{301}\u{301}",
        "مرحبا",
        "𝕬",
    ] {
        let long = word.repeat((1 << 20) / word.len());
        a_print_of(json!([{"type": "text", "text": long, "fontSize": 0.01}]), Images::new()).await;
    }
    let many: Vec<Value> = (0..500)
        .map(|_| {
            json!({"type": "text", "text": "w".repeat(2_000), "fontSize": 5,
                        "stroke": "red", "strokeWidth": 1})
        })
        .collect();
    a_print_of(Value::Array(many), Images::new()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_megabyte_of_paths_terminates() {
    let zigzag: String = (0..1_500).map(|at| format!("L{} {}", at * 7 % 97, at % 2 * 99)).collect();
    let spiral: String = (0..800).map(|at| format!("a9 {at} 45 1 0 {} 7", at % 13)).collect();
    for d in [
        format!("M0 0{zigzag}"),
        format!("M0 0{spiral}"),
        "m1 1h9".repeat(2_000),
        "M0,0 1,1 ".repeat(1_500),
    ] {
        let layer = |stroke: f64| {
            json!({"type": "path", "width": 1, "height": 1, "d": d,
                   "stroke": "red", "strokeWidth": stroke})
        };
        let many: Vec<Value> = (0..60).map(|at| layer(f64::from(at) / 100.0)).collect();
        a_print_of(Value::Array(many), Images::new()).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn hundreds_of_large_layers_terminate() {
    let rects = |at: u32| {
        json!({"type": "rect", "width": 20, "height": 20, "rotation": at, "opacity": 0.5,
               "stroke": "blue", "strokeWidth": 1})
    };
    a_print_of((0..500).map(rects).collect(), Images::new()).await;
    let images = Images::from([(1, image(4_096, 4_096))]);
    let shown = |at: u32| {
        json!({"type": "image", "assetId": 1, "width": 20, "height": 20, "rotation": at,
               "opacity": 0.5})
    };
    a_print_of((0..100).map(shown).collect(), images.clone()).await;
    let small = |at: u32| json!({"type": "image", "assetId": 1, "width": 0.3, "height": 0.3, "rotation": at});
    a_print_of((0..500).map(small).collect(), images).await;
}

#[tokio::test]
async fn an_invalid_image_is_omitted() {
    let broken = bytes::Bytes::from_static(b"\x89PNG\r\n\x1a\n");
    let json = json!([{"type": "image", "assetId": 1, "width": 1, "height": 1}]);
    let picture = drawn_with(&json, Images::from([(1, broken)]), SQUARE).await;
    assert_eq!(inked(&picture), 0);
}

#[test]
fn a_layer_is_on_the_side_that_it_names() {
    let json = json!([
        {"type": "rect", "width": 1, "height": 1},
        {"type": "rect", "width": 1, "height": 1, "side": "front"},
        {"type": "rect", "width": 1, "height": 1, "side": "back"},
        {"type": "rect", "width": 1, "height": 1, "side": 7},
        {"type": "rect", "width": 1, "height": 1, "side": null}
    ]);
    let count = |side: &str, is_first: bool| {
        Layers::of_side(&super::objects(&json), side, is_first).layers.len()
    };
    assert_eq!((count("front", true), count("back", false), count("sleeve", false)), (3, 1, 0));
}

#[test]
fn images_are_requested_at_their_drawn_size() {
    let json = json!([
        {"type": "image", "assetId": 1, "width": 0.5, "height": 0.2},
        {"type": "image", "assetId": 1, "width": 0.2, "height": 0.9},
        {"type": "image", "assetId": 2, "width": 1, "height": 1, "visible": false},
        {"type": "image", "assetId": 3, "width": 3, "height": 0.1}
    ]);
    let images = layers(&json).images(2.0);
    assert_eq!(images.into_iter().collect::<Vec<_>>(), [(1, 0.5), (3, 3.0)]);
}

#[tokio::test(start_paused = true)]
async fn waiting_too_long_is_busy() {
    let drawings = drawings();
    let _all = drawings.take_all().await;
    let drawn = drawings.flat(layers(&json!([])), Arc::default(), SQUARE, Ground::White).await;
    assert_eq!(drawn.unwrap_err(), Busy);
}

#[tokio::test]
async fn missing_characters_wait_for_no_drawing() {
    let (waiting, drawing) = (Duration::from_millis(50), Duration::from_secs(10));
    let drawings = drawings().with_timeouts(waiting, drawing);
    let _all = drawings.take_all().await;
    let missing = drawings.missing_characters(vec![layers(&json!([text("a字")]))]).await;
    assert_eq!(missing.unwrap(), ["字"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_concurrent_calls_are_drawn() {
    let drawings = drawings();
    let layers = layers(&json!([text("ab")]));
    let all = (0..50).map(|_| {
        let (drawings, layers) = (drawings.clone(), layers.clone());
        tokio::spawn(
            async move { drawings.flat(layers, Arc::default(), SQUARE, Ground::White).await },
        )
    });
    for one in all.collect::<Vec<_>>() {
        assert!(one.await.unwrap().is_ok());
    }
}

/// The outline of a letter takes work, even if the letter itself is small.
#[test]
fn a_thick_outline_of_a_small_text_is_omitted() {
    let letters = json!({"type": "text", "text": "@".repeat(2_000), "fontSize": 0.0005});
    let mut outlined = letters.clone();
    outlined["stroke"] = "red".into();
    outlined["strokeWidth"] = 1.into();
    assert!(!layers(&json!([letters])).is_empty());
    assert!(layers(&json!([outlined])).is_empty());
}
