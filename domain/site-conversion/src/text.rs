//! Texts of exports, which may be in another encoding, or have entities and characters that Postgres does not store.

use stoa_values::text::one_line;

use super::entities::decode_entities;

/// The characters of Windows-1252 from 0x80 to 0x9F. Unassigned bytes stand for the control characters of ISO 8859-1.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Decodes UTF-8. Other bytes are read as Windows-1252, which old editors and spreadsheets write; then the second value
/// is true. NUL is removed, because Postgres does not store it.
pub fn decode(bytes: &[u8]) -> (String, bool) {
    let (text, is_other) = match std::str::from_utf8(bytes) {
        Ok(text) => (text.to_owned(), false),
        Err(_) => (bytes.iter().map(|&byte| windows_1252(byte)).collect(), true),
    };
    match text.contains('\0') {
        true => (text.replace('\0', ""), is_other),
        false => (text, is_other),
    }
}

fn windows_1252(byte: u8) -> char {
    match byte {
        0x80..=0x9f => WINDOWS_1252[usize::from(byte - 0x80)],
        _ => char::from(byte),
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
