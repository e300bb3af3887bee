//! Names of countries and states, normalized for comparison.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// Returns the letters and digits of a name, in upper case and without accents.
pub(crate) fn spelling(name: &str) -> String {
    let letters = name.nfkd().filter(|letter| !is_combining_mark(*letter));
    letters.flat_map(char::to_uppercase).filter(|letter| letter.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_name() {
        for (name, expected) in [
            (" Österreich ", "OSTERREICH"),
            ("O\u{308}sterreich", "OSTERREICH"),
            ("Großbritannien", "GROSSBRITANNIEN"),
            ("Türkiye", "TURKIYE"),
            ("U.S.A.", "USA"),
            ("us-ca", "USCA"),
            ("日本", "日本"),
            ("\0", ""),
        ] {
            assert_eq!(spelling(name), expected, "{name}");
        }
    }
}
