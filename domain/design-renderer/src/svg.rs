//! Turns a layer into an SVG document. Each layer is drawn separately, so that a broken layer does not affect the
//! others, and so that the deadline can be checked between layers.

use std::fmt::Write;

use skrifa::outline::OutlinePen;

use crate::area::Size;
use crate::fonts::Fonts;
use crate::layer::{Align, Layer, Paint, Shape, Text};
use crate::place::Extent;
use crate::typesetting::{Line, line};

/// Returns the layer as an SVG document of this size, or `None` for an image. `bounds` is the box of a path's own
/// coordinates. Without `bounds`, returns the path unscaled, so that the box can be measured.
pub(crate) fn svg(
    layer: &Layer,
    size: Size,
    fonts: &Fonts,
    bounds: Option<Bounds>,
) -> Option<String> {
    let (width, height) = (f64::from(size.width), f64::from(size.height));
    let pixels = |sides: &Extent| (sides.width * width, sides.height * height);
    let paint = |paint: &Paint, scale: f64| painted(paint, layer.opacity, height / scale);
    let shape = match &layer.shape {
        Shape::Image { .. } => return None,
        Shape::Text(text) => written(text, size, fonts, &paint(&text.paint, 1.0)),
        Shape::Rect { sides, paint: with } => {
            let (width, height) = pixels(sides);
            let (x, y) = (-width / 2.0, -height / 2.0);
            let paint = paint(with, 1.0);
            format!(
                r#"<rect x="{x:.3}" y="{y:.3}" width="{width:.3}" height="{height:.3}"{paint}/>"#
            )
        }
        Shape::Ellipse { sides, paint: with } => {
            let (width, height) = pixels(sides);
            let (rx, ry) = (width / 2.0, height / 2.0);
            format!(r#"<ellipse rx="{rx:.3}" ry="{ry:.3}"{}/>"#, paint(with, 1.0))
        }
        Shape::Line { sides, paint: with } => {
            let (width, height) = pixels(sides);
            let (x, y) = (width / 2.0, height / 2.0);
            let paint = paint(with, 1.0);
            format!(r#"<line x1="{:.3}" y1="{:.3}" x2="{x:.3}" y2="{y:.3}"{paint}/>"#, -x, -y)
        }
        Shape::Path { d, sides, paint: with } => {
            let Some(bounds) = bounds else {
                return Some(document(size, &format!(r#"<path d="{d}"/>"#)));
            };
            let (width, height) = pixels(sides);
            // A straight path has no width or no height of its own. Both directions then take the factor of the other
            // one.
            let (across, down) = (stretch(width, bounds.width), stretch(height, bounds.height));
            let (across, down) = (across.or(down)?, down.or(across)?);
            // The path's transform also scales its outline, by different factors across and down. The width of the
            // outline is divided by the geometric mean of both factors, so that it is right on average.
            let paint = paint(with, (across * down).sqrt());
            let (x, y) = (bounds.x + bounds.width / 2.0, bounds.y + bounds.height / 2.0);
            let (x, y) = (-x * across, -y * down);
            format!(
                r#"<path transform="matrix({across:e} 0 0 {down:e} {x:.3} {y:.3})" d="{d}"{paint}/>"#
            )
        }
    };
    let place = layer.place.on(size);
    Some(document(size, &format!(r#"<g transform="{place}">{shape}</g>"#)))
}

/// The box of a path's own coordinates.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

fn stretch(pixels: f64, own: f64) -> Option<f64> {
    (own > 0.0).then(|| pixels / own)
}

fn document(size: Size, content: &str) -> String {
    let Size { width, height } = size;
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">{content}</svg>"#
    )
}

/// Returns the attributes of fill and outline, each with its own opacity. An opacity of the whole element would take a
/// separate canvas, because the element would be blended as a group.
fn painted(paint: &Paint, opacity: f64, height: f64) -> String {
    let mut attributes = format!(r#" fill="{}" fill-opacity="{opacity:.4}""#, paint.fill);
    if let Some(stroke) = &paint.stroke {
        let width = paint.stroke_width * height;
        let _ = write!(
            attributes,
            r#" stroke="{stroke}" stroke-opacity="{opacity:.4}" stroke-width="{width:e}" stroke-linejoin="round""#
        );
    }
    attributes
}

/// Writes a text as the outlines of its glyphs. Coloured glyphs, such as emoji, are left to the SVG library.
fn written(text: &Text, canvas: Size, fonts: &Fonts, paint: &str) -> String {
    let size = text.size * f64::from(canvas.height);
    let line_height = size * text.line_height;
    let block = line_height * text.lines.len() as f64;
    let lines: Vec<Line<'_>> =
        text.lines.iter().map(|text_line| line(text_line, text, fonts)).collect();
    // A text without a box is centred as a whole.
    let width = match text.width {
        Some(width) => width * f64::from(canvas.width),
        None => lines.iter().map(|line| line.width * size).fold(0.0, f64::max),
    };
    let (mut outlines, mut coloured) = (String::new(), String::new());
    for (at, line) in lines.iter().enumerate() {
        let x = match text.align {
            Align::Left => -width / 2.0,
            Align::Centre => -line.width * size / 2.0,
            Align::Right => width / 2.0 - line.width * size,
        };
        // Centres capital letters vertically in their line.
        let y = line_height * (at as f64 + 0.5) - block / 2.0 + size * 0.35;
        for cluster in &line.clusters {
            let Some(font) = fonts.data(cluster.font) else { continue };
            let x = x + cluster.x * size;
            if font.is_coloured {
                let Some((family, weight, style)) = fonts.names(cluster.font) else { continue };
                let (family, letter) = (escaped(family), escaped(cluster.text));
                let _ = write!(
                    coloured,
                    r#"<text xml:space="preserve" x="{x:.3}" y="{y:.3}" font-family="'{family}'" font-size="{size:.3}" font-weight="{weight}" font-style="{style}"{paint}>{letter}</text>"#
                );
                continue;
            }
            let scale = size / font.units_per_em;
            for glyph in &cluster.glyphs {
                let (x, y) = (x + glyph.x * size, y - glyph.y * size);
                let _ = font.outline(glyph.id, &mut Pen { d: &mut outlines, x, y, scale });
            }
        }
    }
    format!(r#"<path d="{outlines}"{paint}/>{coloured}"#)
}

/// Writes the outline of a glyph as a path of SVG.
struct Pen<'a> {
    d: &'a mut String,
    x: f64,
    y: f64,
    scale: f64,
}

impl Pen<'_> {
    fn write<const N: usize>(&mut self, command: char, points: [(f32, f32); N]) {
        self.d.push(command);
        for (x, y) in points {
            let (x, y) = (self.x + f64::from(x) * self.scale, self.y - f64::from(y) * self.scale);
            let _ = write!(self.d, "{x:.3} {y:.3} ");
        }
    }
}

impl OutlinePen for Pen<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.write('M', [(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.write('L', [(x, y)]);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.write('Q', [(cx, cy), (x, y)]);
    }

    fn curve_to(&mut self, cx: f32, cy: f32, cx_2: f32, cy_2: f32, x: f32, y: f32) {
        self.write('C', [(cx, cy), (cx_2, cy_2), (x, y)]);
    }

    fn close(&mut self) {
        self.write('Z', []);
    }
}

/// Escapes a text for use in XML content and attributes.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            c => escaped.push(c),
        }
    }
    escaped
}
