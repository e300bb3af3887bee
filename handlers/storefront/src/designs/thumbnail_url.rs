//! The `thumbnailUrl` of a saved design: the URL of a picture, or a picture.

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use stoa_runtime::Bytes;
use url::{ParseError, Url};

/// Maximum length of the URL of a design's thumbnail, in characters. A longer one is answered 400.
const MAX_THUMBNAIL_URL_CHARACTERS: usize = 2048;

/// Maximum length of a thumbnail in a `data:` URL. A longer one is answered 400.
const MAX_DATA_URL_BYTES: usize = 700 * 1024;

const DATA_URL_TYPES: [&str; 4] = ["image/png", "image/jpeg", "image/jpg", "image/webp"];

/// Decodes with and without padding.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

#[derive(Debug, PartialEq)]
pub(super) enum ThumbnailUrl<'a> {
    Empty,
    Url(&'a str),
    /// The bytes of a `data:` URL, which may be anything.
    Picture(Bytes),
}

/// Returns `None` if the text is not a URL that pages can show as a picture.
pub(super) fn read(text: &str) -> Option<ThumbnailUrl<'_>> {
    let text = text.trim_matches(|letter: char| letter.is_whitespace() || letter == '\u{feff}');
    if text.is_empty() {
        return Some(ThumbnailUrl::Empty);
    }
    if let Some((scheme, content)) = text.split_once(':')
        && scheme.eq_ignore_ascii_case("data")
    {
        return picture(content).map(ThumbnailUrl::Picture);
    }
    is_url(text).then_some(ThumbnailUrl::Url(text))
}

/// Reads what follows `data:`.
fn picture(content: &str) -> Option<Bytes> {
    let (described, encoded) = content.split_once(',')?;
    let mut parameters = described.split(';').map(str::trim);
    let media_type = parameters.next()?;
    let is_picture = DATA_URL_TYPES.iter().any(|one| one.eq_ignore_ascii_case(media_type));
    if !is_picture || !parameters.next_back()?.eq_ignore_ascii_case("base64") {
        return None;
    }
    let bytes = BASE64.decode(encoded).ok()?;
    (bytes.len() <= MAX_DATA_URL_BYTES).then(|| bytes.into())
}

/// Whether the text is an http or https URL, or a relative reference. The text has no character that would end the URL
/// where a page or a header quotes it.
fn is_url(text: &str) -> bool {
    let ends_url =
        |letter: char| letter.is_control() || letter.is_whitespace() || "\"'`<>".contains(letter);
    if text.chars().count() > MAX_THUMBNAIL_URL_CHARACTERS || text.contains(ends_url) {
        return false;
    }
    match Url::parse(text) {
        Ok(url) => ["http", "https"].contains(&url.scheme()),
        Err(error) => error == ParseError::RelativeUrlWithoutBase,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls() {
        for url in [
            "https://pictures.example/a.png",
            "HTTP://10.0.0.5:8080/a.png?b=c#d",
            "https://pictures.example/%22%20.png",
            "/thumbnails/5.png",
            "//pictures.example/a.png",
            "../a.png",
            "a.png?time=12:30",
            "bücher.png",
        ] {
            assert_eq!(read(url), Some(ThumbnailUrl::Url(url)));
        }
        let longest = format!("/{}", "ü".repeat(2047));
        assert_eq!(read(&longest), Some(ThumbnailUrl::Url(&longest)));
        assert_eq!(read("\u{feff} /a.png\n"), Some(ThumbnailUrl::Url("/a.png")));
        for empty in ["", " ", "\u{feff}\t\u{a0}"] {
            assert_eq!(read(empty), Some(ThumbnailUrl::Empty));
        }
        for other in [
            &format!("{longest}a"),
            "javascript:alert(1)",
            "JavaScript:alert(1)",
            "java\tscript:alert(1)",
            "\u{1}javascript:alert(1)",
            "vbscript:alert(1)",
            "file:///etc/passwd",
            "blob:https://shop.example/1",
            "https://",
            "https://[::1/a.png",
            "https://pictures.example/a b.png",
            "https://pictures.example/\na.png",
            "/a.png\"onload=\"alert(1)",
            "/a.png'onload='alert(1)",
            "/`a",
            "/<script>",
            "/a\u{2028}b",
            "/a\0b",
        ] {
            assert_eq!(read(other), None, "{other:.50}");
        }
    }

    #[test]
    fn data_urls() {
        let decoded = |bytes: &'static [u8]| Some(ThumbnailUrl::Picture(bytes.into()));
        for url in [
            "data:image/png;base64,AQI=",
            "data:image/png;base64,AQI",
            "DATA:IMAGE/JPEG;charset=utf-8;BASE64,AQI=",
            "data:image/webp;base64,AQI=",
        ] {
            assert_eq!(read(url), decoded(&[1, 2]), "{url}");
        }
        for url in [
            "data:,",
            "data:image/png,AQI=",
            "data:image/png;base64",
            "data:image/png;base64,A",
            "data:image/png;base64,A-_=",
            "data:image/gif;base64,AQI=",
            "data:image/svg+xml;base64,AQI=",
            "data:text/html;base64,AQI=",
            "data:text/html,<script>alert(1)</script>",
        ] {
            assert_eq!(read(url), None, "{url}");
        }
        let url =
            |length: usize| format!("data:image/png;base64,{}", BASE64.encode(vec![0; length]));
        assert!(read(&url(MAX_DATA_URL_BYTES)).is_some());
        assert_eq!(read(&url(MAX_DATA_URL_BYTES + 1)), None);
    }
}
