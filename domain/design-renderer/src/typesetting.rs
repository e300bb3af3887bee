//! Places the letters of a line. Each letter that the text's own font lacks comes from another font, and a letter that
//! no font has is left out.

use std::ops::Range;

use harfrust::{Direction, Feature, ShapeOptions, Tag, UnicodeBuffer};
use resvg::usvg::fontdb::ID;
use unicode_bidi::{BidiInfo, Level};
use unicode_script::{Script, UnicodeScript};

use crate::fonts::Fonts;
use crate::layer::Text;

/// A line of text. Lengths are in font sizes.
#[derive(Debug, Default)]
pub(crate) struct Line<'a> {
    /// From left to right.
    pub clusters: Vec<Cluster<'a>>,
    pub width: f64,
    /// The letters that no font has, in the order of the text.
    pub missing: Vec<&'a str>,
}

/// A letter with its marks, or letters that their font draws as one.
#[derive(Debug)]
pub(crate) struct Cluster<'a> {
    pub text: &'a str,
    /// The position of the text in its line, in bytes.
    start: usize,
    pub font: ID,
    /// The distance from the beginning of the line.
    pub x: f64,
    width: f64,
    pub glyphs: Vec<Glyph>,
}

/// A glyph, and its place relative to its cluster. `y` points upwards.
#[derive(Debug)]
pub(crate) struct Glyph {
    pub id: u32,
    pub x: f64,
    pub y: f64,
}

/// Places the letters of a line, from left to right.
pub(crate) fn line<'a>(line: &'a str, text: &Text, fonts: &Fonts) -> Line<'a> {
    let mut set = Line::default();
    let style = (text.weight, text.italic);
    let family = fonts.family_or_fallback(text.family.as_deref());
    let Some(font) = fonts.face(family, style) else { return set };
    let spacing = text.letter_spacing / text.size;
    // As in CSS, spaced letters are not joined.
    let features = if spacing == 0.0 { &[][..] } else { &UNJOINED };
    let shaper = Shaper { line, fonts, style, features };
    let bidi = BidiInfo::new(line, Some(Level::ltr()));
    for paragraph in &bidi.paragraphs {
        let (levels, runs) = bidi.visual_runs(paragraph, paragraph.range.clone());
        for run in runs {
            let is_rtl = levels.get(run.start).is_some_and(Level::is_rtl);
            let mut parts = by_script(line, run);
            if is_rtl {
                parts.reverse();
            }
            for part in parts {
                let mut placed = Placed { is_rtl, ..Placed::default() };
                shaper.shape(part, font, &mut placed);
                placed.clusters.sort_by_key(|cluster| cluster.start);
                if is_rtl {
                    placed.clusters.reverse();
                }
                set.clusters.append(&mut placed.clusters);
                set.missing.append(&mut placed.missing);
            }
        }
    }
    let last = set.clusters.len().saturating_sub(1);
    for (at, cluster) in set.clusters.iter_mut().enumerate() {
        cluster.x = set.width;
        set.width += cluster.width;
        if at < last && cluster.text.chars().next().is_some_and(|c| may_be_spaced(c.script())) {
            set.width += spacing;
        }
    }
    set
}

/// Returns the parts of a run that are each in one script. Characters of no script, such as spaces, belong to the part
/// before them, or to the first part.
fn by_script(line: &str, run: Range<usize>) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let (mut start, mut script) = (run.start, Script::Common);
    for (at, c) in line[run.clone()].char_indices() {
        let own = c.script();
        if matches!(own, Script::Common | Script::Inherited | Script::Unknown) || own == script {
            continue;
        }
        if script != Script::Common {
            parts.push(start..run.start + at);
            start = run.start + at;
        }
        script = own;
    }
    parts.push(start..run.end);
    parts
}

/// Turns off the ligatures that CSS turns off if `letter-spacing` is not 0.
const UNJOINED: [Feature; 2] = [off(*b"liga"), off(*b"clig")];

const fn off(tag: [u8; 4]) -> Feature {
    Feature { tag: Tag::new(&tag), value: 0, start: 0, end: u32::MAX }
}

/// Whether space may be inserted between letters of a script. The scripts without space are those of the
/// [specification of CSS](https://www.w3.org/TR/css-text-3/#cursive-tracking).
fn may_be_spaced(script: Script) -> bool {
    !matches!(
        script,
        Script::Arabic
            | Script::Bengali
            | Script::Devanagari
            | Script::Gurmukhi
            | Script::Hanifi_Rohingya
            | Script::Mandaic
            | Script::Modi
            | Script::Mongolian
            | Script::Nko
            | Script::Phags_Pa
            | Script::Sharada
            | Script::Syloti_Nagri
            | Script::Syriac
            | Script::Tirhuta
    )
}

struct Shaper<'a, 'f> {
    line: &'a str,
    fonts: &'f Fonts,
    /// The weight and whether the text is italic.
    style: (u16, bool),
    features: &'f [Feature],
}

/// The letters of a part of a line that were placed so far, and those that no font has.
#[derive(Default)]
struct Placed<'a> {
    is_rtl: bool,
    clusters: Vec<Cluster<'a>>,
    missing: Vec<&'a str>,
    /// The fonts that have been tried for the letters that are being shaped.
    tried: Vec<ID>,
}

impl<'a> Shaper<'a, '_> {
    /// Shapes a part of the line with a font, and the letters that the font lacks with other fonts.
    fn shape(&self, part: Range<usize>, font: ID, placed: &mut Placed<'a>) {
        placed.tried.push(font);
        let mut clusters = self.clusters(part, font, placed.is_rtl);
        clusters.sort_by_key(|cluster| cluster.start);
        let mut lacking: Vec<Cluster<'a>> = Vec::new();
        for cluster in clusters {
            if cluster.glyphs.iter().any(|glyph| glyph.id == 0) {
                lacking.push(cluster);
            } else {
                self.replace(std::mem::take(&mut lacking), placed);
                placed.clusters.push(cluster);
            }
        }
        self.replace(lacking, placed);
        placed.tried.pop();
    }

    /// Finds other fonts for consecutive letters that the tried fonts lack. A letter that no other font has is left out
    /// or loses its marks. The first letter for which there is another font, and all letters after it, are shaped with
    /// that font.
    fn replace(&self, lacking: Vec<Cluster<'a>>, placed: &mut Placed<'a>) {
        let Some(end) = lacking.last().map(|cluster| cluster.start + cluster.text.len()) else {
            return;
        };
        for mut cluster in lacking {
            if let Some(font) = self.fonts.fallback(cluster.text, self.style, &placed.tried) {
                return self.shape(cluster.start..end, font, placed);
            }
            if !cluster.text.trim().is_empty() {
                placed.missing.push(cluster.text);
            }
            // Draws a letter without the marks that no font has, but never a mark without its letter.
            let has_letter = cluster.text.starts_with(|c| !self.fonts.fonts_with(c).is_empty());
            cluster.glyphs.retain(|glyph| has_letter && glyph.id != 0);
            if !cluster.glyphs.is_empty() {
                placed.clusters.push(cluster);
            }
        }
    }

    /// Shapes a part of the line with one font. Letters that the font lacks have the glyph 0.
    fn clusters(&self, part: Range<usize>, font: ID, is_rtl: bool) -> Vec<Cluster<'a>> {
        let Some(data) = self.fonts.data(font) else { return Vec::new() };
        let mut buffer = UnicodeBuffer::new();
        // Arabic letters have other forms next to other letters, even if those are of another font.
        buffer.set_pre_context(&self.line[..part.start]);
        buffer.push_str(&self.line[part.clone()]);
        buffer.set_post_context(&self.line[part.end..]);
        let direction = if is_rtl { Direction::RightToLeft } else { Direction::LeftToRight };
        buffer.set_direction(direction);
        buffer.guess_segment_properties();
        let options = ShapeOptions::new().features(self.features);
        let Some(shaped) = data.shape(buffer, options) else { return Vec::new() };
        let mut clusters: Vec<Cluster<'a>> = Vec::new();
        for (info, place) in shaped.glyph_infos().iter().zip(shaped.glyph_positions()) {
            let start = part.start + info.cluster as usize;
            if clusters.last().is_none_or(|cluster| cluster.start != start) {
                let (x, width, glyphs) = (0.0, 0.0, Vec::new());
                clusters.push(Cluster { text: "", start, font, x, width, glyphs });
            }
            let Some(cluster) = clusters.last_mut() else { continue };
            let length = |units: i32| f64::from(units) / data.units_per_em;
            let x = cluster.width + length(place.x_offset);
            cluster.glyphs.push(Glyph { id: info.glyph_id, x, y: length(place.y_offset) });
            cluster.width += length(place.x_advance);
        }
        // A cluster ends where the next one of the text begins.
        let mut starts: Vec<usize> = clusters.iter().map(|cluster| cluster.start).collect();
        starts.push(part.end);
        starts.sort_unstable();
        for cluster in &mut clusters {
            let next = starts.partition_point(|start| *start <= cluster.start);
            let end = starts.get(next).copied().unwrap_or(part.end);
            cluster.text = &self.line[cluster.start..end];
        }
        clusters
    }
}
