//! Keys that have another meaning in OpenAPI 3.0 than in 3.1. The version says what they mean, so all of them change at
//! once.

use serde_json::{Number, Value, json};

use super::keywords::ANNOTATIONS;
use crate::document::walk::{self, Place};
use crate::document::{Fix, Node, is_others, never_null, segments};

/// Keywords that may contain schemas which allow or refuse null.
const COMPOSED: &[&str] = &["$ref", "allOf", "anyOf", "not", "oneOf"];

/// Refuses the version of a document, and each key of its schemas that has another meaning in 3.1.
pub fn refuse(root: &Node<'_>, version: &Node<'_>) {
    walk::visit(root.value, &mut |pointer, place, value| {
        if place == Place::Schema && value.is_object() {
            check(&root.along(segments(pointer)));
        }
    });
    version.fault(Fix::write("3.1.0").with_reason("must be 3.1.0"));
}

fn check(schema: &Node<'_>) {
    let get = |key| schema.get(key);
    if get("$ref").is_some_and(|target| target.value.is_string()) {
        let idle = |key: &str| {
            !ANNOTATIONS.contains(&key) && !["$ref", "nullable"].contains(&key) && !is_others(key)
        };
        let siblings = schema.entries().unwrap_or_default().into_iter();
        for (_, sibling) in siblings.filter(|(key, _)| idle(key) || *key == "default") {
            let reason = "3.0 ignores what is next to a `$ref`";
            sibling.fault(Fix::remove().with_reason(reason));
        }
        return;
    }
    if let Some(nullable) = get("nullable").filter(|nullable| nullable.value == true)
        && let Some(fix) = with_null(schema)
    {
        nullable.fault(fix.and(Fix::remove()).with_reason("3.1 has no `nullable`"));
    }
    for (exclusive, bound, step) in
        [("exclusiveMinimum", "minimum", 1), ("exclusiveMaximum", "maximum", -1)]
    {
        if let Some(exclusive) = get(exclusive).filter(|exclusive| exclusive.value == true) {
            let fix = excluded(schema, bound, step);
            exclusive.fault(fix.with_reason("it is a number in 3.1"));
        }
    }
}

/// Adds null to a schema, unless it is open to debate in 3.0 whether null is valid there.
fn with_null(schema: &Node<'_>) -> Option<Fix> {
    let values = schema.get("enum");
    let lacks_null = values
        .and_then(|values| values.value.as_array())
        .is_some_and(|values| !values.contains(&Value::Null));
    if lacks_null {
        return None;
    }
    match schema.get("type") {
        Some(ty) if COMPOSED.iter().all(|key| schema.get(key).is_none()) => {
            let name = ty.value.as_str()?;
            Some(Fix::write_as("type", json!([name, "null"])))
        }
        Some(_) => None,
        None => {
            let all_of = schema.get("allOf")?;
            let [only] = all_of.items().ok()?.try_into().ok()?;
            let others = ["anyOf", "oneOf", "not", "enum"];
            let is_alone = others.iter().all(|key| schema.get(key).is_none());
            (is_alone && never_null(&only))
                .then(|| Fix::rename("oneOf").and(Fix::append(json!({ "type": "null" }))))
        }
    }
}

fn excluded(schema: &Node<'_>, bound: &str, step: i64) -> Fix {
    let is_integer = schema.get("type").is_some_and(|ty| ty.value == "integer");
    let Some(bound_node) = schema.get(bound) else { return Fix::remove() };
    let next = bound_node.value.as_i64().and_then(|number| number.checked_add(step));
    match (is_integer, next, bound_node.value) {
        (true, Some(next), _) => Fix::write_as(bound, Number::from(next)).and(Fix::remove()),
        (_, _, number) => Fix::write(number.clone()).and(Fix::remove()),
    }
}
