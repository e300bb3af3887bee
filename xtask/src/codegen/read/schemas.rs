//! Component schemas: which Rust shape each one has.

use std::collections::BTreeSet;

use heck::ToSnakeCase;
use serde_json::Value;

use super::keywords::{self, ANNOTATIONS, MESSAGE};
use super::types::{nullable_type_of, type_name, type_of};
use super::{defaults, names, unions};
use crate::codegen::document::{Node, Result};
use crate::codegen::model::{Field, Schema, Shape, Type};

pub fn read(schemas: &Node<'_>) -> Result<Vec<Schema>> {
    let mut seen = BTreeSet::new();
    let mut read = Vec::new();
    for (name, node) in schemas.entries()? {
        names::schema(name, &node)?;
        if !seen.insert(name.to_snake_case()) {
            return Err(node.fault("differs from another name only in case: rename it"));
        }
        read.push(Schema {
            name: name.to_owned(),
            doc: node.description()?,
            shape: shape(&node)?,
            in_responses: false,
            in_requests: false,
            tags: Vec::new(),
        });
    }
    Ok(read)
}

fn shape(node: &Node<'_>) -> Result<Shape> {
    keywords::message(node)?;
    if let Some(values) = node.get("enum") {
        return enumeration(node, &values);
    }
    if let Some(default) = node.get("default") {
        return Err(default.fault("write it where this schema is used"));
    }
    if node.get("oneOf").is_some() {
        return unions::read(node);
    }
    if node.get("properties").is_some() {
        return object(node);
    }
    Ok(Shape::Alias(type_of(node, "say `null` where this schema is used")?))
}

fn enumeration(node: &Node<'_>, list: &Node<'_>) -> Result<Shape> {
    node.only(&[&["type", "enum"], MESSAGE, ANNOTATIONS].concat())?;
    must_be(node, "string")?;
    let mut seen = BTreeSet::new();
    let mut values = Vec::new();
    for value in list.items()? {
        let text = value.string()?;
        // A size such as 1024x1024 is a fine value; it becomes `V1024x1024`.
        if !seen.insert(names::variant(text, &value)?) {
            return Err(value.fault("has the same Rust name as another value: rename it"));
        }
        values.push(text.to_owned());
    }
    if values.is_empty() {
        return Err(list.fault("list the values"));
    }
    defaults::of_enum(node)?;
    Ok(Shape::Enum { values })
}

fn object(node: &Node<'_>) -> Result<Shape> {
    node.only(&[&["type", "properties", "required", "x-patch"], MESSAGE, ANNOTATIONS].concat())?;
    must_be(node, "object")?;
    let properties = node.need("properties")?;
    let mut required = BTreeSet::new();
    for name in node.items_of("required")? {
        if properties.get(name.string()?).is_none() {
            return Err(name.fault("is required but not among the properties: add or remove it"));
        }
        if !required.insert(name.string()?) {
            return Err(name.fault("stands twice: remove one"));
        }
    }
    let mut seen = BTreeSet::new();
    let mut fields = Vec::new();
    for (name, property) in properties.entries()? {
        names::property(name, &property)?;
        if !seen.insert(name.to_snake_case()) {
            return Err(property.fault("has the same Rust name as another property: rename it"));
        }
        fields.push(field(name, &property, required.contains(name))?);
    }
    let patch = node.flag("x-patch")?;
    if patch && !fields.iter().any(|field| field.nullable && !field.required) {
        let mend = "no property is both optional and nullable: remove it";
        return Err(node.need("x-patch")?.fault(mend));
    }
    Ok(Shape::Struct { fields, patch })
}

fn field(name: &str, node: &Node<'_>, required: bool) -> Result<Field> {
    let mut field = Field {
        name: name.to_owned(),
        doc: node.description()?,
        ty: Type::Any,
        required,
        nullable: false,
        default: None,
        constant: None,
        binary: false,
    };
    if let Some(value) = node.get("const") {
        field.constant = Some(constant(node, &value, required)?);
    } else if node.text("format")? == Some("binary") {
        node.only(&[&["type", "format"], MESSAGE, ANNOTATIONS].concat())?;
        must_be(node, "string")?;
        if let Some(default) = node.get("default") {
            return Err(default.fault("a file has no default: remove it"));
        }
        keywords::message(node)?;
        (field.ty, field.binary) = (Type::String, true);
    } else {
        (field.ty, field.nullable) = nullable_type_of(node)?;
        field.default = defaults::read(node, &field.ty, field.nullable)?;
        refuse_idle_default(node, &field)?;
    }
    Ok(field)
}

fn constant(node: &Node<'_>, value: &Node<'_>, required: bool) -> Result<Value> {
    node.only(&["type", "const", "title", "description", "example", "examples"])?;
    if !required {
        return Err(node.fault("a constant is always there: make it required"));
    }
    let ty = match value.value {
        Value::String(_) => "string",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_i64() => "integer",
        _ => return Err(value.fault("must be a string, an integer, true or false")),
    };
    match type_name(node)? {
        Some(given) if given != (ty, false) => Err(value.fault("is not of its `type`: mend one")),
        _ => Ok(value.value.clone()),
    }
}

/// A default that no request would ever get.
fn refuse_idle_default(node: &Node<'_>, field: &Field) -> Result<()> {
    if field.required {
        return Ok(());
    }
    if let (true, Some(default)) = (field.nullable, node.get("default"))
        && field.default.is_some()
    {
        return Err(default.fault("a nullable property is null when absent: remove one of the two"));
    }
    let target = node.resolve("schemas")?.1;
    let left_out = target.get("enum").is_some() && target.get("default").is_some();
    match (&field.ty, &field.default) {
        (Type::Named(name), None) if left_out => {
            Err(node.fault(format!("repeat the `default` of `{name}` here, beside the `$ref`")))
        }
        _ => Ok(()),
    }
}

fn must_be(node: &Node<'_>, ty: &str) -> Result<()> {
    match type_name(node)? {
        Some(given) if given == (ty, false) => Ok(()),
        _ => Err(node.fault(format!("must have `type: {ty}`"))),
    }
}
