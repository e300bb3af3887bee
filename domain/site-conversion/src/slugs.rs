//! Slugs, which are unique among the rows of a kind.

use std::collections::HashMap;

use percent_encoding::percent_decode_str;
use unicode_normalization::UnicodeNormalization;

use super::text::{cut, plain};

/// Maximum length of a slug in characters.
const MAX_CHARACTERS: usize = 255;

/// The slugs of a kind that are taken, each with the number that the next row of this slug may get.
#[derive(Default)]
pub struct Slugs(HashMap<String, usize>);

impl Slugs {
    /// Takes the slug of the export, or a similar one if a bundle cannot have it. If the export has no slug, takes one
    /// that is made from the name, or else `fallback`.
    pub fn take(&mut self, slug: &str, name: &str, fallback: &str) -> String {
        let slug = retained(slug);
        let slug = if slug.is_empty() { from_name(name) } else { slug };
        let slug = if slug.is_empty() { fallback.to_owned() } else { slug };
        let Some(mut number) = self.0.get(&slug).copied() else {
            self.0.insert(slug.clone(), 2);
            return slug;
        };
        let numbered = loop {
            let suffix = format!("-{number}");
            let numbered = format!("{}{suffix}", cut(&slug, MAX_CHARACTERS - suffix.len()));
            number += 1;
            if !self.0.contains_key(&numbered) {
                break numbered;
            }
        };
        self.0.insert(slug, number);
        self.0.insert(numbered.clone(), 2);
        numbered
    }
}

/// Returns a slug without the characters that no address may have. WordPress writes other scripts percent-encoded.
pub fn retained(slug: &str) -> String {
    let decoded = percent_decode_str(slug.trim()).decode_utf8();
    let slug = decoded.as_deref().unwrap_or(slug.trim());
    joined(slug.chars().map(|letter| if is_refused(letter) { ' ' } else { letter }))
        .trim_start_matches('.')
        .to_owned()
}

fn from_name(name: &str) -> String {
    let name = plain(name).to_lowercase();
    let is_joiner = |letter: char| letter == '\'' || letter == '’';
    let letters = name.chars().filter(|&letter| !is_joiner(letter));
    joined(letters.map(|letter| if is_of_word(letter) { letter } else { ' ' }))
}

/// Whether a letter, a digit, or a mark that belongs to the letter before it.
fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || unicode_normalization::char::is_combining_mark(letter)
}

/// Joins words with hyphens, and cuts the result to the length of a slug.
fn joined(letters: impl Iterator<Item = char>) -> String {
    // Letters that were left out may have separated a letter from its mark.
    let text: String = letters.nfc().collect();
    let words = text.split(' ').map(|word| word.trim_matches('-'));
    let slug = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-");
    cut(&slug, MAX_CHARACTERS).to_owned()
}

/// Whether a slug may not have this character, as in the staff API.
fn is_refused(letter: char) -> bool {
    letter.is_whitespace()
        || letter.is_control()
        || "/?#%\\".contains(letter)
        || matches!(letter, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use stoa_values::is_slug_too_long;

    use super::Slugs;

    #[test]
    fn slugs_are_retained_or_made() {
        for (slug, name, taken) in [
            ("blue-mug", "Mug", "blue-mug"),
            ("", "Men's “Blue” Mug & Söhne!", "mens-blue-mug-söhne"),
            ("%e6%97%a5%e6%9c%ac", "", "日本"),
            ("a b/c?d#e\\f", "", "a-b-c-d-e-f"),
            ("..hidden", "", "hidden"),
            ("50%-off", "", "50-off"),
            ("\u{200b}", "!!", "product-7"),
            ("e\u{301}", "", "é"),
            ("", "Cafe'\u{301}", "café"),
        ] {
            assert_eq!(Slugs::default().take(slug, name, "product-7"), taken);
        }
    }

    #[test]
    fn slugs_are_unique_and_short() {
        let mut slugs = Slugs::default();
        let long = "x".repeat(300);
        let taken: Vec<String> = (0..3).map(|_| slugs.take(&long, "", "")).collect();
        assert_eq!(taken[0], "x".repeat(255));
        assert_eq!(taken[1], format!("{}-2", "x".repeat(253)));
        assert_eq!(taken[2], format!("{}-3", "x".repeat(253)));
        for _ in 0..2 {
            assert!(!is_slug_too_long(&slugs.take(&"\u{958}".repeat(300), "", "")));
        }
        assert_eq!(slugs.take("", "Café", ""), "café");
        assert_eq!(slugs.take("", "Cafe'\u{301}", ""), "café-2");
    }
}
