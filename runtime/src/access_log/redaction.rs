//! Redacts secrets and personal data in the paths and queries that are logged.

use std::{
    fmt::{self, Write},
    ops::Range,
};

use http::Uri;

use super::private_names::is_private_name;
use crate::routing::routes::Route;

/// Values shorter than this are never taken for random tokens.
const MIN_TOKEN_LENGTH: usize = 24;

/// Displays path and query with `-` in place of private values.
pub(crate) struct Redacted<'a> {
    pub(crate) uri: &'a Uri,
    /// The route of the path. The names of the route's parameters tell which path segments are private.
    pub(crate) route: Option<&'a Route>,
}

impl fmt::Display for Redacted<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut path = Shown { text: self.uri.path(), written: 0, formatter };
        for (number, segment) in parts(path.text, b'/').enumerate() {
            let is_secret = self.route.is_some_and(|route| route.is_private(number));
            if is_secret || is_private_value(&path.text[segment.clone()]) {
                path.replace(segment, "-")?;
            }
        }
        path.end()?;
        let Some(query) = self.uri.query() else {
            return Ok(());
        };
        formatter.write_char('?')?;
        let mut query = Shown { text: query, written: 0, formatter };
        for pair in parts(query.text, b'&') {
            query.show_pair(pair)?;
        }
        query.end()
    }
}

/// Writes a text with some parts replaced.
struct Shown<'a, 'f, 'b> {
    text: &'a str,
    /// The text before this offset has been written.
    written: usize,
    formatter: &'f mut fmt::Formatter<'b>,
}

impl Shown<'_, '_, '_> {
    fn show_pair(&mut self, pair: Range<usize>) -> fmt::Result {
        let text = &self.text[pair.clone()];
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        let name_end = pair.start + name.len();
        // A client may send a secret without a name: `?0123456789abcdef0123456789abcdef`.
        if is_private_value(name) {
            self.replace(pair.start..name_end, "-")?;
        }
        if value.is_empty() {
            self.replace(name_end..pair.end, "")?;
        } else if is_private_name(name) || is_private_value(value) {
            self.replace(name_end + 1..pair.end, "-")?;
        }
        Ok(())
    }

    fn replace(&mut self, part: Range<usize>, by: &str) -> fmt::Result {
        write_ascii(self.formatter, &self.text[self.written..part.start])?;
        self.written = part.end;
        self.formatter.write_str(by)
    }

    fn end(self) -> fmt::Result {
        write_ascii(self.formatter, &self.text[self.written..])
    }
}

/// Yields the ranges of the parts between the separators.
fn parts(text: &str, separator: u8) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    text.as_bytes().split(move |byte| *byte == separator).map(move |part| {
        let range = start..start + part.len();
        start = range.end + 1;
        range
    })
}

/// Percent-encodes all non-ASCII bytes (RFC 3986). Such bytes could otherwise control a terminal or start a new log
/// line.
fn write_ascii(formatter: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    if text.is_ascii() {
        return formatter.write_str(text);
    }
    for byte in text.bytes() {
        match byte.is_ascii() {
            true => formatter.write_char(char::from(byte))?,
            false => write!(formatter, "%{byte:02X}")?,
        }
    }
    Ok(())
}

fn is_private_value(value: &str) -> bool {
    looks_like_an_address(value) || looks_random(value)
}

fn looks_like_an_address(value: &str) -> bool {
    value.as_bytes().contains(&b'@') || value.as_bytes().windows(3).any(|window| window == b"%40")
}

/// Whether the value looks like a random token: it is long and has letters and digits. Slugs and UUIDs look different:
/// they have hyphens, and letters of only one case.
fn looks_random(value: &str) -> bool {
    let has = |is: fn(&u8) -> bool| value.as_bytes().iter().any(is);
    value.len() >= MIN_TOKEN_LENGTH
        && has(u8::is_ascii_digit)
        && has(u8::is_ascii_alphabetic)
        && (!value.contains('-') || (has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_characters_are_escaped() {
        let uri = Uri::from_maybe_shared("/a\u{85}b/\u{9b}31m?\u{9b}=\u{e9}".as_bytes()).unwrap();
        let shown = Redacted { uri: &uri, route: None }.to_string();
        assert_eq!(shown, "/a%C2%85b/%C2%9B31m?%C2%9B=%C3%A9");
    }

    #[test]
    fn searches_are_private() {
        let uri = Uri::from_static("/orders?q=+1%20555&Q=mara&limit=2&faq=x");
        let shown = Redacted { uri: &uri, route: None }.to_string();
        assert_eq!(shown, "/orders?q=-&Q=-&limit=2&faq=x");
    }
}
