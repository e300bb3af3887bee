//! Paths without the secrets that clients put into them, and without what tells who a person is.

use std::fmt::{self, Write};

use http::Uri;

/// A parameter whose name holds one of these is never logged.
const SECRET_NAMES: [&str; 9] =
    ["token", "secret", "session", "email", "password", "key", "signature", "credential", "code"];

/// A parameter whose name holds one of these tells who somebody is or where they live, and is never logged.
const PERSONAL_NAMES: [&str; 9] =
    ["name", "phone", "company", "address", "street", "line", "city", "postal", "zip"];

/// A value this long that mixes letters and digits like no word does is taken for a secret.
const SECRET_LENGTH: usize = 24;

/// Displays path and query with `-` in place of what is private.
pub(crate) struct Redacted<'a> {
    pub(crate) uri: &'a Uri,
    /// The path of the document, whose parameters' names tell secrets.
    pub(crate) template: Option<&'a str>,
}

impl fmt::Display for Redacted<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut names = self.template.unwrap_or_default().split('/');
        for (number, segment) in self.uri.path().split('/').enumerate() {
            if number > 0 {
                formatter.write_char('/')?;
            }
            let name = names.next().filter(|name| name.starts_with('{')).unwrap_or_default();
            write_ascii(formatter, if is_private(name, segment) { "-" } else { segment })?;
        }
        let Some(query) = self.uri.query() else {
            return Ok(());
        };
        for (number, pair) in query.split('&').enumerate() {
            formatter.write_char(if number == 0 { '?' } else { '&' })?;
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            // Without a value the name itself could be the secret: `?s3cr3t`.
            write_ascii(formatter, if is_private("", name) { "-" } else { name })?;
            if !value.is_empty() {
                formatter.write_char('=')?;
                write_ascii(formatter, if is_private(name, value) { "-" } else { value })?;
            }
        }
        Ok(())
    }
}

/// As a URL has it (RFC 3986). What a client sent as it is may command a terminal, or begin another line.
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

fn is_private(name: &str, value: &str) -> bool {
    has_private_name(name) || looks_like_an_address(value) || looks_random(value)
}

fn has_private_name(name: &str) -> bool {
    // An encoded name says nothing to us, so it tells nothing to the log.
    let mut private = SECRET_NAMES.iter().chain(&PERSONAL_NAMES);
    name.contains('%') || private.any(|private| contains_ignoring_case(name, private))
}

fn contains_ignoring_case(text: &str, part: &str) -> bool {
    text.as_bytes().windows(part.len()).any(|window| window.eq_ignore_ascii_case(part.as_bytes()))
}

fn looks_like_an_address(value: &str) -> bool {
    value.contains('@') || value.contains("%40")
}

/// Slugs and UUIDs have hyphens and one case; tokens are hexadecimal, base32 or base64.
fn looks_random(value: &str) -> bool {
    let has = |is: fn(&u8) -> bool| value.as_bytes().iter().any(is);
    value.len() >= SECRET_LENGTH
        && has(u8::is_ascii_digit)
        && has(u8::is_ascii_alphabetic)
        && (!value.contains('-') || (has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_letter_of_a_url() {
        let uri = Uri::from_maybe_shared("/a\u{85}b/\u{9b}31m?\u{9b}=\u{e9}".as_bytes()).unwrap();
        let shown = Redacted { uri: &uri, template: None }.to_string();
        assert_eq!(shown, "/a%C2%85b/%C2%9B31m?%C2%9B=%C3%A9");
    }
}
