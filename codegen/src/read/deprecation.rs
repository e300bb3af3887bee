//! `deprecated` of an operation, and the dates `x-deprecated-at` and `x-sunset`.

use chrono::NaiveDate;

use crate::document::{Node, Result};
use crate::model::Deprecation;

pub fn read(operation: &Node<'_>) -> Result<Option<Deprecation>> {
    if !operation.is_deprecated() {
        let advice = "only a deprecated operation has it: add `deprecated: true`, or remove it";
        operation.without(&["x-deprecated-at", "x-sunset"], advice);
        return Ok(None);
    }
    let (since, sunset) = (date(operation, "x-deprecated-at"), date(operation, "x-sunset"));
    let (since, sunset) = (since?, sunset?);
    // RFC 9745 forbids an end before the deprecation.
    if let (Some(begin), Some(end), Some(node)) = (since, sunset, operation.get("x-sunset"))
        && end < begin
    {
        return Err(node.fault("is before `x-deprecated-at`: write a later day"));
    }
    Ok(Some(Deprecation { since, sunset }))
}

/// Returns the date under an optional key. The year has four digits, as in an HTTP date.
fn date(operation: &Node<'_>, key: &str) -> Result<Option<NaiveDate>> {
    let Some(node) = operation.get(key) else { return Ok(None) };
    let day = node.value.as_str().filter(|text| text.len() == "2026-11-01".len());
    let day = day.and_then(|text| NaiveDate::parse_from_str(text, "%Y-%m-%d").ok());
    day.map(Some).ok_or_else(|| node.fault("write the day as `2026-11-01`"))
}
