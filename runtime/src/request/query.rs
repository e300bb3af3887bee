//! The query string of a request, split once for all parameters.

use std::{borrow::Cow, ops::Range};

use percent_encoding::percent_decode;

use super::text::Text;

/// The positions of the names and values in the query string.
#[derive(Debug, Default)]
pub(crate) struct Query(Vec<(Range<usize>, Range<usize>)>);

/// All parameters with one name in a query.
#[derive(Debug, Clone, Copy)]
pub(crate) struct QueryParameter<'a> {
    query: &'a str,
    split: &'a Query,
    name: &'static str,
}

impl Query {
    pub(crate) fn split(query: &str) -> Self {
        let mut start = 0;
        let pairs = query.split('&').map(|pair| {
            let end = start + pair.len();
            let equals = pair.find('=').map_or(end, |at| start + at);
            let ranges = (start..equals, (equals + 1).min(end)..end);
            start = end + 1;
            ranges
        });
        Self(pairs.collect())
    }

    pub(crate) fn parameter<'a>(
        &'a self,
        query: &'a str,
        name: &'static str,
    ) -> QueryParameter<'a> {
        QueryParameter { query, split: self, name }
    }
}

impl<'a> QueryParameter<'a> {
    /// Returns the decoded value of a parameter that may occur only once.
    pub(crate) fn single(self) -> Text<'a> {
        let mut values = self.values();
        match (values.next(), values.next()) {
            (None, _) => Text::Absent,
            (Some(value), None) => text(decode_form(value)),
            (Some(_), Some(_)) => Text::Twice,
        }
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
        self.pairs().filter_map(move |(key, value)| {
            let key = String::from_utf8(decode_form(key).into_owned()).ok()?;
            let member = key.strip_prefix(self.name)?.strip_prefix('[')?.strip_suffix(']')?;
            Some((member.to_owned(), text(decode_form(value))))
        })
    }

    /// Yields the values, still percent-encoded. Names match even if they are percent-encoded.
    fn values(self) -> impl Iterator<Item = &'a str> {
        self.pairs().filter_map(move |(key, value)| {
            let is_named = key == self.name
                || (key.contains(['%', '+']) && decode_form(key) == self.name.as_bytes());
            is_named.then_some(value)
        })
    }

    fn pairs(self) -> impl Iterator<Item = (&'a str, &'a str)> {
        let query = self.query;
        self.split.0.iter().map(|(key, value)| (&query[key.clone()], &query[value.clone()]))
    }
}

/// Decodes the names and values of a query. Replaces bytes that are not UTF-8.
pub(crate) fn decoded(query: &str) -> Vec<(String, String)> {
    let lossy = |part| String::from_utf8_lossy(&decode_form(part)).into_owned();
    let pairs = query.split('&').map(|pair| pair.split_once('=').unwrap_or((pair, "")));
    pairs.map(|(name, value)| (lossy(name), lossy(value))).collect()
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

pub(crate) fn text(bytes: Cow<'_, [u8]>) -> Text<'_> {
    match bytes {
        Cow::Borrowed(bytes) => std::str::from_utf8(bytes)
            .map_or(Text::Malformed(Cow::Borrowed(bytes)), |text| Text::Valid(Cow::Borrowed(text))),
        Cow::Owned(bytes) => match String::from_utf8(bytes) {
            Ok(text) => Text::Valid(Cow::Owned(text)),
            Err(error) => Text::Malformed(Cow::Owned(error.into_bytes())),
        },
    }
}
