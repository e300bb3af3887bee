//! Text of a layer.

use serde_json::{Map, Value};

use super::Paint;
use crate::number::{number, text as text_of};
use crate::work::{lines, painting};

/// Maximum number of characters of a layer's text. Further characters are cut off.
const MAX_TEXT_CHARACTERS: usize = 2_000;

/// Maximum number of lines of a layer's text. Further lines are cut off.
const MAX_TEXT_LINES: usize = 100;

#[derive(Debug, Clone)]
pub(crate) struct Text {
    pub lines: Vec<String>,
    pub family: Option<String>,
    /// The weight in CSS, 1 to 1000.
    pub weight: u16,
    pub italic: bool,
    /// The font size, in multiples of the height of the print area. `letter_spacing` has the same unit.
    pub size: f64,
    pub letter_spacing: f64,
    /// The height of a line, in multiples of `size`.
    pub line_height: f64,
    pub align: Align,
    /// The width of the box in which the text is aligned, as a fraction of the print area's width. A text without a box
    /// is centred as a whole.
    pub width: Option<f64>,
    pub paint: Paint,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Centre,
    Right,
}

impl Text {
    pub fn of(layer: &Map<String, Value>) -> Option<Self> {
        let lines = written(text_of(layer, "text")?);
        let width = number(layer, "width", 0.0, (0.0, 20.0))?;
        let text = Self {
            family: text_of(layer, "fontFamily").map(str::to_owned),
            weight: weight(layer.get("fontWeight")),
            italic: matches!(text_of(layer, "fontStyle"), Some("italic" | "oblique")),
            size: number(layer, "fontSize", 0.1, (0.0005, 5.0))?,
            letter_spacing: number(layer, "letterSpacing", 0.0, (-1.0, 1.0))?,
            line_height: number(layer, "lineHeight", 1.2, (0.0, 10.0))?,
            align: match text_of(layer, "align") {
                Some("left" | "start" | "justify") => Align::Left,
                Some("right" | "end") => Align::Right,
                _ => Align::Centre,
            },
            width: (width > 0.0).then_some(width),
            paint: Paint::of(layer)?,
            lines,
        };
        let is_empty = text.lines.iter().all(|line| line.trim().is_empty());
        (!is_empty).then_some(text)
    }

    /// Estimates the work of drawing the text. A letter is assumed to be as wide as it is high, and to consist of about
    /// twenty lines.
    pub fn work(&self) -> f64 {
        let count = self.lines.iter().map(|line| line.chars().count()).sum::<usize>();
        let outlines = if self.paint.stroke.is_some() { 3 } else { 1 };
        // Finding and placing a glyph takes longer than drawing a small one.
        let placing = 20_000.0;
        let extent = self.size + self.paint.stroke_width;
        let letter = painting(extent, extent) + lines(20 * outlines, extent) + placing;
        count as f64 * letter
    }
}

/// Returns the lines of a text, without characters that XML does not allow or that fonts lack, such as control
/// characters.
fn written(text: &str) -> Vec<String> {
    let text: String = text.chars().take(MAX_TEXT_CHARACTERS).collect();
    let is_written = |c: &char| {
        !c.is_control() && !('\u{fdd0}'..='\u{fdef}').contains(c) && (*c as u32 & 0xfffe) != 0xfffe
    };
    let line = |line: &str| line.replace('\t', " ").chars().filter(is_written).collect();
    text.lines().take(MAX_TEXT_LINES).map(line).collect()
}

/// Reads a weight, which is a number, its digits, `bold` or `bolder`. Any other value counts as 400.
fn weight(value: Option<&Value>) -> u16 {
    let number = match value {
        Some(Value::String(word)) => match word.as_str() {
            "bold" | "bolder" => Some(700.0),
            word => word.parse().ok(),
        },
        Some(value) => value.as_f64(),
        None => None,
    };
    number
        .filter(|number: &f64| number.is_finite())
        .map_or(400, |number| number.clamp(1.0, 1000.0) as u16)
}
