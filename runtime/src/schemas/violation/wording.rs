//! The default wording of a violation, if the document has no message for it.

use jsonschema::error::ValidationErrorKind as Kind;
use serde_json::Value;

use crate::schemas::document;

/// Joins a path, such as `items/0/quantity`. The empty path, of the whole value, becomes `body`.
pub(crate) fn joined(path: &[String]) -> String {
    if path.is_empty() { "body".to_owned() } else { path.join("/") }
}

/// Words a violated rule, such as `must be at least 1`. The last of `nodes` is the rule. The node before it is the
/// schema that contains the rule.
pub(crate) fn rule(kind: &Kind, nodes: &[&Value]) -> String {
    match kind {
        Kind::Type { .. } => {
            types(nodes.iter().rev().find(|node| node.get("type").is_some()).copied())
        }
        Kind::Minimum { limit } => format!("must be at least {limit}"),
        Kind::Maximum { limit } => format!("must be at most {limit}"),
        Kind::ExclusiveMinimum { limit } => format!("must be more than {limit}"),
        Kind::ExclusiveMaximum { limit } => format!("must be less than {limit}"),
        Kind::MinLength { limit } => format!("must be at least {}", count(*limit, "character")),
        Kind::MaxLength { limit } => format!("must be at most {}", count(*limit, "character")),
        Kind::MinItems { limit } => format!("must have at least {}", count(*limit, "item")),
        Kind::MaxItems { limit } => format!("must have at most {}", count(*limit, "item")),
        Kind::Format { format } => format!("must be a valid {format}"),
        Kind::Pattern { .. } => "must be in the documented format".to_owned(),
        Kind::Enum { options } => one_of(options.as_array().into_iter().flatten()),
        Kind::Constant { expected_value } => format!("must be {}", plain(expected_value)),
        _ => "is invalid".to_owned(),
    }
}

/// Words a choice, such as `must be one of register, login`. Null is left out, because it means the same as an absent
/// value.
pub(crate) fn one_of<'a>(values: impl IntoIterator<Item = &'a Value>) -> String {
    let values = values.into_iter().filter(|value| !value.is_null());
    let names: Vec<String> = values.map(plain).collect();
    format!("must be one of {}", names.join(", "))
}

/// Words the allowed types, such as `must be an integer or a string`. Null is left out, because it means the same as an
/// absent value.
pub(crate) fn types<'a>(schemas: impl IntoIterator<Item = &'a Value>) -> String {
    let names = schemas.into_iter().flat_map(document::types);
    let mut names: Vec<&str> = names.filter_map(article).collect();
    names.dedup();
    match names.is_empty() {
        true => "is invalid".to_owned(),
        false => format!("must be {}", names.join(" or ")),
    }
}

fn article(name: &str) -> Option<&'static str> {
    match name {
        "integer" => Some("an integer"),
        "number" => Some("a number"),
        "string" => Some("a string"),
        "boolean" => Some("true or false"),
        "array" => Some("an array"),
        "object" => Some("an object"),
        _ => None,
    }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Returns the number with its noun: `1 item`, `2 items`.
pub(crate) fn count(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}
