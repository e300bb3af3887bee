//! Tests that draw layers and inspect the pictures.

mod fonts;
mod golden;
mod hostile;
mod letters;
mod paint;

use std::sync::Arc;

use bytes::Bytes;
use resvg::tiny_skia::{Color, Pixmap};
use serde_json::{Map, Value};

use crate::{Drawings, Fonts, Ground, Images, Layers, Size};

const SQUARE: Size = Size { width: 200, height: 200 };

fn drawings() -> Drawings {
    Drawings::new(Arc::new(Fonts::bundled()))
}

fn objects(layers: &Value) -> Vec<Map<String, Value>> {
    let layers = layers.as_array().unwrap().iter();
    layers.filter_map(|layer| layer.as_object().cloned()).collect()
}

fn layers(layers: &Value) -> Arc<Layers> {
    Arc::new(Layers::of_side(&objects(layers), "front", true))
}

async fn drawn(json: &Value) -> Pixmap {
    drawn_with(json, Images::new(), SQUARE).await
}

async fn drawn_with(json: &Value, images: Images, size: Size) -> Pixmap {
    let drawn =
        drawings().flat(layers(json), Arc::new(images), size, Ground::Transparent).await.unwrap();
    assert_eq!(
        (drawn.width, drawn.height, drawn.media_type),
        (size.width, size.height, "image/png")
    );
    Pixmap::decode_png(&drawn.bytes).unwrap()
}

/// Returns the number of pixels that are not transparent.
fn inked(picture: &Pixmap) -> usize {
    picture.pixels().iter().filter(|pixel| pixel.alpha() > 0).count()
}

/// Returns an image of one colour whose upper left quarter has another colour.
fn image(width: u32, height: u32) -> Bytes {
    let mut picture = Pixmap::new(width, height).unwrap();
    picture.fill(Color::from_rgba8(30, 120, 200, 255));
    for y in 0..height / 2 {
        for x in 0..width / 2 {
            picture.pixels_mut()[(y * width + x) as usize] =
                Color::from_rgba8(240, 200, 0, 255).premultiply().to_color_u8();
        }
    }
    Bytes::from(picture.encode_png().unwrap())
}
