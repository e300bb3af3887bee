//! The fix for a key that is outside the dialect. If a fix changes what clients send or receive, its text says so.

use serde_json::Value;

use super::Node;

/// Keywords that restrict values, and that the server does not check.
const UNCHECKED: &[&str] = &[
    "contains",
    "dependentRequired",
    "dependentSchemas",
    "else",
    "if",
    "maxContains",
    "maxProperties",
    "minContains",
    "minProperties",
    "multipleOf",
    "not",
    "patternProperties",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
    "uniqueItems",
];

/// Returns the fix for a key of `owner` that is not among the `allowed` ones.
pub fn advice(owner: &Node<'_>, key: &str, allowed: &[&str]) -> String {
    let value = owner.value.get(key).unwrap_or(&Value::Null);
    let is_schema = allowed.contains(&"type");
    match key {
        "nullable" if value == false => "no value is null without it: remove it".to_owned(),
        "nullable" => "write `type: [X, \"null\"]`".to_owned(),
        "anyOf" => any_of(value),
        "allOf" => "there is no composition, so list the properties".to_owned(),
        "exclusiveMinimum" => exclusive("minimum", value, 1, owner),
        "exclusiveMaximum" => exclusive("maximum", value, -1, owner),
        "additionalProperties" if allowed.contains(&"properties") => further_properties(value),
        _ if is_schema && UNCHECKED.contains(&key) => {
            "nothing checks it: let the handler check it, say it in the description, and remove it"
                .to_owned()
        }
        _ => match allowed.iter().find(|meant| is_slip(key, meant) && owner.get(meant).is_none()) {
            Some(meant) => format!("write `{meant}`, or remove it"),
            None => format!("remove it (here: {})", allowed.join(", ")),
        },
    }
}

/// Whether the key is probably a misspelling of the other: one letter is omitted, added, changed or swapped.
fn is_slip(key: &str, meant: &str) -> bool {
    key.chars().next() == meant.chars().next() && strsim::osa_distance(key, meant) == 1
}

fn any_of(value: &Value) -> String {
    let choices = value.as_array().map(Vec::as_slice).unwrap_or_default();
    let is_null = |choice: &&Value| choice.get("type").is_some_and(|name| name == "null");
    match (choices.len(), choices.iter().filter(is_null).count()) {
        (1, _) => "write its only schema in place of it".to_owned(),
        (2, 1) => "write `oneOf`".to_owned(),
        _ => "write `oneOf` if no value fits two of the schemas, or else one object with the properties of all"
            .to_owned(),
    }
}

/// `step` leads from an exclusive bound of integers to the inclusive one.
fn exclusive(key: &str, value: &Value, step: i64, owner: &Node<'_>) -> String {
    let is_integer = owner.value.get("type").is_some_and(|name| name == "integer");
    match (value, value.as_i64().and_then(|bound| bound.checked_add(step))) {
        // In OpenAPI 3.0, the key says how `minimum` is meant.
        (Value::Bool(false), _) => format!("`{key}` is inclusive without it: remove it"),
        (_, Some(bound)) if is_integer => format!("write `{key}: {bound}`"),
        (Value::Number(bound), _) => {
            format!(
                "write `{key}: {bound}`, let the handler refuse {bound} itself, and say it in the description"
            )
        }
        _ => format!(
            "write `{key}`, let the handler refuse that number itself, and say it in the description"
        ),
    }
}

fn further_properties(value: &Value) -> String {
    match value {
        Value::Bool(true) => "further properties are allowed without it: remove it".to_owned(),
        Value::Object(schema) if schema.is_empty() => {
            "further properties are allowed without it: remove it".to_owned()
        }
        Value::Bool(false) => {
            "further properties are ignored, not refused: remove it if clients may send some"
                .to_owned()
        }
        _ => "an object has properties or is a map: make the map a property, or the properties values of the map"
            .to_owned(),
    }
}
