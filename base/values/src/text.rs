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

/// Whether JavaScript calls the character white space.
fn is_white_space(letter: char) -> bool {
    letter == '\u{feff}' || letter.is_whitespace() && letter != '\u{85}'
}

#[cfg(test)]
mod tests {
    use super::trim;

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
