//! The advice for a key that is outside the dialect.

use serde_json::Value;

use super::extensions::is_others;
use super::{Fix, Node, pointer};
use crate::read::{ANNOTATIONS, references};

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

/// Returns the fix for the `key` of `owner`, with the value `node`, that is not among the `allowed` ones.
pub fn advice(owner: &Node<'_>, node: &Node<'_>, key: &str, allowed: &[&str]) -> String {
    let value = node.value;
    let is_schema = allowed.contains(&"type") || allowed.contains(&"oneOf");
    let fix = match key {
        "nullable" if value == false => Some(("no value is null without it", Fix::remove())),
        "anyOf" => nullable_any_of(node).or_else(|| only_entry(owner, node)),
        "allOf" if is_schema => only_entry(owner, node),
        "exclusiveMinimum" => exclusive("minimum", node, 1, owner),
        "exclusiveMaximum" => exclusive("maximum", node, -1, owner),
        "additionalProperties" if allowed.contains(&"properties") && is_anything(value) => {
            Some(("further properties are allowed without it", Fix::remove()))
        }
        "format" if is_schema && owner.value.get("type").is_some_and(is_number) => {
            Some(("a number has 64 bits", Fix::remove()))
        }
        _ => idle(owner, node, key),
    };
    match fix {
        Some((reason, fix)) => fix.with_reason(&format!("outside the dialect: {reason}")),
        None => format!("outside the dialect: {}", text(owner, value, key, allowed)),
    }
}

/// The advice for a key whose fix needs a decision.
fn text(owner: &Node<'_>, value: &Value, key: &str, allowed: &[&str]) -> String {
    let is_schema = allowed.contains(&"type");
    match key {
        "nullable" => {
            "3.1 has no `nullable`: write `type: [X, \"null\"]` if null is a value, and remove it"
                .to_owned()
        }
        "anyOf" => any_of(value),
        "allOf" => "there is no composition, so list the properties".to_owned(),
        "exclusiveMinimum" | "exclusiveMaximum" => {
            "a bound of numbers is inclusive: let the handler check this one, say it in the description, and remove it"
                .to_owned()
        }
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

/// A key whose value is the default of OpenAPI.
fn idle(owner: &Node<'_>, node: &Node<'_>, key: &str) -> Option<(&'static str, Fix)> {
    let is_parameter = owner.get("in").is_some() && owner.get("name").is_some();
    let prefix = format!("#/components/{key}/");
    let is_unused = || !references(node.root().value).iter().any(|to| to.starts_with(&prefix));
    if owner.pointer() == "/components" && is_unused() {
        return Some(("nothing uses this", Fix::remove()));
    }
    let is_idle = match key {
        "allowEmptyValue" | "allowReserved" => is_parameter && node.value == false,
        "uniqueItems" => node.value == false,
        "minProperties" => node.value == 0,
        _ => false,
    };
    is_idle.then(|| ("this value is the default", Fix::remove()))
}

fn is_number(ty: &Value) -> bool {
    let is_number = |name: &Value| name == "number";
    is_number(ty) || ty.as_array().is_some_and(|types| types.iter().any(is_number))
}

fn is_anything(value: &Value) -> bool {
    value == true || value.as_object().is_some_and(serde_json::Map::is_empty)
}

/// Whether the key is probably a misspelling of the other: one letter is omitted, added, changed or swapped.
fn is_slip(key: &str, meant: &str) -> bool {
    key.chars().next() == meant.chars().next() && strsim::osa_distance(key, meant) == 1
}

/// `anyOf` of a schema and null, where null fits only one of the two.
fn nullable_any_of(node: &Node<'_>) -> Option<(&'static str, Fix)> {
    let is_null = |choice: &Value| {
        choice.as_object().is_some_and(|choice| choice.len() == 1)
            && choice.get("type").is_some_and(|name| name == "null")
    };
    let choices = node.items().ok()?;
    let [first, second] = choices.as_slice() else { return None };
    let other = if is_null(second.value) { first } else { second };
    let rest = if is_null(second.value) { second } else { first };
    (is_null(rest.value) && never_null(other))
        .then(|| ("null fits one of the two", Fix::rename("oneOf")))
}

/// Whether null is certainly no value of a schema.
pub fn never_null(schema: &Node<'_>) -> bool {
    excludes_null(schema, 5)
}

/// `depth` bounds the references that are followed.
fn excludes_null(schema: &Node<'_>, depth: usize) -> bool {
    if schema.get("$ref").is_some() {
        // A reference that cannot be followed is reported where it is read.
        let target = schema.value["$ref"].as_str().and_then(|target| target.strip_prefix('#'));
        let target = target.map(|target| schema.root().along(pointer::segments(target)));
        return depth > 0
            && target.is_some_and(|target| {
                !target.pointer().is_empty() && excludes_null(&target, depth - 1)
            });
    }
    let all = |key| {
        schema.items_of(key).is_ok_and(|choices| {
            !choices.is_empty() && choices.iter().all(|choice| excludes_null(choice, depth))
        })
    };
    match schema.value.get("type") {
        Some(Value::String(name)) => {
            name != "null" && schema.value.get("nullable").is_none_or(|nullable| nullable == false)
        }
        Some(_) => false,
        None => {
            all("oneOf")
                || all("anyOf")
                || schema.items_of("allOf").is_ok_and(|parts| {
                    parts.iter().any(|part| depth > 0 && excludes_null(part, depth - 1))
                })
                || schema.value.get("const").is_some_and(|value| !value.is_null())
        }
    }
}

/// The reason and the fix of a composition of one reference, which says the same as the reference itself.
pub fn only_entry(owner: &Node<'_>, node: &Node<'_>) -> Option<(&'static str, Fix)> {
    let [only] = node.items().ok()?.try_into().ok()?;
    let reference = only.value.as_object().filter(|entry| entry.len() == 1)?.get("$ref")?;
    let mut others = owner.value.as_object()?.keys().filter(|other| !is_others(other));
    let is_alone = |other: &String| {
        owner.get(other).is_some_and(|other| other.pointer() == node.pointer())
            || ANNOTATIONS.contains(&other.as_str())
    };
    others.all(is_alone).then(|| {
        ("a composition of one schema is that schema", Fix::write_as("$ref", reference.clone()))
    })
}

fn any_of(value: &Value) -> String {
    let choices = value.as_array().map(Vec::as_slice).unwrap_or_default();
    let is_null = |choice: &&Value| choice.get("type").is_some_and(|name| name == "null");
    match (choices.len(), choices.iter().filter(is_null).count()) {
        (1, _) => "write its only schema in place of it".to_owned(),
        (2, 1) => "both schemas may be null: write `oneOf`, and null in one of them only".to_owned(),
        _ => "write `oneOf` if no value fits two of the schemas, or else one object with the properties of all"
            .to_owned(),
    }
}

/// `step` leads from an exclusive bound of integers to the inclusive one.
fn exclusive(
    key: &str,
    node: &Node<'_>,
    step: i64,
    owner: &Node<'_>,
) -> Option<(&'static str, Fix)> {
    let is_integer = owner.value.get("type").is_some_and(|name| name == "integer");
    match (node.value, node.value.as_i64().and_then(|bound| bound.checked_add(step))) {
        // In OpenAPI 3.0, the key says how `minimum` is meant.
        (Value::Bool(false), _) => Some(("the bound is inclusive without it", Fix::remove())),
        (_, Some(bound)) if is_integer && owner.get(key).is_none() => {
            Some(("a bound of integers is inclusive", Fix::write_as(key, bound)))
        }
        _ => None,
    }
}

fn further_properties(value: &Value) -> String {
    match value {
        Value::Bool(false) => {
            "further properties are ignored, not refused: remove it if clients may send some"
                .to_owned()
        }
        _ => "an object has `properties` or is a map, not both: move the map into a property, or remove `properties`"
            .to_owned(),
    }
}
