//! Recognizes the states and provinces of a country as people and programs write them.

use std::{collections::HashMap, sync::LazyLock};

use rust_iso3166::iso3166_2::{SUBDIVISION_COUNTRY_MAP, Subdivision};

use crate::shipping::{country::country, spelling::spelling};

/// The codes of a country's states, by their spellings. The code is `None` if several states have the name.
type Codes = HashMap<String, Option<&'static str>>;

/// The states of each country that has some, by its code.
static STATES: LazyLock<HashMap<&str, Codes>> = LazyLock::new(|| {
    let countries = SUBDIVISION_COUNTRY_MAP.into_iter();
    countries.map(|(country, states)| (*country, codes(states))).collect()
});

/// Returns the ISO 3166-2 code of a state, without the country's prefix. The text is the code with or without the
/// prefix (`US-CA` or `CA`), or the name. Case and accents are ignored. Returns `None` if the text is no state of the
/// country.
pub fn state(country: &str, text: &str) -> Option<&'static str> {
    *STATES.get(country)?.get(&spelling(text))?
}

/// Returns the country that the prefix of a state's ISO 3166-2 code names, such as `US` of `US-HI`.
pub(crate) fn country_of(text: &str) -> Option<&'static str> {
    let country = country(text.split_once('-')?.0)?;
    state(country, text).map(|_| country)
}

fn codes(states: &[Subdivision]) -> Codes {
    let mut codes = Codes::new();
    for Subdivision { name, region_code, .. } in states {
        let code = codes.entry(spelling(name)).or_insert(Some(region_code));
        *code = code.filter(|code| code == region_code);
    }
    // A code takes precedence over a name.
    for Subdivision { code, region_code, .. } in states {
        codes.insert(spelling(code), Some(region_code));
        codes.insert(spelling(region_code), Some(region_code));
    }
    codes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_states() {
        #[rustfmt::skip]
        let table: &[(&str, &str, &[&str])] = &[
            ("US", "CA", &["CA", "ca", "US-CA", "us ca", "California", " CALIFORNIA "]),
            ("US", "DE", &["DE", "US-DE", "Delaware"]),
            ("US", "NY", &["New York", "NewYork"]),
            ("CA", "QC", &["QC", "CA-QC", "Québec", "Quebec", "QUE\u{301}BEC"]),
            ("DE", "BY", &["BY", "DE-BY", "Bayern"]),
            ("MX", "CMX", &["Ciudad de México", "ciudad de mexico"]),
            ("AT", "9", &["9", "AT-9", "Wien"]),
            ("JP", "13", &["13", "JP-13", "Tokyo"]),
        ];
        for (country, code, spellings) in table {
            for text in *spellings {
                assert_eq!(state(country, text), Some(*code), "{country} {text}");
            }
        }
    }

    #[test]
    fn other_texts() {
        let long = "CA".repeat(8 * 1024);
        for text in ["", " ", "XX", "California Republic", "CA-QC", "Bayern", "\0", &long] {
            assert_eq!(state("US", text), None, "{text:.20}");
        }
        assert_eq!(state("XK", "CA"), None);
        assert_eq!(state("ZZ", "CA"), None);
        // A city and a district of Azerbaijan have this name.
        assert_eq!(state("AZ", "Lənkəran"), None);
        assert_eq!(state("AZ", "LAN"), Some("LAN"));
    }

    #[test]
    fn countries_of_codes() {
        for (text, expected) in [
            ("US-HI", Some("US")),
            (" ca-qc ", Some("CA")),
            ("HI", None),
            ("Hawaii", None),
            ("US-XX", None),
            ("USA-HI", None),
            ("Baden-Württemberg", None),
            ("-", None),
        ] {
            assert_eq!(country_of(text), expected, "{text}");
        }
    }
}
