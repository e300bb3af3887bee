//! The contents of a font file: its characters and glyphs.

use std::sync::OnceLock;

use bytes::Bytes;
use harfrust::{
    FontRef, GlyphBuffer, ShapeOptions, ShaperData, ShaperInstance, Tag, UnicodeBuffer,
};
use skrifa::MetadataProvider;
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};

/// The tables of coloured glyphs.
const COLOURS: [&[u8; 4]; 4] = [b"COLR", b"SVG ", b"CBDT", b"sbix"];

pub(crate) struct FontData {
    bytes: Bytes,
    /// Number of the font's units in an em, which is as long as the font size.
    pub units_per_em: f64,
    /// Whether the font has coloured glyphs, such as emoji.
    pub is_coloured: bool,
    shaper: OnceLock<ShaperData>,
}

impl FontData {
    /// Returns `None` if the file is not a font.
    pub(super) fn of(bytes: &Bytes) -> Option<Self> {
        let font = FontRef::from_index(bytes, 0).ok()?;
        let metrics = font.metrics(Size::unscaled(), LocationRef::default());
        Some(Self {
            units_per_em: f64::from(metrics.units_per_em.max(1)),
            is_coloured: COLOURS.iter().any(|table| font.table_data(Tag::new(table)).is_some()),
            bytes: bytes.clone(),
            shaper: OnceLock::new(),
        })
    }

    fn font(&self) -> Option<FontRef<'_>> {
        FontRef::from_index(&self.bytes, 0).ok()
    }

    /// The characters that the font has.
    pub(super) fn characters(&self) -> Vec<char> {
        let Some(font) = self.font() else { return Vec::new() };
        font.charmap().mappings().filter_map(|(code, _)| char::from_u32(code)).collect()
    }

    /// Finds the glyphs of a text and their places. The id of a missing glyph is 0. A variable font takes the weight
    /// and the slant of the style.
    pub fn shape(
        &self,
        text: UnicodeBuffer,
        style: (u16, bool),
        options: ShapeOptions<'_>,
    ) -> Option<GlyphBuffer> {
        let font = self.font()?;
        let instance = ShaperInstance::from_variations(&font, variations(style));
        let shaper = self.shaper.get_or_init(|| ShaperData::new(&font));
        Some(shaper.shaper(&font).instance(Some(&instance)).build().shape(text, options))
    }

    /// Draws the outline of a glyph, in the font's units. A broken outline is drawn as far as it can be read.
    pub fn outline(&self, glyph: u32, style: (u16, bool), pen: &mut impl OutlinePen) -> Option<()> {
        let font = self.font()?;
        let location = font.axes().location(variations(style));
        let outline = font.outline_glyphs().get(glyph.into())?;
        let settings = DrawSettings::unhinted(Size::unscaled(), &location);
        outline.draw(settings, pen).ok().map(drop)
    }
}

/// The axes of variable fonts for a weight, and for italic or upright. Other fonts ignore them.
fn variations((weight, italic): (u16, bool)) -> [(Tag, f32); 3] {
    let (slanted, degrees) = if italic { (1.0, -12.0) } else { (0.0, 0.0) };
    let axis = Tag::new;
    [(axis(b"wght"), f32::from(weight)), (axis(b"ital"), slanted), (axis(b"slnt"), degrees)]
}
