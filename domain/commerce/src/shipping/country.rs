//! Recognizes countries as people and programs write them.

use std::{collections::HashMap, sync::LazyLock};

use keshvar::{Alpha2, Country, SUPPORTED_ALPHA2_LIST};

use crate::shipping::spelling::spelling;

/// The code of each country, by its spellings.
static CODES: LazyLock<HashMap<String, String>> = LazyLock::new(codes);

/// Kosovo's code is from the range of ISO 3166-1 that users assign. Carriers use it.
const KOSOVO: [&str; 4] = ["XK", "XKX", "Kosovo", "Kosova"];

/// Returns the ISO 3166-1 alpha-2 code of a country. The text is its code of two or three letters, its English name, or
/// its name in its own language. Case and accents are ignored. Returns `None` if the text is no country.
pub fn country(text: &str) -> Option<&'static str> {
    CODES.get(&spelling(text)).map(String::as_str)
}

fn codes() -> HashMap<String, String> {
    let countries: Vec<Country> = SUPPORTED_ALPHA2_LIST.iter().map(Alpha2::to_country).collect();
    let mut codes = HashMap::new();
    let mut add = |name: &str, code: &str| {
        codes.entry(spelling(name)).or_insert_with(|| code.to_owned());
    };
    KOSOVO.iter().for_each(|name| add(name, "XK"));
    for country in &countries {
        let code = country.alpha2().to_string();
        add(&code, &code);
        add(&country.alpha3().to_string(), &code);
    }
    for country in &countries {
        let names = [country.iso_short_name(), country.iso_long_name()];
        let others = country.unofficial_name_list();
        names.iter().chain(others).for_each(|name| add(name, &country.alpha2().to_string()));
    }
    // These come last: `Sint Maarten` is another country's name in Dutch, a language of Saint Martin.
    for country in &countries {
        let own = country.maybe_official_language_list().unwrap_or_default();
        for (language, name) in country.translations() {
            // Chinese has a name for each script, such as `zh_TW`.
            let language = language.split('_').next().unwrap_or_default();
            if language == "en" || own.contains(&language) {
                add(name, &country.alpha2().to_string());
            }
        }
    }
    codes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_countries() {
        #[rustfmt::skip]
        let table: &[(&str, &[&str])] = &[
            ("US", &["US", "us", " usa ", "U.S.A.", "United States", "united states of america"]),
            ("DE", &["de", "DEU", "Germany", "Deutschland", "DEUTSCHLAND"]),
            ("AT", &["AUT", "Austria", "Österreich", "osterreich", "O\u{308}sterreich"]),
            ("MX", &["MEX", "Mexico", "México", "The United Mexican States"]),
            ("JP", &["JPN", "Japan", "日本"]),
            ("CA", &["ca", "CAN", "Canada"]),
            ("GB", &["UK", "United Kingdom", "Great Britain"]),
            ("CH", &["Switzerland", "Schweiz", "Suisse", "Svizzera"]),
            ("CN", &["China", "中国", "中國"]),
            ("KR", &["South Korea", "대한민국"]),
            ("GR", &["Greece", "Ελλάδα", "ελλαδα"]),
            ("TR", &["Turkey", "Türkiye", "turkiye"]),
            ("NO", &["Norway", "Norge", "Noreg"]),
            ("IN", &["India", "भारत"]),
            ("EG", &["Egypt", "مصر"]),
            ("CZ", &["Czech Republic", "Česko", "cesko"]),
            ("NE", &["Niger"]),
            ("NG", &["Nigeria"]),
            ("SX", &["Sint Maarten"]),
            ("XK", &["xk", "XKX", "Kosovo"]),
        ];
        for (code, spellings) in table {
            for text in *spellings {
                assert_eq!(country(text), Some(*code), "{text}");
            }
        }
    }

    #[test]
    fn every_country_by_its_own_codes_and_names() {
        for alpha2 in SUPPORTED_ALPHA2_LIST {
            let (code, it) = (alpha2.to_string(), alpha2.to_country());
            let names = [it.iso_short_name(), it.iso_long_name(), &code];
            for name in names.into_iter().chain([it.alpha3().to_string().as_str()]) {
                assert_eq!(country(name), Some(code.as_str()), "{name}");
            }
        }
        assert_eq!(SUPPORTED_ALPHA2_LIST.len(), 249);
    }

    #[test]
    fn other_texts() {
        let long = "US".repeat(8 * 1024);
        for text in ["", " ", "D", "ZZ", "Deutchland", "US CA", "Alaska", "12", "\0", "-", &long] {
            assert_eq!(country(text), None, "{text:.20}");
        }
    }
}
