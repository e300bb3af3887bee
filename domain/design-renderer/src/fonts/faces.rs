//! Weight, style and category of a font.

use resvg::usvg::fontdb::FaceInfo;

/// The categories of the bundled families. Their files do not state the right category.
const CATEGORIES: [(&str, &str); 16] = [
    ("Bebas Neue", "display"),
    ("Caladea", "serif"),
    ("Comfortaa", "display"),
    ("Comic Neue", "handwriting"),
    ("Courier Prime", "monospace"),
    ("Dancing Script", "handwriting"),
    ("EB Garamond", "serif"),
    ("Inter", "sans-serif"),
    ("JetBrains Mono", "monospace"),
    ("Kaushan Script", "handwriting"),
    ("Lato", "sans-serif"),
    ("Lobster Two", "display"),
    ("Noto Sans", "sans-serif"),
    ("Noto Sans Arabic", "sans-serif"),
    ("Noto Sans Hebrew", "sans-serif"),
    ("Quicksand", "sans-serif"),
];

/// The words for weights in the names of font files, each with its CSS weight.
const WEIGHTS: [(&str, u16); 12] = [
    ("Thin", 100),
    ("ExtraLight", 200),
    ("Light", 300),
    ("Book", 400),
    ("Regular", 400),
    ("", 400),
    ("Medium", 500),
    ("SemiBold", 600),
    ("Bold", 700),
    ("ExtraBold", 800),
    ("Black", 900),
    ("Heavy", 900),
];

/// Returns the weight that a file's name such as `Inter-BoldItalic.otf` states, and whether the font is italic.
pub(super) fn named_after(file: &str) -> Option<(u16, bool)> {
    let (stem, _) = file.rsplit_once('.')?;
    let (_, style) = stem.rsplit_once('-')?;
    let upright = style.strip_suffix("Italic");
    let word = upright.unwrap_or(style);
    let (_, weight) = WEIGHTS.iter().find(|(name, _)| *name == word)?;
    Some((*weight, upright.is_some()))
}

/// Returns the category of a font. If its family is not bundled, the category comes from the file: first from the
/// statement that the font is monospaced, then from the PANOSE classification.
pub(super) fn category(name: &str, face: &FaceInfo, bytes: &[u8]) -> &'static str {
    if let Some((_, category)) = CATEGORIES.iter().find(|(family, _)| *family == name) {
        return category;
    }
    if face.monospaced {
        return "monospace";
    }
    match panose(bytes) {
        Some([3, _]) => "handwriting",
        Some([4, _]) => "display",
        Some([2, 2..=10]) => "serif",
        _ => "sans-serif",
    }
}

/// Returns the family kind and the serif style of the PANOSE classification, from the table `OS/2`.
fn panose(bytes: &[u8]) -> Option<[u8; 2]> {
    let table =
        bytes.get(12..)?.chunks_exact(16).take(64).find(|table| table.starts_with(b"OS/2"))?;
    let start = u32::from_be_bytes(table.get(8..12)?.try_into().ok()?) as usize;
    bytes.get(start.checked_add(32)?..start.checked_add(34)?)?.try_into().ok()
}
