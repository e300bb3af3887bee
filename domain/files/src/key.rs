//! The key of a file: 32 hexadecimal digits, and an extension that tells the file's media type. The digits are random,
//! or the start of a digest of the content.

use sha2::{Digest, Sha256};

/// Number of hexadecimal digits in a key.
const DIGITS: usize = 32;

const MEDIA_TYPES: [(&str, &str); 5] = [
    ("png", "image/png"),
    ("jpg", "image/jpeg"),
    ("jpeg", "image/jpeg"),
    ("webp", "image/webp"),
    ("gif", "image/gif"),
];

pub(crate) fn new_key(extension: &str) -> String {
    format!("{}.{extension}", hex::encode(rand::random::<[u8; DIGITS / 2]>()))
}

/// Returns a key that is derived from a file's content. The file must not be secret, because anyone who has the content
/// can compute the key.
pub(crate) fn key_of_content(bytes: &[u8], extension: &str) -> String {
    let digest = Sha256::digest(bytes);
    format!("{}.{extension}", hex::encode(&digest[..DIGITS / 2]))
}

/// Whether a text is a key. The constraint `files_key_malformed` has the same rule. A text must pass this check before
/// it becomes part of a path in the storage.
pub fn is_key(text: &str) -> bool {
    let Some((digits, extension)) = text.split_once('.') else { return false };
    digits.len() == DIGITS
        && digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
        && (2..=5).contains(&extension.len())
        && extension.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'z'))
}

/// Returns the media type for a key's extension. For an unknown extension, this is a type that browsers do not display.
pub fn media_type(key: &str) -> &'static str {
    let extension = key.rsplit('.').next().unwrap_or_default();
    let known = MEDIA_TYPES.iter().find(|(other, _)| *other == extension);
    known.map_or("application/octet-stream", |(_, media_type)| media_type)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_keys_are_valid() {
        let (one, other) = (new_key("png"), new_key("png"));
        assert!(is_key(&one) && is_key(&other) && one != other, "{one} {other}");
        assert_eq!(media_type(&one), "image/png");
    }

    #[test]
    fn the_same_content_has_the_same_key() {
        let key = key_of_content(b"a lighthouse", "jpg");
        assert!(is_key(&key) && key == key_of_content(b"a lighthouse", "jpg"), "{key}");
        assert_ne!(key, key_of_content(b"a wave", "jpg"));
    }

    #[test]
    fn invalid_keys() {
        let digits = "0123456789abcdef0123456789abcdef";
        assert!(is_key(&format!("{digits}.webp")));
        for text in [
            "",
            ".",
            "..",
            "../secret",
            digits,
            &format!("{digits}."),
            &format!("{digits}.p"),
            &format!("{digits}.pngpng"),
            &format!("{digits}.PNG"),
            &format!("{digits}.png.html"),
            &format!("{digits}.p/g"),
            &format!("{}.png", digits.to_uppercase()),
            &format!("{}.png", &digits[1..]),
            &format!("0{digits}.png"),
            &format!("../{digits}.png"),
            &format!("{digits}.png\0"),
            &format!("{}é.png", &digits[2..]),
        ] {
            assert!(!is_key(text), "{text}");
        }
    }

    #[test]
    fn other_files_are_octet_streams() {
        for key in ["a.svg", "a.html", "a"] {
            assert_eq!(media_type(key), "application/octet-stream", "{key}");
        }
    }
}
