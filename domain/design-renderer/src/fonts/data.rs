//! The contents of a font file: its characters and glyphs.

use std::sync::OnceLock;

use bytes::Bytes;
use harfrust::{FontRef, GlyphBuffer, ShapeOptions, ShaperData, Tag, UnicodeBuffer};
use skrifa::MetadataProvider;
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};

/// The tables of coloured glyphs.
const COLOURS: [&[u8; 4]; 4] = [b"COLR", b"SVG ", b"CBDT", b"sbix"];

pub(crate) struct FontData {
    bytes: Bytes,
    /// Units of the font's coordinates in a font size.
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

    /// Finds the glyphs of a text and their places. A missing glyph is 0.
    pub fn shape(&self, text: UnicodeBuffer, options: ShapeOptions<'_>) -> Option<GlyphBuffer> {
        let font = self.font()?;
        let shaper = self.shaper.get_or_init(|| ShaperData::new(&font));
        Some(shaper.shaper(&font).build().shape(text, options))
    }

    /// Draws the outline of a glyph, in the font's units. A broken outline is drawn as far as it can be read.
    pub fn outline(&self, glyph: u32, pen: &mut impl OutlinePen) -> Option<()> {
        let outline = self.font()?.outline_glyphs().get(glyph.into())?;
        let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
        outline.draw(settings, pen).ok().map(drop)
    }
}
