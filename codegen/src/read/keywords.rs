//! Validation keywords: which types have them, and which values they take.

use serde_json::Value;

use super::validation::pattern_fault;
use crate::document::{Node, Result};
use crate::statuses::{self, FAILURES};

/// Keywords that any schema may have and that restrict nothing.
pub const ANNOTATIONS: &[&str] = &[
    "title",
    "description",
    "example",
    "examples",
    "default",
    "deprecated",
    "externalDocs",
    "readOnly",
    "writeOnly",
];

/// The keywords for the message and the status of the response to an invalid value.
pub const MESSAGE: &[&str] = &["x-message", "x-status"];

/// Limits of free-form JSON in a request.
pub const BOUNDS: &[&str] = &["x-max-bytes", "x-max-depth", "x-max-keys", "x-max-nodes"];

/// Keywords that only schemas with a `type` have.
pub const TYPED: &[&str] = &[
    "additionalProperties",
    "format",
    "items",
    "maxItems",
    "maxLength",
    "maximum",
    "minItems",
    "minLength",
    "minimum",
    "pattern",
    "properties",
    "required",
    "x-cap",
    "x-trim",
];

const FORMATS: &[&str] = &["date-time", "email", "idn-email", "password", "uri", "uuid"];

/// The validation keywords of the type with this name in the document.
pub fn of_type(name: &str) -> &'static [&'static str] {
    match name {
        "integer" | "number" => &["minimum", "maximum"],
        "string" => &["minLength", "maxLength", "pattern", "format"],
        "array" => &["minItems", "maxItems"],
        _ => &[],
    }
}

/// Checks the keywords of a schema of this type, and those in its `allOf`. `own` lists further allowed keys.
pub fn check(node: &Node<'_>, ty: &str, own: &[&str]) {
    let width: &[&str] = if ty == "integer" { &["format"] } else { &[] };
    node.only(&[&["type", "allOf"], width, of_type(ty), MESSAGE, own, ANNOTATIONS].concat());
    require_int64(node, ty);
    values(node, ty);
    all_of(node, node, ty);
}

/// Checks `allOf`. Each entry has further keywords, and a message for them. It may repeat the type of the schema, `typed`:
/// some generators combine the schema's type with that of each entry.
pub fn all_of(node: &Node<'_>, typed: &Node<'_>, ty: &str) {
    for entry in node.items_of("allOf").unwrap_or_default() {
        entry.only(&[&["type"], of_type(ty), MESSAGE].concat());
        values(&entry, ty);
        if let (Some(own), Some(of_schema)) = (entry.get("type"), typed.get("type"))
            && own.value != of_schema.value
        {
            own.fault(format!("an entry has the type of its schema: write `{}`", of_schema.value));
        }
    }
}

/// Requires `format: int64` on an integer. Without the format, some readers assume 32 bits.
pub fn require_int64(node: &Node<'_>, ty: &str) {
    let format = node.get("format");
    if ty == "integer" && format.as_ref().is_none_or(|format| format.value != "int64") {
        format.as_ref().unwrap_or(node).fault("an integer has 64 bits: write `format: int64`");
    }
}

/// Reads `x-message` and `x-status`.
pub fn message(node: &Node<'_>) -> Result<(Option<String>, Option<u16>)> {
    let message = node.text("x-message")?.map(str::to_owned);
    let Some(status) = node.get("x-status") else { return Ok((message, None)) };
    if message.is_none() {
        return Err(status.fault("it has no effect without a message: add `x-message` next to it"));
    }
    match status.value.as_u64() {
        Some(number @ 400..500) if FAILURES.contains(&(number as u16)) => {
            Ok((message, Some(number as u16)))
        }
        Some(number @ 400..500) => Err(status.fault(statuses::refusal(number as u16))),
        _ => Err(status.fault("must be a status from 400 to 499")),
    }
}

/// Requires that a schema has either all limits of free-form JSON or none.
pub fn bounds(node: &Node<'_>) {
    let given = BOUNDS.iter().find_map(|key| node.get(key));
    let Some(given) = given else { return };
    let missing = BOUNDS.iter().filter(|key| node.count(key).is_ok_and(|count| count.is_none()));
    let missing: Vec<String> = missing.map(|key| format!("`{key}`")).collect();
    if !missing.is_empty() {
        given.fault(format!("has no effect alone: add {}", missing.join(", ")));
    }
}

/// Refuses a pattern that the server's validator cannot compile.
pub fn pattern(node: &Node<'_>) {
    let Ok(Some(pattern)) = node.text("pattern") else { return };
    if let Some(fault) = pattern_fault(pattern)
        && let Some(node) = node.get("pattern")
    {
        node.fault(fault);
    }
}

fn values(node: &Node<'_>, ty: &str) {
    _ = message(node);
    match ty {
        "integer" | "number" => {
            node.get("minimum").iter().for_each(|bound| number(bound, ty));
            node.get("maximum").iter().for_each(|bound| number(bound, ty));
            ordered(node, "minimum", "maximum");
        }
        "string" => {
            ["minLength", "maxLength"].iter().for_each(|key| _ = node.count(key));
            ordered(node, "minLength", "maxLength");
            pattern(node);
            format(node);
        }
        "array" => {
            ["minItems", "maxItems"].iter().for_each(|key| _ = node.count(key));
            ordered(node, "minItems", "maxItems");
        }
        _ => {}
    }
}

fn number(bound: &Node<'_>, ty: &str) {
    match (ty, bound.value) {
        ("integer", Value::Number(number)) if number.is_i64() => {}
        ("number", Value::Number(_)) => {}
        ("integer", _) => _ = bound.fault("must be an integer"),
        _ => _ = bound.fault("must be a number"),
    }
}

fn format(node: &Node<'_>) {
    let Ok(Some(name)) = node.text("format") else { return };
    if let Some(format) = node.get("format").filter(|_| !FORMATS.contains(&name)) {
        let known = FORMATS.join(", ");
        format.fault(format!("no format of the dialect (here: {known}): let the handler check it, say it in the description, and remove it"));
    }
}

/// Refuses a lower bound that is above the upper bound.
fn ordered(node: &Node<'_>, least: &str, most: &str) {
    let number = |key| node.get(key).and_then(|node| node.value.as_f64());
    if let (Some(low), Some(high)) = (number(least), number(most))
        && low > high
        && let Some(least) = node.get(least)
    {
        least.fault(format!("is above `{most}`: no value could be valid"));
    }
}
