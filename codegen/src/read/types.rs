//! The type of a value: a scalar, an array, a map, or a reference.

use serde_json::Value;

use super::keywords::{self, ANNOTATIONS, BOUNDS, MESSAGE, TYPED};
use crate::document::{Node, Result};
use crate::model::Type;

const NO_NAME: &str = "no name: make it a component and `$ref` it";

/// Reads a type that must not be nullable. `advice` is the suggested fix for a nullable type.
pub fn type_of(node: &Node<'_>, advice: &str) -> Result<Type> {
    match nullable_type_of(node)? {
        (ty, false) => Ok(ty),
        (_, true) => Err(node.fault(advice)),
    }
}

/// Reads a type, and whether it is nullable: `type: [X, "null"]` or `oneOf: [X, {type: "null"}]`.
pub fn nullable_type_of(node: &Node<'_>) -> Result<(Type, bool)> {
    if node.get("oneOf").is_some() {
        return nullable_union(node);
    }
    if node.get("$ref").is_some() {
        return Ok((reference(node)?, false));
    }
    if let Some(properties) = node.get("properties") {
        return Err(properties.fault_hiding_reference(format!("an inline object has {NO_NAME}")));
    }
    if let Some(values) = node.get("enum").filter(|values| !values.is_faulty()) {
        values.fault(format!("an inline enum has {NO_NAME}"));
    }
    let Some((name, nullable)) = type_name(node)? else {
        if TYPED.iter().any(|key| node.get(key).is_some()) {
            return Err(node.fault_hiding_reference("add its `type`"));
        }
        node.only(&[BOUNDS, MESSAGE, ANNOTATIONS].concat());
        _ = keywords::message(node);
        keywords::bounds(node);
        // If the node is not a mapping, `only` has refused it, and `entries` fails.
        return node.entries().map(|_| (Type::Any, false));
    };
    let ty = match name {
        "integer" => Ok(Type::Integer),
        "number" => Ok(Type::Number),
        "boolean" => Ok(Type::Boolean),
        "string" if node.get("format").is_some_and(|format| format.value == "date-time") => {
            Ok(Type::DateTime)
        }
        "string" => Ok(Type::String),
        "array" => list(node),
        "object" => map(node),
        other => return Err(node.fault(format!("`{other}` is no type of the dialect"))),
    };
    let own: &[&str] = match name {
        "integer" => &["x-cap"],
        "string" => &["x-trim"],
        "array" => &["items"],
        "object" => &["additionalProperties"],
        _ => &[],
    };
    let takes_bounds = ty.as_ref().is_ok_and(Type::is_free_form);
    let bounds = if takes_bounds { BOUNDS } else { &[] };
    keywords::check(node, name, &[own, bounds].concat());
    if takes_bounds {
        keywords::bounds(node);
    }
    _ = node.flag("x-trim");
    Ok((ty?, nullable))
}

/// Returns the name in `type`, and whether the list also contains `"null"`.
pub fn type_name<'a>(node: &Node<'a>) -> Result<Option<(&'a str, bool)>> {
    let Some(ty) = node.get("type") else { return Ok(None) };
    if !ty.value.is_array() {
        return Ok(Some((ty.string()?, false)));
    }
    match ty.items()?.as_slice() {
        [name, null] if null.value == "null" => Ok(Some((name.string()?, true))),
        _ => Err(ty.fault("write `[X, \"null\"]`, or a named union")),
    }
}

fn nullable_union(node: &Node<'_>) -> Result<(Type, bool)> {
    node.only(&[&["oneOf"], MESSAGE, ANNOTATIONS].concat());
    _ = keywords::message(node);
    match node.items_of("oneOf")?.as_slice() {
        [inner, null] if null.value.get("type").is_some_and(|name| name == "null") => {
            null.only(&["type"]);
            Ok((type_of(inner, "is null twice: remove one")?, true))
        }
        _ => Err(node.fault_hiding_reference(format!("an inline union has {NO_NAME}"))),
    }
}

fn reference(node: &Node<'_>) -> Result<Type> {
    node.only(&[&["$ref", "allOf"], MESSAGE, ANNOTATIONS].concat());
    _ = keywords::message(node);
    let (name, target) = node.resolve("schemas")?;
    if let Some(all_of) = node.get("allOf") {
        match type_name(&target)? {
            Some((name, _)) if !keywords::of_type(name).is_empty() => {
                keywords::all_of(node, &target, name);
            }
            _ => {
                _ = all_of
                    .fault("the schema that it refers to takes no validation keywords: remove it")
            }
        }
    }
    Ok(Type::Named(name.unwrap_or_default().to_owned()))
}

fn list(node: &Node<'_>) -> Result<Type> {
    let item = type_of(
        &node.need("items")?,
        "an item cannot be null: write `items: {}`, which is any JSON, and let the handler check it",
    )?;
    Ok(Type::Array(Box::new(item)))
}

fn map(node: &Node<'_>) -> Result<Type> {
    let Some(values) = node.get("additionalProperties") else {
        let advice = "an object has `properties`, or is a map: add `additionalProperties`, `true` for any JSON";
        return Err(node.fault_hiding_reference(advice));
    };
    match values.value {
        Value::Bool(true) => Ok(Type::Object),
        Value::Bool(false) => Err(values.fault("no value would be allowed: remove it")),
        _ => Ok(Type::Map(Box::new(type_of(
            &values,
            "a value cannot be null: write `additionalProperties: true`, which is any JSON, and let the handler check it",
        )?))),
    }
}
