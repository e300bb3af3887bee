//! The query string, split once.

use std::{borrow::Cow, ops::Range};

use percent_encoding::percent_decode;

use super::parameter::Text;

/// Where the names and values stand in the query string, not yet decoded.
#[derive(Debug, Default)]
pub(crate) struct Query(Vec<(Range<usize>, Range<usize>)>);

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

    /// The value of this name, decoded and as it stands in the query. However a name is percent-encoded, it is the same.
    pub(crate) fn only<'a>(&self, query: &'a str, name: &str) -> (Text<'a>, &'a str) {
        let named = |(key, _): &&(Range<usize>, Range<usize>)| {
            let key = &query[key.clone()];
            key == name || (key.contains(['%', '+']) && decode_form(key) == name.as_bytes())
        };
        let mut values = self.0.iter().filter(named).map(|(_, value)| &query[value.clone()]);
        match (values.next(), values.next()) {
            (None, _) => (Text::Absent, ""),
            (Some(value), None) => (text(decode_form(value)), value),
            (Some(value), Some(_)) => (Text::Twice, value),
        }
    }
}

/// The items of a list: only a comma that stands there as it is separates them, one that is encoded belongs to an item.
pub(crate) fn items(value: &str) -> impl Iterator<Item = String> {
    value.split(',').map(|item| String::from_utf8_lossy(&decode_form(item)).into_owned())
}

/// Percent-decodes a segment of a path, in which `+` is a plus.
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
            .map_or(Text::Malformed(Cow::Borrowed(bytes)), |text| Text::Given(Cow::Borrowed(text))),
        Cow::Owned(bytes) => match String::from_utf8(bytes) {
            Ok(text) => Text::Given(Cow::Owned(text)),
            Err(error) => Text::Malformed(Cow::Owned(error.into_bytes())),
        },
    }
}
