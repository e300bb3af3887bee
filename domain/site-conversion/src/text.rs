//! Texts of exports, which may be in another encoding, or have entities and characters that Postgres does not store.

use encoding_rs::WINDOWS_1252;
use stoa_values::text::one_line;

use super::html::decode_entities;

/// Decodes UTF-8. Other bytes are read as Windows-1252, which old editors and spreadsheets write; then the second value
/// is true. NUL is removed, because Postgres does not store it.
pub fn decode(bytes: &[u8]) -> (String, bool) {
    let (text, is_other) = match std::str::from_utf8(bytes) {
        Ok(text) => (text.to_owned(), false),
        Err(_) => (WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned(), true),
    };
    match text.contains('\0') {
        true => (text.replace('\0', ""), is_other),
        false => (text, is_other),
    }
}

/// Returns a name or another short text as one line without entities.
pub fn plain(text: &str) -> String {
    one_line(&decode_entities(text))
}

/// Returns a text unless it has no visible character.
pub fn present(text: String) -> Option<String> {
    (!stoa_values::text::trim(&text).is_empty()).then_some(text)
}

/// Cuts a text to a number of characters.
pub fn cut(text: &str, characters: usize) -> &str {
    text.char_indices().nth(characters).map_or(text, |(end, _)| &text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_encodings_are_read() {
        assert_eq!(decode("Größe".as_bytes()), ("Größe".to_owned(), false));
        assert_eq!(decode(b"Gr\xf6\xdfe \x80 5"), ("Größe € 5".to_owned(), true));
        assert_eq!(decode(b"a\0b"), ("ab".to_owned(), false));
    }

    #[test]
    fn names_are_one_line() {
        assert_eq!(plain(" Salt &amp;\r\n Pepper&#8217;s "), "Salt & Pepper’s");
        assert_eq!(cut("äöü", 2), "äö");
    }
}
