//! Postal codes, normalized for comparison.

/// Returns the letters and digits of a postal code, in upper case. Of a ZIP+4 code, which has nine digits, only the
/// first five are returned.
pub(crate) fn comparable(text: &str) -> String {
    let code: String =
        text.chars().filter(|char| char.is_alphanumeric()).flat_map(char::to_uppercase).collect();
    match code.len() == 9 && code.bytes().all(|byte| byte.is_ascii_digit()) {
        true => code[..5].to_owned(),
        false => code,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_code() {
        for (text, expected) in [
            ("04856", "04856"),
            (" 04856-1234 ", "04856"),
            ("048561234", "04856"),
            ("k1a 0b1", "K1A0B1"),
            ("K1A-0B1", "K1A0B1"),
            ("99-400", "99400"),
            ("12345678", "12345678"),
            ("04856\0", "04856"),
            ("-", ""),
        ] {
            assert_eq!(comparable(text), expected, "{text}");
        }
    }
}
