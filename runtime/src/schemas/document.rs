//! Navigates the document as JSON: follows references, and finds the nodes on the path to a rule.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

const COMPONENTS: &str = "#/components/schemas/";

/// Returns a component schema, together with all components that it refers to.
pub(crate) fn standalone(document: &Value, name: &str) -> Option<Value> {
    document.pointer("/components/schemas")?.get(name)?;
    Some(standing_alone(document, &json!({ "$ref": format!("{COMPONENTS}{name}") })))
}

/// Returns any schema of the document, together with all components that it refers to.
pub(crate) fn standing_alone(document: &Value, schema: &Value) -> Value {
    let none = Map::new();
    let all = document.pointer("/components/schemas").and_then(Value::as_object).unwrap_or(&none);
    let mut needed = BTreeSet::new();
    let mut waiting = vec![schema];
    while let Some(schema) = waiting.pop() {
        let mut names = Vec::new();
        collect_references(schema, &mut names);
        let found = names.iter().filter_map(|name| all.get_key_value(*name));
        waiting.extend(found.filter(|(name, _)| needed.insert(*name)).map(|(_, schema)| schema));
    }
    let schemas: Map<String, Value> = all
        .iter()
        .filter(|(name, _)| needed.contains(name))
        .map(|(name, schema)| (name.clone(), schema.clone()))
        .collect();
    let mut alone = schema.clone();
    alone["components"] = json!({ "schemas": schemas });
    alone
}

fn collect_references<'a>(node: &'a Value, names: &mut Vec<&'a str>) {
    match node {
        Value::Object(map) => {
            for (key, value) in map {
                match value.as_str().and_then(|reference| reference.strip_prefix(COMPONENTS)) {
                    Some(name) if key == "$ref" => names.push(name),
                    _ => collect_references(value, names),
                }
            }
        }
        Value::Array(list) => list.iter().for_each(|value| collect_references(value, names)),
        _ => {}
    }
}

/// Yields the node, then the node that its `$ref` refers to, and so on.
pub(crate) fn referred<'a>(schema: &'a Value, node: &'a Value) -> impl Iterator<Item = &'a Value> {
    // A longer chain of references would be a cycle.
    std::iter::successors(Some(node), |node| target(schema, node)).take(16)
}

pub(crate) fn target<'a>(schema: &'a Value, node: &Value) -> Option<&'a Value> {
    schema.pointer(node.get("$ref")?.as_str()?.strip_prefix('#')?)
}

/// Returns the schema nodes along the evaluation path of a violation, outermost first.
pub(crate) fn nodes_on_path<S: AsRef<str>>(
    schema: &Value,
    path: impl Iterator<Item = S>,
) -> Vec<&Value> {
    let mut nodes = vec![schema];
    let mut node = schema;
    for segment in path {
        let segment = segment.as_ref();
        let next = match node {
            Value::Object(_) if segment == "$ref" => target(schema, node),
            Value::Object(map) => map.get(segment),
            Value::Array(list) => segment.parse().ok().and_then(|index: usize| list.get(index)),
            _ => None,
        };
        let Some(next) = next else { break };
        nodes.push(next);
        node = next;
    }
    nodes
}

/// Returns the node, the nodes that it refers to, and all of their variants.
pub(crate) fn described<'a>(schema: &'a Value, node: &'a Value) -> Vec<&'a Value> {
    let mut nodes = Vec::new();
    for node in referred(schema, node) {
        nodes.push(node);
        nodes.extend(variants(node).iter().flat_map(|variant| described(schema, variant)));
    }
    nodes
}

/// Returns the last node that the node refers to, or the node itself.
pub(crate) fn resolved<'a>(schema: &'a Value, node: &'a Value) -> &'a Value {
    referred(schema, node).last().unwrap_or(node)
}

/// Returns the types that a node names.
pub(crate) fn types(node: &Value) -> Vec<&str> {
    match node.get("type") {
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        name => name.and_then(Value::as_str).into_iter().collect(),
    }
}

/// Returns the schema of a property of this node, of the nodes that it refers to, or of its variants.
pub(crate) fn property<'a>(schema: &'a Value, node: &'a Value, name: &str) -> Option<&'a Value> {
    described(schema, node).into_iter().find_map(|node| node.get("properties")?.get(name))
}

/// Returns the schema of the value with this name: a property, else an item or a value of a map.
pub(crate) fn child<'a>(schema: &'a Value, node: &'a Value, name: &str) -> Option<&'a Value> {
    let inner = || {
        referred(schema, node)
            .find_map(|node| node.get("items").or(node.get("additionalProperties")))
    };
    property(schema, node, name).or_else(inner)
}

/// Returns the names of this node's properties that satisfy a condition, including those of all variants.
pub(crate) fn properties_where(
    schema: &Value,
    node: &Value,
    holds: fn(&Value) -> bool,
) -> Vec<String> {
    let nodes = described(schema, node).into_iter();
    let properties = nodes.filter_map(|node| node.get("properties")?.as_object()).flatten();
    properties.filter(|(_, property)| holds(property)).map(|(name, _)| name.clone()).collect()
}

pub(crate) fn variants(node: &Value) -> &[Value] {
    node.get("oneOf").and_then(Value::as_array).map_or(&[], Vec::as_slice)
}
