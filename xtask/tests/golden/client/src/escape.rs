//! Values as parts of a URL.

use std::fmt::Display;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

const KEPT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// A value as one segment of a path.
#[allow(dead_code, reason = "not every document has a path with parameters")]
pub(crate) fn segment(value: impl Display) -> String {
    utf8_percent_encode(&value.to_string(), KEPT).to_string()
}

/// A list as a parameter of a query. Commas between items stand as they are, those in an item are encoded: so a server
/// tells them apart.
pub(crate) fn list<T: Display>(name: &str, values: &[T]) -> String {
    let items: Vec<String> = values.iter().map(segment).collect();
    format!("{}={}", segment(name), items.join(","))
}
