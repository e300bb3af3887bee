//! Finds the schemas inside a schema, and the schemas that it refers to. Skips malformed parts, which are reported when
//! they are read.

use std::collections::BTreeSet;

use serde_json::Value;

use super::keywords;
use crate::document::Node;

/// The schemas directly inside a schema, and the entries of its `allOf`. References are not followed.
pub fn inner<'a>(node: &Node<'a>) -> Vec<Node<'a>> {
    let mut inner = parts(node);
    inner.extend(node.items_of("allOf").unwrap_or_default());
    inner
}

/// The schemas directly inside a schema. References are not followed.
pub fn parts<'a>(node: &Node<'a>) -> Vec<Node<'a>> {
    let properties = node.entries_of("properties").unwrap_or_default();
    let mut inner: Vec<_> = properties.into_iter().map(|(_, property)| property).collect();
    inner.extend(node.items_of("oneOf").unwrap_or_default());
    for key in ["items", "additionalProperties"] {
        inner.extend(node.get(key).filter(|schema| schema.value.is_object()));
    }
    inner
}

/// Returns every `x-status` in a schema and in all schemas that it refers to.
pub fn statuses(node: &Node<'_>) -> BTreeSet<u16> {
    let status = |node| keywords::message(&node).ok().and_then(|(_, status)| status);
    all(node).into_iter().filter_map(status).collect()
}

/// Returns a schema, all schemas inside it, and all schemas that any of them refers to.
pub fn all<'a>(node: &Node<'a>) -> Vec<Node<'a>> {
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    let mut waiting = vec![node.clone()];
    while let Some(node) = waiting.pop() {
        waiting.extend(inner(&node));
        if let Ok((Some(name), target)) = node.resolve("schemas")
            && seen.insert(name)
        {
            waiting.push(target);
        }
        found.push(node);
    }
    found
}

/// Refuses these keys anywhere in a schema. References are not followed.
pub fn refuse(node: &Node<'_>, keys: &[&str], advice: &str) {
    node.without(keys, advice);
    inner(node).iter().for_each(|inner| refuse(inner, keys, advice));
}

/// Every `$ref` in a value, whether or not its target exists.
pub fn references(value: &Value) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    let mut waiting = vec![value];
    while let Some(value) = waiting.pop() {
        found.extend(value.get("$ref").and_then(Value::as_str));
        waiting.extend(value.as_object().into_iter().flatten().map(|(_, value)| value));
        waiting.extend(value.as_array().into_iter().flatten());
    }
    found
}
