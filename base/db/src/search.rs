//! Search text as patterns for `like`: literal, whatever it holds.

/// What `like` finds this text by, anywhere.
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

/// The words of a search, each as a pattern.
#[derive(Debug, Default, PartialEq)]
pub struct Words {
    /// The one that an index narrows down the most; none when there are no words.
    pub longest: Option<String>,
    /// The others, each once.
    pub others: Vec<String>,
}

impl Words {
    /// Cuts the text at its white space.
    pub fn of(text: Option<&str>) -> Self {
        let mut words: Vec<&str> = text.unwrap_or_default().split_whitespace().collect();
        words.sort_unstable_by_key(|word| (std::cmp::Reverse(word.chars().count()), *word));
        words.dedup();
        let mut patterns = words.into_iter().map(anywhere);
        Self { longest: patterns.next(), others: patterns.collect() }
    }
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
        let words = Words::of(Some("  of mügs\u{a0}of canvas "));
        assert_eq!(words.longest.as_deref(), Some("%canvas%"));
        assert_eq!(words.others, ["%mügs%", "%of%"]);
    }

    #[test]
    fn no_words() {
        assert_eq!(Words::of(None), Words::default());
        assert_eq!(Words::of(Some(" \t ")), Words::default());
    }
}
