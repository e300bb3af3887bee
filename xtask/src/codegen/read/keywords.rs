//! Validation keywords: which type has which, and what values they take.

use serde_json::Value;

use crate::codegen::document::{Node, Result};
use crate::codegen::statuses::{self, FAILURES};

/// What may stand anywhere and says nothing to the code.
pub const ANNOTATIONS: &[&str] = &["title", "description", "example", "examples", "default"];

/// The exact answer to what breaks a rule.
pub const MESSAGE: &[&str] = &["x-message", "x-status"];

/// What free-form JSON of a request may have at most.
pub const BOUNDS: &[&str] = &["x-max-bytes", "x-max-depth", "x-max-keys", "x-max-nodes"];

/// An integer is an `i64`, and its readers are told so.
const INTEGER_FORMATS: &[&str] = &["int64"];

const FORMATS: &[&str] = &["date-time", "email", "uri", "uuid"];

/// The keywords of a type by its name in the document.
pub fn of_type(name: &str) -> &'static [&'static str] {
    match name {
        "integer" => &["format", "minimum", "maximum"],
        "number" => &["minimum", "maximum"],
        "string" => &["minLength", "maxLength", "pattern", "format"],
        "array" => &["minItems", "maxItems"],
        _ => &[],
    }
}

/// Checks the keywords of a value of this type and of its `allOf`; `own` are keys that only the place knows.
pub fn check(node: &Node<'_>, ty: &str, own: &[&str]) -> Result<()> {
    node.only(&[&["type", "allOf"], of_type(ty), MESSAGE, own, ANNOTATIONS].concat())?;
    values(node, ty)?;
    all_of(node, ty)
}

/// `allOf`, a list of further keywords, each with a message of its own.
pub fn all_of(node: &Node<'_>, ty: &str) -> Result<()> {
    for entry in node.items_of("allOf")? {
        entry.only(&[of_type(ty), MESSAGE].concat())?;
        values(&entry, ty)?;
    }
    Ok(())
}

/// `x-message` and `x-status`.
pub fn message(node: &Node<'_>) -> Result<(Option<String>, Option<u16>)> {
    let message = node.text("x-message")?.map(str::to_owned);
    let Some(status) = node.get("x-status") else { return Ok((message, None)) };
    if message.is_none() {
        return Err(status.fault("add the `x-message` that it is the status of"));
    }
    match status.value.as_u64() {
        Some(number @ 400..500) if FAILURES.contains(&(number as u16)) => {
            Ok((message, Some(number as u16)))
        }
        Some(number @ 400..500) => Err(status.fault(statuses::refusal(number as u16))),
        _ => Err(status.fault("must be a status from 400 to 499")),
    }
}

/// The bounds of free-form JSON, all or none.
pub fn bounds(node: &Node<'_>) -> Result<()> {
    let given = BOUNDS.iter().find_map(|key| node.get(key));
    let Some(given) = given else { return Ok(()) };
    for key in BOUNDS {
        if node.count(key)?.is_none() {
            return Err(given.fault(format!("stands alone: add `{key}`")));
        }
    }
    Ok(())
}

fn values(node: &Node<'_>, ty: &str) -> Result<()> {
    message(node)?;
    for key in ["minLength", "maxLength", "minItems", "maxItems", "x-max-words"] {
        node.count(key)?;
    }
    for bound in ["minimum", "maximum"].into_iter().filter_map(|key| node.get(key)) {
        match (ty, bound.value) {
            ("integer", Value::Number(number)) if number.is_i64() => {}
            ("number", Value::Number(_)) => {}
            ("integer", _) => return Err(bound.fault("must be an integer")),
            _ => return Err(bound.fault("must be a number")),
        }
    }
    node.text("pattern")?;
    let formats = if ty == "integer" { INTEGER_FORMATS } else { FORMATS };
    if let Some(format) = node.get("format")
        && !formats.contains(&format.string()?)
    {
        let known = formats.join(", ");
        return Err(format.fault(format!("no format of the dialect: remove it (here: {known})")));
    }
    ordered(node, "minimum", "maximum")?;
    ordered(node, "minLength", "maxLength")?;
    ordered(node, "minItems", "maxItems")
}

fn ordered(node: &Node<'_>, least: &str, most: &str) -> Result<()> {
    let number = |key| node.get(key).and_then(|node| node.value.as_f64());
    match (number(least), number(most)) {
        (Some(low), Some(high)) if low > high => {
            Err(node.need(least)?.fault(format!("is above `{most}`: no value could be valid")))
        }
        _ => Ok(()),
    }
}
