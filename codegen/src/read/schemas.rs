//! Component schemas, and the Rust shape of each.

use std::collections::BTreeSet;

use heck::ToPascalCase;
use serde_json::Value;

use super::keywords::{self, ANNOTATIONS, MESSAGE};
use super::parts::Named;
use super::types::{nullable_type_of, type_name};
use super::{defaults, names, secrets, unions};
use crate::document::{Node, Result, all};
use crate::model::{Field, Schema, Shape, Type};

pub fn read<'a>(schemas: &Result<Node<'a>>) -> Named<'a, Schema> {
    let entries = schemas.as_ref().map_err(|faulty| *faulty).and_then(Node::entries);
    let mut seen = BTreeSet::new();
    for (name, node) in entries.iter().flatten() {
        if !seen.insert(name.to_pascal_case()) {
            node.fault("differs from another name only in case: rename it");
        }
    }
    Named::of_entries(entries, schema)
}

fn schema(name: &str, node: &Node<'_>) -> Result<Schema> {
    _ = names::schema(name, node);
    let doc = node.description();
    let shape = shape(node)?;
    Ok(Schema {
        name: name.to_owned(),
        doc: doc?,
        deprecated: node.is_deprecated(),
        shape,
        in_responses: false,
        in_requests: false,
        is_built: false,
        is_error_body: false,
        tags: Vec::new(),
        in_webhooks: false,
    })
}

fn shape(node: &Node<'_>) -> Result<Shape> {
    _ = keywords::message(node);
    if let Some(values) = node.get("enum") {
        return enumeration(node, &values);
    }
    node.without(&["default"], "write it where this schema is used");
    if node.get("oneOf").is_some() {
        return unions::read(node);
    }
    if node.get("properties").is_some() {
        return object(node);
    }
    Ok(Shape::Alias(match nullable_type_of(node)? {
        (ty, false) => ty,
        (_, true) => return Err(node.fault(NOT_NULLABLE)),
    }))
}

/// Each reference to a component can add null.
const NOT_NULLABLE: &str = "a component is not nullable: say `null` where this schema is used";

/// Refuses a nullable component with `properties` or an `enum`.
fn not_null(node: &Node<'_>) -> Result<()> {
    let types = node.value.get("type").and_then(Value::as_array);
    match types.is_some_and(|types| types.len() == 2 && types[1] == "null") {
        true => Err(node.fault(NOT_NULLABLE)),
        false => Ok(()),
    }
}

fn enumeration(node: &Node<'_>, list: &Node<'_>) -> Result<Shape> {
    node.only(&[&["type", "enum"], MESSAGE, ANNOTATIONS].concat());
    not_null(node)?;
    must_be(node, "string");
    let mut seen = BTreeSet::new();
    let values = all(list.items()?.iter().map(|value| {
        let text = value.string()?;
        // A size such as 1024x1024 is a valid value; its variant is `V1024x1024`.
        match seen.insert(names::variant(text, value)?) {
            true => Ok(text.to_owned()),
            false => Err(value.fault("has the same Rust name as another value: rename it")),
        }
    }))?;
    if values.is_empty() {
        return Err(list.fault("list the values"));
    }
    _ = defaults::of_enum(node);
    Ok(Shape::Enum { values })
}

fn object(node: &Node<'_>) -> Result<Shape> {
    node.only(&[&["type", "properties", "required", "x-patch"], MESSAGE, ANNOTATIONS].concat());
    let is_plain = not_null(node);
    if is_plain.is_ok() {
        must_be(node, "object");
    }
    let properties = node.need("properties")?;
    let entries = properties.entries()?;
    let required = required(node, &properties);
    let mut seen = BTreeSet::new();
    let fields = all(entries.iter().map(|(name, property)| {
        _ = names::property(name, property);
        if !seen.insert(name.to_pascal_case()) {
            property.fault("has the same Rust name as another property: rename it");
        }
        field(name, property, required.as_ref().map_or(true, |names| names.contains(name)))
    }));
    let patch = node.flag("x-patch")?;
    required?;
    is_plain?;
    let fields = fields?;
    if patch && !fields.iter().any(|field| field.nullable && !field.required) {
        let advice = "no property is both optional and nullable: remove it";
        return Err(node.need("x-patch")?.fault(advice));
    }
    Ok(Shape::Struct { fields, patch })
}

fn required<'a>(node: &Node<'a>, properties: &Node<'a>) -> Result<BTreeSet<&'a str>> {
    let mut seen = BTreeSet::new();
    let names = all(node.items_of("required")?.iter().map(|name| {
        let text = name.string()?;
        if !seen.insert(text) {
            name.fault("occurs twice: remove it");
        }
        if properties.get(text).is_none() {
            name.fault("is required but not among the properties: add or remove it");
        }
        Ok(text)
    }))?;
    Ok(names.into_iter().collect())
}

fn field(name: &str, node: &Node<'_>, required: bool) -> Result<Field> {
    let mut field = Field {
        name: name.to_owned(),
        doc: node.description().unwrap_or_default(),
        ty: Type::Any,
        required,
        nullable: false,
        default: None,
        constant: None,
        binary: false,
        secret: secrets::is_secret(node),
        deprecated: node.is_deprecated(),
    };
    if let Some(value) = node.get("const") {
        field.constant = Some(constant(node, &value, required)?);
    } else if node.get("format").is_some_and(|format| format.value == "binary") {
        node.only(&[&["type", "format"], MESSAGE, ANNOTATIONS].concat());
        must_be(node, "string");
        node.without(&["default"], "a file has no default: remove it");
        _ = keywords::message(node);
        (field.ty, field.binary) = (Type::String, true);
    } else {
        (field.ty, field.nullable) = nullable_type_of(node)?;
        if let Ok(default) = defaults::read(node, &field.ty, field.nullable) {
            field.default = default;
            refuse_ignored_default(node, &field);
        }
        // The runtime removes a null that means the default.
        field.nullable &= required || node.get("default").is_none();
    }
    Ok(field)
}

fn constant(node: &Node<'_>, value: &Node<'_>, required: bool) -> Result<Value> {
    node.only(&[&["type", "const"], ANNOTATIONS].concat());
    if let Some(default) = node.get("default") {
        default.fault("a constant has no other value: remove it");
    }
    if !required {
        node.fault("a constant is always there: make it required, or remove the `const`");
    }
    let ty = match value.value {
        Value::String(_) => "string",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_i64() => "integer",
        _ => return Err(value.fault("must be a string, an integer, true or false")),
    };
    match type_name(node)? {
        // Without `type`, generators that look only at `type` would allow any value.
        None => Err(node.fault(format!("a constant has its type: add `type: {ty}`"))),
        Some(given) if given != (ty, false) => {
            Err(value.fault("does not have the `type` of the schema: change one"))
        }
        _ => Ok(value.value.clone()),
    }
}

/// Refuses a property that refers to an enum with a default without repeating it, because that default has no effect.
fn refuse_ignored_default(node: &Node<'_>, field: &Field) {
    if field.required || field.default.is_some() {
        return;
    }
    let Ok((Some(name), target)) = node.resolve("schemas") else { return };
    if target.get("enum").is_some()
        && let Some(default) = target.get("default")
    {
        let default = default.value;
        node.fault(format!("a property has no `default` of `{name}`: add `default: {default}`"));
    }
}

fn must_be(node: &Node<'_>, ty: &str) {
    if type_name(node).is_ok_and(|given| given != Some((ty, false))) {
        node.fault(format!("must have `type: {ty}`"));
    }
}
