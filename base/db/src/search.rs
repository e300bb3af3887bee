//! Builds `like` patterns from search text. Every character of the search text is literal.

use std::cmp::Reverse;

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

/// The words of a search, each as a `like` pattern.
#[derive(Debug, PartialEq)]
pub struct Words {
    /// The word with the longest run of letters and digits, for which a trigram index returns the fewest rows. `None`
    /// if every word is too short for the index.
    pub longest: Option<String>,
    /// The other words, without duplicates.
    pub others: Vec<String>,
}

impl Words {
    /// Splits the text at white space, ignoring case. Returns `None` if the text has no words.
    pub fn of(text: &str) -> Option<Self> {
        let text = text.to_lowercase();
        let mut words: Vec<&str> = text.split_whitespace().collect();
        words.sort_unstable_by_key(|word| (Reverse(longest_run(word)), *word));
        words.dedup();
        let is_found = is_found_by_index(words.first()?);
        let mut patterns = words.into_iter().map(anywhere);
        let longest = if is_found { patterns.next() } else { None };
        Some(Self { longest, others: patterns.collect() })
    }
}

/// Whether a trigram index can find this text. The text must have three letters or digits in a row. For other text,
/// Postgres would read the whole index, which takes longer than reading the table.
pub fn is_found_by_index(text: &str) -> bool {
    longest_run(text) >= 3
}

/// The length of the longest run of letters and digits.
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
    fn the_longest_word_comes_first() {
        let words = Words::of("  of mügs\u{a0}of canvas ").unwrap();
        assert_eq!(words.longest.as_deref(), Some("%canvas%"));
        assert_eq!(words.others, ["%mügs%", "%of%"]);
    }

    #[test]
    fn a_word_in_another_case_is_the_same() {
        let words = Words::of("Über über ÜBER of OF").unwrap();
        assert_eq!(words.longest.as_deref(), Some("%über%"));
        assert_eq!(words.others, ["%of%"]);
    }

    #[test]
    fn short_words_are_found_without_an_index() {
        for text in ["a", "of", "---", "a-b 1.5", "über"] {
            assert_eq!(is_found_by_index(text), text == "über", "{text}");
        }
        let words = Words::of("a of -----").unwrap();
        assert_eq!(
            words,
            Words { longest: None, others: ["%of%", "%a%", "%-----%"].map(Into::into).into() }
        );
    }

    #[test]
    fn no_words() {
        assert_eq!(Words::of(""), None);
        assert_eq!(Words::of(" \t "), None);
    }
}
