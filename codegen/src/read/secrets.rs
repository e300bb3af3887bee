//! Secrets: strings with `format: password`. Only properties and parameters can be secrets, because `Debug` hides only
//! these.

use crate::document::Node;

/// In OpenAPI, this format is a hint to obscure the value. It restricts nothing.
pub const FORMAT: &str = "password";

pub fn is_secret(property: &Node<'_>) -> bool {
    property.get("format").is_some_and(|format| format.value == FORMAT)
}

/// Refuses `format: password` where `Debug` would show the value: in a component itself, in items, map values and
/// alternatives.
pub fn refuse_misplaced(schema: &Node<'_>) {
    let mut inner = Vec::new();
    for (_, property) in schema.entries_of("properties").unwrap_or_default() {
        inner.extend(beside_properties(&property));
    }
    inner.extend(beside_properties(schema));
    inner.push(schema.clone());
    for node in inner.iter().filter(|node| is_secret(node)) {
        node.fault(
            "`Debug` hides only a property or a parameter itself: write `format: password` there",
        );
    }
}

/// Returns all schemas inside this one, at any depth, except in properties. Only components have properties, and
/// `refuse_misplaced` reads these.
fn beside_properties<'a>(schema: &Node<'a>) -> Vec<Node<'a>> {
    let mut inner = schema.items_of("allOf").unwrap_or_default();
    inner.extend(schema.items_of("oneOf").unwrap_or_default());
    for key in ["items", "additionalProperties"] {
        inner.extend(schema.get(key).filter(|values| values.value.is_object()));
    }
    let deeper: Vec<_> = inner.iter().flat_map(beside_properties).collect();
    inner.extend(deeper);
    inner
}
