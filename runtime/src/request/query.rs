//! The query string of a request.

use std::borrow::Cow;

use percent_encoding::percent_decode;

use super::text::Text;

/// All parameters with one name in a query.
#[derive(Debug, Clone, Copy)]
pub(crate) struct QueryParameter<'a> {
    pub(crate) query: &'a str,
    pub(crate) name: &'static str,
}

impl<'a> QueryParameter<'a> {
    /// Returns the decoded value of a parameter that may occur only once.
    pub(crate) fn single(self) -> Text<'a> {
        only(self.values().map(decode_form))
    }

    /// Joins the values of a repeated parameter: `1,2,3` for `ids=1,2&ids=3`. Returns the decoded text, and the text as
    /// it was sent.
    pub(crate) fn joined(self) -> (Text<'a>, String) {
        let values: Vec<&str> = self.values().filter(|value| !value.is_empty()).collect();
        let raw = values.join(",");
        (text(Cow::Owned(decode_form(&raw).into_owned())), raw)
    }

    /// Yields the decoded values of a parameter that may occur several times. Skips empty ones.
    pub(crate) fn each(self) -> impl Iterator<Item = Text<'a>> {
        self.values().filter(|value| !value.is_empty()).map(|value| text(decode_form(value)))
    }

    /// Yields names and values of an object's members: `color` and `red` for `filter[color]=red`.
    pub(crate) fn members(self) -> impl Iterator<Item = (String, Text<'a>)> {
        pairs(self.query).filter_map(move |(key, value)| {
            let key = String::from_utf8(decode_form(key).into_owned()).ok()?;
            let member = key.strip_prefix(self.name)?.strip_prefix('[')?.strip_suffix(']')?;
            Some((member.to_owned(), text(decode_form(value))))
        })
    }

    /// Yields the values, still percent-encoded. Names match even if they are percent-encoded.
    fn values(self) -> impl Iterator<Item = &'a str> {
        pairs(self.query).filter_map(move |(key, value)| {
            let is_named = key == self.name
                || (key.contains(['%', '+']) && decode_form(key) == self.name.as_bytes());
            is_named.then_some(value)
        })
    }
}

/// Yields the names and values, still percent-encoded.
fn pairs(query: &str) -> impl Iterator<Item = (&str, &str)> {
    query.split('&').map(|pair| pair.split_once('=').unwrap_or((pair, "")))
}

/// Decodes the names and values of a query. Replaces bytes that are not UTF-8.
pub(crate) fn decoded(query: &str) -> Vec<(String, String)> {
    let lossy = |part| String::from_utf8_lossy(&decode_form(part)).into_owned();
    pairs(query).map(|(name, value)| (lossy(name), lossy(value))).collect()
}

/// Splits a list into items. Only a literal comma separates items. A percent-encoded comma is part of an item.
pub(crate) fn items(value: &str) -> impl Iterator<Item = String> {
    value.split(',').map(|item| String::from_utf8_lossy(&decode_form(item)).into_owned())
}

/// Percent-decodes a path segment, in which `+` is a plus sign.
pub(crate) fn decode_path(segment: &[u8]) -> Text<'_> {
    text(percent_decode(segment).into())
}

/// Percent-decodes a part of a query, in which `+` is a space.
fn decode_form(part: &str) -> Cow<'_, [u8]> {
    if part.contains('+') {
        let spaced = part.replace('+', " ");
        return Cow::Owned(percent_decode(spaced.as_bytes()).collect());
    }
    percent_decode(part.as_bytes()).into()
}

/// Returns the text of a parameter that may have one value.
pub(crate) fn only<'a>(mut values: impl Iterator<Item = Cow<'a, [u8]>>) -> Text<'a> {
    match (values.next(), values.next()) {
        (None, _) => Text::Absent,
        (Some(value), None) => text(value),
        (Some(_), Some(_)) => Text::Twice,
    }
}

fn text(bytes: Cow<'_, [u8]>) -> Text<'_> {
    match bytes {
        Cow::Borrowed(bytes) => std::str::from_utf8(bytes)
            .map_or(Text::Malformed(Cow::Borrowed(bytes)), |text| Text::Valid(Cow::Borrowed(text))),
        Cow::Owned(bytes) => match String::from_utf8(bytes) {
            Ok(text) => Text::Valid(Cow::Owned(text)),
            Err(error) => Text::Malformed(Cow::Owned(error.into_bytes())),
        },
    }
}
