//! Compares drawings with reference pictures that a person has checked. `UPDATE_GOLDEN=1` writes the pictures again.

use std::path::Path;
use std::sync::Arc;
use std::{env, fs};

use resvg::tiny_skia::Pixmap;
use serde_json::{Value, json};

use super::{drawings, drawn_with, image, layers};
use crate::{Ground, Images, Photo, PrintArea, Size};

/// Maximum difference of a colour from the reference, because processors round differently.
const TOLERANCE: u8 = 24;

/// Maximum number of pixels per thousand that may exceed the tolerance, which happens at the edges of letters.
const MOST_OTHERS: usize = 4;

fn compare(name: &str, picture: &Pixmap) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/tests/golden/{name}.png"));
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, picture.encode_png().unwrap()).unwrap();
    }
    let golden = Pixmap::decode_png(&fs::read(&path).unwrap()).unwrap();
    assert_eq!((golden.width(), golden.height()), (picture.width(), picture.height()), "{name}");
    let is_other = |(one, other): &(&[u8], &[u8])| {
        one.iter().zip(*other).any(|(one, other)| one.abs_diff(*other) > TOLERANCE)
    };
    let pixels = golden.data().chunks(4).zip(picture.data().chunks(4));
    let others = pixels.filter(is_other).count();
    let pixels = golden.pixels().len();
    if others * 1_000 > pixels * MOST_OTHERS {
        let new = path.with_extension("new.png");
        fs::write(&new, picture.encode_png().unwrap()).unwrap();
        panic!("{others} of {pixels} pixels differ: see {}", new.display());
    }
}

fn shapes() -> Value {
    json!([
        {"type": "rect", "x": 0.25, "y": 0.25, "width": 0.4, "height": 0.3, "fill": "#1f4e8c"},
        {"type": "rect", "x": 0.3, "y": 0.3, "width": 0.4, "height": 0.3, "fill": "rgb(200, 40, 40)",
         "opacity": 0.5, "rotation": 30, "stroke": "black", "strokeWidth": 0.01},
        {"type": "ellipse", "x": 0.75, "y": 0.25, "width": 0.4, "height": 0.2, "fill": "gold"},
        {"type": "line", "x": 0.5, "y": 0.55, "width": 0.9, "height": 0, "stroke": "teal",
         "strokeWidth": 0.02},
        {"type": "line", "x": 0.25, "y": 0.8, "width": 0.4, "height": 0.3, "stroke": "purple",
         "strokeWidth": 0.01, "flipX": true},
        {"type": "path", "x": 0.75, "y": 0.8, "width": 0.4, "height": 0.3, "fill": "green",
         "stroke": "#000", "strokeWidth": 0.01, "d": "M0 0 L10 0 L5 10 Z"},
        {"type": "rect", "x": 0.5, "y": 0.5, "width": 1, "height": 1, "fill": "red", "visible": false}
    ])
}

fn texts() -> Value {
    json!([
        {"type": "text", "text": "Ahoy\nsailor", "x": 0.5, "y": 0.14, "fontSize": 0.09,
         "fontFamily": "Lobster Two", "fontWeight": "bold", "fill": "#1f4e8c"},
        {"type": "text", "text": "left\nand so", "x": 0.5, "y": 0.35, "width": 0.9, "align": "left",
         "fontSize": 0.06, "fontFamily": "inter", "lineHeight": 1},
        {"type": "text", "text": "right\nand so", "x": 0.5, "y": 0.35, "width": 0.9, "align": "right",
         "fontSize": 0.06, "fontFamily": "EB Garamond", "fontStyle": "italic"},
        {"type": "text", "text": "wide", "x": 0.5, "y": 0.5, "letterSpacing": 0.05, "fontSize": 0.06,
         "fontFamily": "Courier Prime", "fontWeight": 700},
        {"type": "text", "text": "שלום עולם", "x": 0.3, "y": 0.62, "fontSize": 0.07},
        {"type": "text", "text": "مرحبا", "x": 0.75, "y": 0.62, "fontSize": 0.07},
        {"type": "text", "text": "Καλημέρα", "x": 0.28, "y": 0.74, "fontSize": 0.07,
         "fontFamily": "Bebas Neue"},
        {"type": "text", "text": "Привет", "x": 0.75, "y": 0.74, "fontSize": 0.07, "fontWeight": 700,
         "fontFamily": "Kaushan Script"},
        {"type": "text", "text": "up & <down>", "x": 0.5, "y": 0.9, "fontSize": 0.06, "rotation": -8,
         "fill": "none", "stroke": "crimson", "strokeWidth": 0.003}
    ])
}

#[tokio::test]
async fn shapes_of_all_kinds() {
    compare("shapes", &drawn_with(&shapes(), Images::new(), super::SQUARE).await);
}

#[tokio::test]
async fn text_in_all_styles() {
    let size = Size { width: 400, height: 400 };
    compare("texts", &drawn_with(&texts(), Images::new(), size).await);
}

#[tokio::test]
async fn aligned_text_without_a_box() {
    let size = Size { width: 300, height: 150 };
    let json = json!([
        {"type": "text", "text": "three\nlines of\nit", "x": 0.25, "align": "left", "fontSize": 0.15,
         "rotation": 15},
        {"type": "text", "text": "three\nlines of\nit", "x": 0.75, "align": "right", "fontSize": 0.15}
    ]);
    compare("aligned", &drawn_with(&json, Images::new(), size).await);
}

#[tokio::test]
async fn images_scaled_rotated_and_mirrored() {
    let json = json!([
        {"type": "image", "assetId": 7, "x": 0.25, "y": 0.25, "width": 0.4, "height": 0.4},
        {"type": "image", "assetId": "7", "x": 0.75, "y": 0.25, "width": 0.4, "height": 0.2,
         "flipX": true},
        {"type": "image", "assetId": "asset:7", "x": 0.25, "y": 0.75, "width": 0.3, "height": 0.3,
         "rotation": 45, "opacity": 0.5},
        {"type": "image", "assetId": 8, "x": 0.75, "y": 0.75, "width": 0.4, "height": 0.4}
    ]);
    let images = Images::from([(7, image(600, 600))]);
    compare("images", &drawn_with(&json, images, super::SQUARE).await);
}

#[tokio::test]
async fn a_mockup_has_the_design_in_its_print_area() {
    let photo = Photo { png: image(800, 600), size: Size { width: 1_600, height: 1_200 } };
    for (name, area) in [
        ("fractions", PrintArea { x: 0.25, y: 0.25, width: 0.5, height: 0.5 }),
        ("pixels", PrintArea { x: 400.0, y: 300.0, width: 800.0, height: 600.0 }),
    ] {
        let photo = Some(photo.clone());
        let drawn =
            drawings().mockup(layers(&shapes()), Arc::default(), area, photo).await.unwrap();
        assert_eq!((drawn.width, drawn.height), (1_200, 900), "{name}");
        let small = stoa_images::small(drawn.bytes, 200).unwrap();
        compare("mockup", &Pixmap::decode_png(&small.picture.bytes).unwrap());
    }
}

#[tokio::test]
async fn without_a_photo_it_is_white() {
    let area = PrintArea { x: 10.0, y: 20.0, width: 300.0, height: 600.0 };
    let drawn = drawings().mockup(layers(&json!([])), Arc::default(), area, None).await.unwrap();
    assert_eq!((drawn.width, drawn.height), (600, 1_200));
    let drawn = Pixmap::decode_png(&drawn.bytes).unwrap();
    assert!(drawn.data().iter().all(|byte| *byte == 255));
}

#[tokio::test]
async fn a_thumbnail_is_on_white() {
    let size = Size::of_proportion(2.0, crate::THUMBNAIL);
    let drawn =
        drawings().flat(layers(&shapes()), Arc::default(), size, Ground::White).await.unwrap();
    assert_eq!((drawn.width, drawn.height), (600, 300));
    let drawn = Pixmap::decode_png(&drawn.bytes).unwrap();
    assert!(drawn.pixels().iter().all(|pixel| pixel.alpha() == 255));
}
