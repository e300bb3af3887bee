//! The contents of a font file: its characters and glyphs.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use bytes::Bytes;
use harfrust::{
    FontRef, GlyphBuffer, ShapeOptions, ShaperData, ShaperInstance, Tag, UnicodeBuffer,
};
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{Axis, MetadataProvider};

/// The tables of coloured glyphs.
const COLOURS: [&[u8; 4]; 4] = [b"COLR", b"SVG ", b"CBDT", b"sbix"];

/// A font in one of its styles.
pub(crate) struct FontData {
    bytes: Bytes,
    /// The weight in CSS, and whether the font is italic.
    pub style: (u16, bool),
    /// Number of the font's units in an em, which is as long as the font size.
    pub units_per_em: f64,
    /// Whether the font has coloured glyphs, such as emoji.
    pub is_coloured: bool,
    shaper: OnceLock<ShaperData>,
}

impl FontData {
    /// Reads a font once for each of its styles. `own` is the style of a font that is not variable. Returns nothing if
    /// the file is not a font.
    pub(super) fn of(bytes: &Bytes, own: (u16, bool)) -> Vec<Self> {
        let Ok(font) = FontRef::from_index(bytes, 0) else { return Vec::new() };
        let metrics = font.metrics(Size::unscaled(), LocationRef::default());
        let is_coloured = COLOURS.iter().any(|table| font.table_data(Tag::new(table)).is_some());
        let in_style = |style| Self {
            bytes: bytes.clone(),
            style,
            units_per_em: f64::from(metrics.units_per_em.max(1)),
            is_coloured,
            shaper: OnceLock::new(),
        };
        styles(&font, own).into_iter().map(in_style).collect()
    }

    fn font(&self) -> Option<FontRef<'_>> {
        FontRef::from_index(&self.bytes, 0).ok()
    }

    /// The characters that the font has.
    pub(super) fn characters(&self) -> Vec<char> {
        let Some(font) = self.font() else { return Vec::new() };
        font.charmap().mappings().filter_map(|(code, _)| char::from_u32(code)).collect()
    }

    /// Finds the glyphs of a text and their places. The id of a missing glyph is 0.
    pub fn shape(&self, text: UnicodeBuffer, options: ShapeOptions<'_>) -> Option<GlyphBuffer> {
        let font = self.font()?;
        let instance = ShaperInstance::from_variations(&font, variations(self.style));
        let shaper = self.shaper.get_or_init(|| ShaperData::new(&font));
        Some(shaper.shaper(&font).instance(Some(&instance)).build().shape(text, options))
    }

    /// Draws the outline of a glyph, in the font's units. A broken outline is drawn as far as it can be read.
    pub fn outline(&self, glyph: u32, pen: &mut impl OutlinePen) -> Option<()> {
        let font = self.font()?;
        let location = font.axes().location(variations(self.style));
        let outline = font.outline_glyphs().get(glyph.into())?;
        let settings = DrawSettings::unhinted(Size::unscaled(), &location);
        outline.draw(settings, pen).ok().map(drop)
    }
}

/// The styles of a font. A variable font has the hundreds between its lightest and its heaviest weight, and these two,
/// because browsers use them for weights beyond them. If it can be slanted, it has all weights in italic too.
fn styles(font: &FontRef<'_>, (weight, italic): (u16, bool)) -> Vec<(u16, bool)> {
    let axis = |tag| font.axes().get_by_tag(Tag::new(tag));
    let of_axis = |axis: Axis| {
        let ends = [axis.min_value().ceil(), axis.max_value().floor()];
        let [lightest, heaviest] = ends.map(|end| end.clamp(1.0, 1000.0) as u16);
        let hundreds = (lightest..=heaviest).filter(|weight| weight % 100 == 0);
        hundreds.chain([lightest, heaviest]).collect()
    };
    let weights = axis(b"wght").map_or(BTreeSet::from([weight]), of_axis);
    let is_slanted = axis(b"ital").or(axis(b"slnt")).is_some();
    let slants = if is_slanted { vec![false, true] } else { vec![italic] };
    weights
        .into_iter()
        .flat_map(|weight| slants.iter().map(move |slant| (weight, *slant)))
        .collect()
}

/// The axes of variable fonts for a weight, and for italic or upright, as browsers set them. Other fonts ignore them.
fn variations((weight, italic): (u16, bool)) -> [(Tag, f32); 3] {
    let (slanted, degrees) = if italic { (1.0, -14.0) } else { (0.0, 0.0) };
    let axis = Tag::new;
    [(axis(b"wght"), f32::from(weight)), (axis(b"ital"), slanted), (axis(b"slnt"), degrees)]
}
