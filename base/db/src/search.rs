//! Builds `like` patterns from search text. Every character of the search text is literal.
//!
//! Search text may have any length. The cost of a search grows with its pattern, so only the beginning is used.

use std::collections::BTreeSet;

/// Number of characters that a search uses, of a title search or of each word. The rest is ignored.
const MAX_SEARCH_CHARACTERS: usize = 200;

/// Number of words that a search uses. The rest is ignored.
const MAX_SEARCH_WORDS: usize = 10;

/// Returns the beginning of a text, of which a search uses no more.
pub fn beginning(text: &str) -> &str {
    match text.char_indices().nth(MAX_SEARCH_CHARACTERS) {
        Some((end, _)) => &text[..end],
        None => text,
    }
}

/// Returns a `like` pattern that finds the text anywhere.
pub fn anywhere(text: &str) -> String {
    let mut pattern = String::with_capacity(text.len() + 2);
    pattern.push('%');
    for character in text.chars() {
        if matches!(character, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(character);
    }
    pattern.push('%');
    pattern
}

/// The first ten words of a search, without duplicates.
#[derive(Debug, PartialEq)]
pub struct Words {
    pub patterns: Vec<String>,
    /// Whether a trigram index can find each word.
    pub are_indexed: Vec<bool>,
    /// Whether each word can be found by an index of the trigrams of a text in which each character is repeated three
    /// times, but not by a trigram index of the text.
    pub are_short: Vec<bool>,
}

impl Words {
    /// Splits the text at white space, ignoring case. Returns `None` if the text has no words.
    pub fn of(text: &str) -> Option<Self> {
        let text = text.to_lowercase();
        let words: BTreeSet<&str> =
            text.split_whitespace().take(MAX_SEARCH_WORDS).map(beginning).collect();
        let patterns = words.iter().map(|word| anywhere(word)).collect();
        let are_indexed = words.iter().map(|word| is_found_by_index(word)).collect();
        let are_short = words.iter().map(|word| matches!(longest_run(word), 1 | 2)).collect();
        (!words.is_empty()).then_some(Self { patterns, are_indexed, are_short })
    }
}

/// Whether a trigram index can find this text. The text must have three letters or digits in a row. For other text,
/// Postgres would read the whole index, which takes longer than reading the table.
pub fn is_found_by_index(text: &str) -> bool {
    longest_run(text) >= 3
}

fn longest_run(text: &str) -> usize {
    let runs = text.split(|character: char| !character.is_alphanumeric());
    runs.map(|run| run.chars().count()).max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wildcards_are_literal() {
        assert_eq!(anywhere(r"100%_\x"), r"%100\%\_\\x%");
    }

    #[test]
    fn words_are_split_at_white_space() {
        let words = Words::of("  of mügs\u{a0}of canvas ").unwrap();
        assert_eq!(words.patterns, ["%canvas%", "%mügs%", "%of%"]);
        assert_eq!(words.are_indexed, [true, true, false]);
    }

    #[test]
    fn a_word_in_another_case_is_the_same() {
        let words = Words::of("Über über ÜBER of OF").unwrap();
        assert_eq!(words.patterns, ["%of%", "%über%"]);
    }

    #[test]
    fn short_words_are_found_without_an_index() {
        for text in ["a", "of", "---", "a-b 1.5", "über"] {
            assert_eq!(is_found_by_index(text), text == "über", "{text}");
        }
        let words = Words::of("a of -----").unwrap();
        assert_eq!((words.are_indexed, words.are_short), (vec![false; 3], vec![false, true, true]));
    }

    #[test]
    fn long_text_is_cut() {
        let long = "ü".repeat(201);
        assert_eq!(beginning(&long), "ü".repeat(200));
        assert_eq!(beginning(&long[2..]), &long[2..]);
        let words = Words::of(&format!("{long} b c d e f g h i b k")).unwrap();
        assert_eq!(words.patterns.len(), 9);
        assert_eq!(words.patterns.last().unwrap().chars().count(), 202);
        assert!(!words.patterns.contains(&"%k%".to_owned()));
    }

    #[test]
    fn no_words() {
        assert_eq!(Words::of(""), None);
        assert_eq!(Words::of(" \t "), None);
    }
}
