//! Redacts secrets and personal data in the paths and queries that are logged.

use std::fmt::{self, Write};

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
        for (number, segment) in self.uri.path().split('/').enumerate() {
            if number > 0 {
                formatter.write_char('/')?;
            }
            let is_secret = self.route.is_some_and(|route| route.is_private(number));
            write_unless(is_secret || is_private_value(segment), formatter, segment)?;
        }
        let pairs = self.uri.query().into_iter().flat_map(|query| query.split('&'));
        for (number, pair) in pairs.enumerate() {
            formatter.write_char(if number == 0 { '?' } else { '&' })?;
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            // A client may send a secret without a name: `?0123456789abcdef0123456789abcdef`.
            write_unless(is_private_value(name), formatter, name)?;
            if !value.is_empty() {
                formatter.write_char('=')?;
                let is_private = is_private_name(name) || is_private_value(value);
                write_unless(is_private, formatter, value)?;
            }
        }
        Ok(())
    }
}

fn write_unless(is_private: bool, formatter: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    match is_private {
        true => formatter.write_char('-'),
        false => write_ascii(formatter, text),
    }
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

/// Whether the value is an e-mail address or looks like a random token.
fn is_private_value(value: &str) -> bool {
    value.contains('@') || value.contains("%40") || looks_random(value)
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
