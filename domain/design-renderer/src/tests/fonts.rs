//! Every font draws, and every font is served.

use std::collections::BTreeSet;
use std::fs;
use std::sync::Arc;

use resvg::tiny_skia::Pixmap;
use serde_json::json;

use super::{SQUARE, drawn, inked, layers};
use crate::{Drawings, Fonts, Ground};

#[tokio::test]
async fn every_font_draws() {
    let mut pictures = BTreeSet::new();
    let mut count = 0;
    for family in Fonts::bundled().families() {
        let text = match family.name.as_str() {
            "Noto Sans Arabic" => "مرحبا",
            "Noto Sans Hebrew" => "שלום",
            _ => "Ahoy 123",
        };
        for weight in family.weights() {
            let json = json!([{"type": "text", "text": text, "fontFamily": family.name,
                               "fontWeight": weight, "fontSize": 0.2}]);
            let picture = drawn(&json).await;
            assert!(inked(&picture) > 300, "{} {weight}", family.name);
            pictures.insert(picture.data().to_vec());
            count += 1;
        }
    }
    assert!(count > 25);
    assert_eq!(pictures.len(), count, "two of them look alike");
}

#[test]
fn all_five_categories_are_there() {
    let fonts = Fonts::bundled();
    let categories: BTreeSet<&str> =
        fonts.families().iter().map(|family| family.category).collect();
    let all = ["display", "handwriting", "monospace", "sans-serif", "serif"];
    assert_eq!(categories, BTreeSet::from(all));
    let names: Vec<&str> = fonts.families().iter().map(|family| family.name.as_str()).collect();
    assert!((12..=16).contains(&names.len()), "{names:?}");
    assert!(names.is_sorted());
}

#[test]
fn a_stylesheet_names_existing_files() {
    let fonts = Fonts::bundled();
    for family in fonts.families() {
        let sheet = fonts.stylesheet(&family.slug).unwrap();
        let files: Vec<&str> =
            sheet.split("url(\"").skip(1).map(|rest| rest.split('?').next().unwrap()).collect();
        assert!(!files.is_empty(), "{}", family.name);
        for file in files {
            let file = fonts.file(file).unwrap();
            assert!(file.media_type.starts_with("font/"));
        }
        assert!(sheet.contains(&format!("font-family: \"{}\"", family.name)));
    }
    assert!(fonts.stylesheet("comic-sans").is_none());
    assert!(fonts.file("../Cargo.toml").is_none());
}

/// For each weight and style, a browser finds in the stylesheet the file that drawings use, and a rule that says that the
/// file has this weight and style, so that the browser imitates neither bold nor italic.
#[test]
fn a_browser_has_the_styles_of_drawings() {
    let fonts = Fonts::bundled();
    let mut missing = 0;
    for family in fonts.families() {
        let sheet = fonts.stylesheet(&family.slug).unwrap();
        let rules = rules(&sheet);
        for (weight, italic) in [(400, false), (700, false), (400, true), (700, true)] {
            let style = if italic { "italic" } else { "normal" };
            let id = fonts.face(&family.name, (weight, italic)).unwrap();
            let drawn = family.faces.iter().find(|face| face.id == id).unwrap();
            let of_style: Vec<_> =
                rules.iter().filter(|rule| (rule.0, rule.1) == (style, weight)).collect();
            let [(.., file)] = of_style[..] else { panic!("{} {weight} {style}", family.name) };
            assert_eq!(*file, drawn.file, "{} {weight} {style}", family.name);
            missing += usize::from(drawn.style != (weight, italic));
        }
        let all = family.faces.iter().map(|face| {
            let (weight, italic) = face.style;
            (if italic { "italic" } else { "normal" }, weight, face.file.as_str())
        });
        assert!(all.into_iter().all(|face| rules.contains(&face)), "{}", family.name);
    }
    assert!(missing > 20, "{missing}");
}

/// The bundled fonts, and a font in a folder.
fn with_font(name: &str, bytes: &[u8]) -> Fonts {
    let folder = std::env::temp_dir().join(format!("stoa-font-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(name), bytes).unwrap();
    let (fonts, refused) = Fonts::bundled().with_folder(&folder).unwrap();
    fs::remove_dir_all(&folder).unwrap();
    assert!(refused.is_empty());
    fonts
}

/// The style, weight and file of each rule of a stylesheet.
fn rules(sheet: &str) -> Vec<(&str, u16, &str)> {
    let rules = sheet.split("@font-face").skip(1).map(|rule| {
        let value = |key, end| rule.split_once(key).unwrap().1.split(end).next().unwrap();
        let weight = value("font-weight: ", ';').parse().unwrap();
        (value("font-style: ", ';'), weight, value("url(\"", '?'))
    });
    rules.collect()
}

/// The font's weights are 350 to 820. A browser draws a text with the rule that is closest to the text's weight, and
/// limits this rule's weight to those of the font. The bar's width, and thereby its ink, is the weight.
#[tokio::test]
async fn a_variable_font_draws_the_weights_of_its_stylesheet() {
    let fonts = with_font("Sliding-Regular.ttf", include_bytes!("Sliding-Regular.ttf"));
    let family = fonts.families().iter().find(|family| family.name == "Sliding").unwrap();
    let weights = [350, 400, 500, 600, 700, 800, 820];
    assert_eq!(family.weights(), BTreeSet::from(weights));
    assert_eq!(family.styles().len(), 2 * weights.len());
    let sheet = fonts.stylesheet("sliding").unwrap();
    let mut expected = Vec::new();
    for weight in weights {
        expected.push(("normal", weight, "Sliding-Regular.ttf"));
        expected.push(("italic", weight, "Sliding-Regular.ttf"));
    }
    assert_eq!(rules(&sheet), expected);
    let drawings = Drawings::new(Arc::new(fonts));
    for (weight, closest) in
        [(1, 350), (400, 400), (550, 600), (700, 700), (900, 820), (1_000, 820)]
    {
        let mut pictures = BTreeSet::new();
        for style in ["normal", "italic"] {
            let json = json!([{"type": "text", "text": "I", "fontFamily": "Sliding", "fontSize": 1,
                               "fontWeight": weight, "fontStyle": style}]);
            let drawn =
                drawings.flat(layers(&json), Arc::default(), SQUARE, Ground::Transparent).await;
            let picture = Pixmap::decode_png(&drawn.unwrap().bytes).unwrap();
            let ink: u32 = picture.pixels().iter().map(|pixel| u32::from(pixel.alpha())).sum();
            // The bar is 140 pixels high, and its width is a fifth of a pixel for each unit of weight.
            let expected = closest * 28 * 255;
            assert!(ink.abs_diff(expected) * 200 < expected, "{weight} {style}: {ink}, {expected}");
            pictures.insert(picture.data().to_vec());
        }
        assert_eq!(pictures.len(), 2, "{weight}: italic is upright");
    }
}

/// Lobster Two has none of these letters.
#[tokio::test]
async fn missing_letters_use_another_font() {
    for text in ["Καλημέρα", "Привет", "שלום", "مرحبا"] {
        let json = json!([{"type": "text", "text": text, "fontFamily": "Lobster Two"}]);
        assert!(inked(&drawn(&json).await) > 150, "{text}");
    }
}

#[test]
fn a_folder_adds_fonts() {
    let folder = std::env::temp_dir().join(format!("stoa-fonts-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let bundled = Fonts::bundled();
    let font = &bundled.file("Inter-Bold.otf").unwrap().bytes;
    for (name, bytes) in [
        ("Inter-ExtraBold.otf", font.as_ref()),
        ("Inter-Regular.otf", font.as_ref()),
        ("broken.ttf", b"no font"),
        ("half.otf", &font[..4_000]),
        ("quote\".ttf", font.as_ref()),
        ("Inter[opsz,wght].ttf", font.as_ref()),
        ("Inter Thin.otf", font.as_ref()),
        ("Größe.OTF", font.as_ref()),
        ("Inter-Black.OTF", font.as_ref()),
        ("Inter.woff2", font.as_ref()),
        ("Inter.TTC", font.as_ref()),
        ("readme.txt", b"read me"),
        ("OFL", b"a licence"),
        (".hidden.ttf", b"no font"),
    ] {
        fs::write(folder.join(name), bytes).unwrap();
    }
    fs::create_dir_all(folder.join("static")).unwrap();
    std::os::unix::fs::symlink("/nowhere.ttf", folder.join("nowhere.ttf")).unwrap();
    let (fonts, skipped) = Fonts::bundled().with_folder(&folder).unwrap();
    fs::remove_dir_all(&folder).unwrap();
    let format = "has another format: convert it to .ttf or .otf";
    let name = "has a name that is not safe in a URL: use only letters of ASCII, digits, -, _ and ., at most 100";
    let lines: Vec<String> = skipped.iter().map(ToString::to_string).collect();
    assert_eq!(
        lines,
        [
            format!("Größe.OTF {name}"),
            format!("Inter Thin.otf {name}"),
            format!("Inter.TTC {format}"),
            format!("Inter.woff2 {format}"),
            format!("Inter[opsz,wght].ttf {name}"),
            "broken.ttf is not a font, or its family has no name that is safe in a style sheet"
                .into(),
            "nowhere.ttf cannot be read".into(),
            format!("quote\".ttf {name}"),
            "static is a folder: move its fonts to the folder of fonts".into(),
        ]
    );
    let inter = fonts.families().iter().find(|family| family.name == "Inter").unwrap();
    assert_eq!(inter.weights(), BTreeSet::from([400, 700, 800, 900]));
    assert_eq!(fonts.file("Inter-Black.OTF").unwrap().media_type, "font/otf");
    let sheet = fonts.stylesheet(&inter.slug).unwrap();
    assert!(sheet.lines().all(|line| line.contains("Black") == line.contains("OTF")));
    assert!(!sheet.contains("truetype"), "{sheet}");
    assert_eq!(fonts.file("Inter-Regular.otf").unwrap().bytes, font);
    assert!(Fonts::bundled().with_folder(&folder).is_err());
}

/// The SVG library draws the letters of a font with coloured glyphs, such as emoji.
#[tokio::test]
async fn a_coloured_font_draws() {
    let mut font = Fonts::bundled().file("Inter-Regular.otf").unwrap().bytes.to_vec();
    // The table of coloured glyphs is broken, so the outlines are drawn.
    let table = font.windows(4).position(|tag| tag == b"GDEF").unwrap();
    font[table..table + 4].copy_from_slice(b"COLR");
    let fonts = with_font("Inter-Regular.otf", &font);
    let json = json!([{"type": "text", "text": "a <b> & c", "fontFamily": "Inter", "fill": "red"}]);
    let (expected, drawings) = (drawn(&json).await, Drawings::new(Arc::new(fonts)));
    let coloured = drawings.flat(layers(&json), Arc::default(), SQUARE, Ground::Transparent).await;
    let coloured = Pixmap::decode_png(&coloured.unwrap().bytes).unwrap();
    let (expected, coloured) = (inked(&expected), inked(&coloured));
    assert!(expected.abs_diff(coloured) * 20 < expected, "{expected} and {coloured}");
}
