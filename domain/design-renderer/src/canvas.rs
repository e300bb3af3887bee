//! Draws layers onto pixels.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use resvg::tiny_skia::{FilterQuality, Pixmap, PixmapPaint, Transform};
use resvg::usvg::{ImageHrefResolver, Options, Tree};

use crate::area::Size;
use crate::drawings::Busy;
use crate::fonts::Fonts;
use crate::images::{Images, scaled};
use crate::layer::{Layer, Layers, Shape};
use crate::place::Extent;
use crate::svg::{Bounds, svg};

/// The fonts, images and deadline of a drawing.
pub(crate) struct With<'a> {
    pub fonts: &'a Fonts,
    pub images: &'a Images,
    pub until: Instant,
}

/// Draws the layers on a transparent canvas.
pub(crate) fn draw(layers: &Layers, size: Size, with: &With<'_>) -> Result<Pixmap, Busy> {
    let mut canvas = Pixmap::new(size.width, size.height).ok_or(Busy)?;
    // An image that several layers show is decoded once. `None` is an image that cannot be decoded.
    let mut decoded: HashMap<i64, Option<Pixmap>> = HashMap::new();
    let options = options(with.fonts);
    for layer in &layers.layers {
        if Instant::now() >= with.until {
            return Err(Busy);
        }
        // The SVG library may panic on a layer. Such a layer is left out.
        let _ = catch_unwind(AssertUnwindSafe(|| match &layer.shape {
            Shape::Image { asset_id, sides } => {
                let png = with.images.get(asset_id)?;
                let picture =
                    decoded.entry(*asset_id).or_insert_with(|| Pixmap::decode_png(png).ok());
                draw_image(&mut canvas, layer, picture.as_ref()?, *sides)
            }
            _ => draw_svg(&mut canvas, layer, with.fonts, &options),
        }));
    }
    Ok(canvas)
}

/// Returns options with which the SVG library never loads an image. Layers cannot set an `href` anyway.
fn options(fonts: &Fonts) -> Options<'_> {
    Options {
        font_family: fonts.family_or_fallback(None).to_owned(),
        fontdb: fonts.database(),
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    }
}

fn draw_svg(
    canvas: &mut Pixmap,
    layer: &Layer,
    fonts: &Fonts,
    options: &Options<'_>,
) -> Option<()> {
    let size = Size { width: canvas.width(), height: canvas.height() };
    let bounds = match &layer.shape {
        Shape::Path { .. } => {
            let path = Tree::from_str(&svg(layer, size, fonts, None)?, options).ok()?;
            let bounds = path.root().abs_bounding_box();
            let side = |number: f32| Some(f64::from(number)).filter(|number| number.is_finite());
            Some(Bounds {
                x: side(bounds.x())?,
                y: side(bounds.y())?,
                width: side(bounds.width())?,
                height: side(bounds.height())?,
            })
        }
        _ => None,
    };
    let tree = Tree::from_str(&svg(layer, size, fonts, bounds)?, options).ok()?;
    resvg::render(&tree, Transform::identity(), &mut canvas.as_mut());
    Some(())
}

fn draw_image(canvas: &mut Pixmap, layer: &Layer, picture: &Pixmap, sides: Extent) -> Option<()> {
    let size = Size { width: canvas.width(), height: canvas.height() };
    let (width, height) = (
        (sides.width * f64::from(size.width)) as f32,
        (sides.height * f64::from(size.height)) as f32,
    );
    let whole = |side: f32| side.round().max(1.0) as u32;
    let is_smaller = width * 1.5 < picture.width() as f32 || height * 1.5 < picture.height() as f32;
    let smaller;
    let picture = if is_smaller {
        let (width, height) = (whole(width), whole(height));
        smaller = scaled(picture, width.min(picture.width()), height.min(picture.height()))?;
        &smaller
    } else {
        picture
    };
    let transform = layer
        .place
        .on(size)
        .transform()
        .pre_translate(-width / 2.0, -height / 2.0)
        .pre_scale(width / picture.width() as f32, height / picture.height() as f32);
    let paint = PixmapPaint {
        opacity: layer.opacity as f32,
        quality: FilterQuality::Bilinear,
        ..PixmapPaint::default()
    };
    canvas.draw_pixmap(0, 0, picture.as_ref(), &paint, transform, None);
    Some(())
}
