//! Each letter comes from the text's own font if that has it, and from another font otherwise.

use std::sync::Arc;

use resvg::tiny_skia::Pixmap;
use serde_json::{Value, json};

use super::{drawings, inked, layers, objects};
use crate::layer::{Shape, Text};
use crate::typesetting::line;
use crate::{Fonts, Ground, Layers, Size};

/// Texts with letters that some or all of the bundled families lack: symbols, letters with marks, other scripts, scripts
/// from right to left, and characters that no bundled font has. Latin ligatures are next to some of them.
const TEXTS: [&str; 22] = [
    "I \u{2665} you",
    "Jiří",
    "Łukasz",
    "5 → 6",
    "Price 100 ₽",
    "½ × 3 ≈ 1 €",
    "office שלום",
    "fish مرحبا",
    "שלום ffi (2) עולם",
    "السلام fi عليكم لا",
    "Καλημέρα fi",
    "Привет ffi Їжак",
    "Tiếng Việt",
    "q\u{302}e\u{301} x\u{5b0}",
    "ش\u{651}\u{64e} שׁ",
    "Happy 🎂 ffi",
    "👩\u{200d}👩\u{200d}👧 ❤\u{fe0f} 🇨🇿",
    "fi你好fi",
    "नमस्ते ffi",
    "ไทย office",
    "a\u{3000}b\u{200b}c\u{ad}d",
    "\u{e000}\u{10ffff}fi",
];

fn of_json(layer: &Value) -> Text {
    let layers = Layers::of_side(&objects(&json!([layer])), "front", true);
    match layers.layers.into_iter().next().unwrap().shape {
        Shape::Text(text) => text,
        shape => panic!("{shape:?}"),
    }
}

fn styled(family: &str, weight: u16, italic: bool) -> Text {
    let style = if italic { "italic" } else { "normal" };
    of_json(&json!({"type": "text", "text": "x", "fontFamily": family, "fontWeight": weight,
                    "fontStyle": style}))
}

fn spaced(family: &str) -> Text {
    of_json(&json!({"type": "text", "text": "x", "fontFamily": family, "letterSpacing": 0.02}))
}

#[test]
fn only_letters_that_a_font_lacks_come_from_other_fonts() {
    let fonts = Fonts::bundled();
    for family in fonts.families() {
        for (weight, italic) in [(400, false), (700, false), (400, true), (700, true)] {
            let own = fonts.face(&family.name, (weight, italic)).unwrap();
            let text = styled(&family.name, weight, italic);
            for sample in TEXTS {
                let set = line(sample, &text, &fonts);
                let context = format!("{sample} in {} {weight} {italic}", family.name);
                let covered: Vec<&str> = set.clusters.iter().map(|c| c.text).collect();
                for cluster in &set.clusters {
                    assert!(cluster.glyphs.iter().all(|glyph| glyph.id != 0), "{context}");
                    let is_whole = cluster.text.chars().all(|c| fonts.fonts_with(c).contains(&own));
                    assert!(!is_whole || cluster.font == own, "{context}: {}", cluster.text);
                }
                for missing in &set.missing {
                    let is_whole =
                        |font| missing.chars().all(|c| fonts.fonts_with(c).contains(font));
                    let first = fonts.fonts_with(missing.chars().next().unwrap());
                    assert!(!first.iter().any(is_whole), "{context}: {missing}");
                }
                let whole = |letter: &&str| covered.contains(letter);
                let left_out: usize =
                    set.missing.iter().filter(|m| !whole(m)).map(|m| m.len()).sum();
                let drawn: usize = covered.iter().map(|text| text.len()).sum();
                assert_eq!(drawn + left_out, sample.len(), "{context}: {covered:?}");
            }
        }
    }
}

#[test]
fn a_letter_without_a_font_is_named_and_others_are_not() {
    let fonts = Fonts::bundled();
    let missing = |sample| line(sample, &styled("Lato", 400, false), &fonts).missing.concat();
    assert_eq!(missing("Happy 🎂 ffi"), "🎂");
    assert_eq!(missing("fi你好fi"), "你好");
    assert_eq!(missing("नमस्ते ffi"), "नमस्ते");
    assert_eq!(
        missing("I \u{2665} you, Jiří, office שלום, fish مرحبا, 100 ₽ \u{2028}\u{3000}\u{200b}"),
        ""
    );
    let family = "👩\u{200d}👩\u{200d}👧\u{200d}👦";
    assert_eq!(line(family, &styled("Lato", 400, false), &fonts).missing, [family]);
}

#[tokio::test]
async fn missing_characters_of_all_sides_are_named_once() {
    let sides = [
        json!([{"type": "text", "text": "Happy 🎂\n🎂 字"}, {"type": "text", "text": "犬", "visible": false}]),
        json!([{"type": "text", "text": "字 ♥", "fontFamily": "Lobster Two"}, {"type": "rect"}]),
    ];
    let missing = drawings().missing_characters(sides.iter().map(layers).collect()).await;
    assert_eq!(missing.unwrap(), ["字", "🎂"]);
}

#[test]
fn a_mark_that_no_font_has_is_left_out_without_its_letter() {
    let fonts = Fonts::bundled();
    for family in fonts.families() {
        let set = line("a\u{1e8d0}b", &styled(&family.name, 400, false), &fonts);
        let drawn: String = set.clusters.iter().map(|cluster| cluster.text).collect();
        assert!(drawn.contains('a') && drawn.contains('b'), "{} {drawn:?}", family.name);
        assert!(set.missing.concat().contains('\u{1e8d0}'), "{}", family.name);
        let set = line("你\u{301}", &styled(&family.name, 400, false), &fonts);
        assert_eq!((set.clusters.len(), set.missing), (0, vec!["你\u{301}"]), "{}", family.name);
    }
}

#[test]
fn space_separates_ligatures() {
    let fonts = Fonts::bundled();
    let mut joined = 0;
    for family in fonts.families() {
        for word in ["office", "fish", "flat", "off", "Thoth", "stc"] {
            let set = line(word, &spaced(&family.name), &fonts);
            assert_eq!(set.clusters.len(), word.len(), "{word} in {}", family.name);
            let (close, text) = (styled(&family.name, 400, false), spaced(&family.name));
            joined += word.len() - line(word, &close, &fonts).clusters.len();
            let space = text.letter_spacing / text.size * (word.len() - 1) as f64;
            assert!(set.width > space, "{word} in {}", family.name);
        }
    }
    assert!(joined > 10, "{joined} letters are joined without space");
    // Letters that join in their script stay joined.
    let (close, wide) = (styled("Noto Sans Arabic", 400, false), spaced("Noto Sans Arabic"));
    assert_eq!(line("مرحبا", &close, &fonts).width, line("مرحبا", &wide, &fonts).width);
}

#[test]
fn right_to_left_text_is_in_visual_order() {
    let fonts = Fonts::bundled();
    for family in ["Lato", "Noto Sans Hebrew"] {
        let set = line("ab שלום 12", &styled(family, 400, false), &fonts);
        let visual: String = set.clusters.iter().map(|cluster| cluster.text).collect();
        assert_eq!(visual, "ab 12 םולש", "{family}");
        assert!(set.clusters.windows(2).all(|pair| pair[0].x < pair[1].x));
    }
}

/// The columns of a picture in which something is drawn, up to the last one of another picture.
fn columns(picture: &Pixmap, until: usize) -> Vec<Vec<u8>> {
    let rows = picture.data().chunks(picture.width() as usize * 4);
    let rows: Vec<&[u8]> = rows.collect();
    (0..until)
        .map(|x| rows.iter().flat_map(|row| row[x * 4..x * 4 + 4].to_vec()).collect())
        .collect()
}

fn width(picture: &Pixmap) -> usize {
    let all = columns(picture, picture.width() as usize);
    all.iter().rposition(|column| column.iter().any(|byte| *byte > 0)).map_or(0, |at| at + 1)
}

#[tokio::test]
async fn letters_look_the_same_next_to_letters_of_another_font() {
    let drawings = drawings();
    let picture = async |family: &str, weight: &str, text: &str| {
        let json = json!([{"type": "text", "text": text, "fontFamily": family, "fontWeight": weight,
                           "fontSize": 0.5, "align": "left", "width": 0.98}]);
        let size = Size { width: 400, height: 60 };
        let drawn = drawings.flat(layers(&json), Arc::default(), size, Ground::Transparent).await;
        Pixmap::decode_png(&drawn.unwrap().bytes).unwrap()
    };
    for family in drawings.fonts().families() {
        for weight in ["normal", "bold"] {
            let alone = picture(&family.name, weight, "office ").await;
            let until = width(&alone);
            for other in ["\u{2665}", "ř", "→", "₽", "שלום", "مرحبا", "Ж", "你好", "🎂", "नमस्ते"]
            {
                let both = picture(&family.name, weight, &format!("office {other}")).await;
                let is_same = columns(&both, until) == columns(&alone, until);
                assert!(is_same, "{other} in {} {weight}", family.name);
                let is_missing = "你好🎂नमस्ते".contains(other);
                assert_eq!(
                    width(&both) == until,
                    is_missing,
                    "{other} in {} {weight}",
                    family.name
                );
            }
        }
    }
    for missing in ["你好", "🎂", "नमस्ते"] {
        assert_eq!(inked(&picture("Inter", "normal", missing).await), 0, "{missing}");
    }
}
