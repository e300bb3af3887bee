//! Texts that people type.

use std::sync::LazyLock;

use regex::Regex;

/// A character that people can see. Unicode calls U+2800, the empty pattern of Braille, a symbol. NUL counts as visible,
/// because requests with it are refused.
#[expect(clippy::expect_used, reason = "the pattern is valid")]
static VISIBLE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\x{2800}]|\x00")
        .expect("the pattern is valid")
});

/// Removes surrounding white space, as JavaScript's `trim` does. A text without a visible character becomes empty.
pub fn trim(text: &str) -> &str {
    match VISIBLE.is_match(text) {
        true => text.trim_matches(is_white_space),
        false => "",
    }
}

/// Returns the text as one line: without characters that control the direction of text, and with a single space in place
/// of white space, line breaks and control characters.
pub fn one_line(text: &str) -> String {
    let text = text.replace(controls_direction, "");
    let words = text.split(|letter: char| letter.is_whitespace() || is_control(letter));
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Whether the character is a control character or a line break, or controls the direction of text. Texts of one line have
/// no such character; the patterns of the staff API refuse the same ones.
pub fn is_control(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}') || controls_direction(letter)
}

fn controls_direction(letter: char) -> bool {
    matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether JavaScript calls the character white space.
fn is_white_space(letter: char) -> bool {
    letter == '\u{feff}' || letter.is_whitespace() && letter != '\u{85}'
}

#[cfg(test)]
mod tests {
    use super::{is_control, one_line, trim};

    #[test]
    fn white_space_is_removed_as_in_javascript() {
        for (text, trimmed) in [
            ("\u{feff} a b\t\u{3000}\u{2028}", "a b"),
            ("\u{85}a\u{85}", "\u{85}a\u{85}"),
            ("\u{200b}a\u{200b}", "\u{200b}a\u{200b}"),
            ("👩\u{200d}🚀", "👩\u{200d}🚀"),
            ("\u{e000}", "\u{e000}"),
            ("\0a", "\0a"),
            (" \0", "\0"),
        ] {
            assert_eq!(trim(text), trimmed);
        }
    }

    #[test]
    fn a_text_becomes_one_line() {
        for (text, line) in [
            ("Mara Lind", "Mara Lind"),
            (" Mara\r\n\r\nPay here: x\u{0}", "Mara Pay here: x"),
            ("a\u{85}b\u{2028}c\u{2029}d\u{1b}e", "a b c d e"),
            ("\u{202e}\u{2066}a\u{200f}b\u{61c}", "ab"),
            ("👩\u{200d}🚀 שלום", "👩\u{200d}🚀 שלום"),
            ("\u{202e} \u{1}", ""),
        ] {
            assert_eq!(one_line(text), line);
            assert!(!line.contains(is_control));
        }
    }

    #[test]
    fn a_text_without_a_visible_character_is_empty() {
        for text in [
            "",
            " ",
            "\u{feff}",
            "\u{200b}\u{ad}",
            "\u{2800}",
            "\u{3164}\u{115f}",
            "\u{202e}",
            "\u{fe0f}",
        ] {
            assert_eq!(trim(text), "", "{text:?}");
        }
    }
}
