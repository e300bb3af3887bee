//! Component schemas, and the Rust shape of each.

use std::collections::BTreeSet;

use heck::ToSnakeCase;
use serde_json::{Value, json};

use super::keywords::{self, ANNOTATIONS, MESSAGE};
use super::parts::Named;
use super::types::{nullable_type_of, type_name, type_of};
use super::{defaults, names, secrets, unions};
use crate::codegen::document::{Node, Result, all};
use crate::codegen::model::{Field, Schema, Shape, Type};

pub fn read<'a>(schemas: &Result<Node<'a>>) -> Named<'a, Schema> {
    let entries = schemas.as_ref().map_err(|faulty| *faulty).and_then(Node::entries);
    let mut seen = BTreeSet::new();
    for (name, node) in entries.iter().flatten() {
        if !seen.insert(name.to_snake_case()) {
            node.fault("differs from another name only in case: rename it");
        }
    }
    let read = Named::of_entries(entries, schema);
    if let (Ok(schemas), None | Some(Ok(_))) = (schemas, read.get("ErrorResponse")) {
        error_response(schemas);
    }
    read
}

/// Checks the error schema that every API has. The runtime writes it, and every client reads it.
fn error_response(schemas: &Node<'_>) {
    let advice = "must be an object of exactly `success: {const: false}` and `message: {type: string}`, both required";
    let Ok(error) = schemas.need("ErrorResponse") else { return };
    let at = |pointer: &str| error.value.pointer(pointer);
    let size = at("/properties").and_then(|properties| properties.as_object()).map(|map| map.len());
    let required = at("/required").is_some_and(|list| {
        *list == json!(["success", "message"]) || *list == json!(["message", "success"])
    });
    let fits = size == Some(2)
        && required
        && at("/properties/success/const") == Some(&json!(false))
        && at("/properties/message/type") == Some(&json!("string"));
    if !fits {
        error.fault(advice);
    }
}

fn schema(name: &str, node: &Node<'_>) -> Result<Schema> {
    _ = names::schema(name, node);
    let doc = node.description();
    let shape = shape(node)?;
    Ok(Schema {
        name: name.to_owned(),
        doc: doc?,
        shape,
        in_responses: false,
        in_requests: false,
        is_built: false,
        tags: Vec::new(),
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
    Ok(Shape::Alias(type_of(node, "say `null` where this schema is used")?))
}

fn enumeration(node: &Node<'_>, list: &Node<'_>) -> Result<Shape> {
    node.only(&[&["type", "enum"], MESSAGE, ANNOTATIONS].concat());
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
    must_be(node, "object");
    let properties = node.need("properties")?;
    let entries = properties.entries()?;
    let required = required(node, &properties);
    let mut seen = BTreeSet::new();
    let fields = all(entries.iter().map(|(name, property)| {
        _ = names::property(name, property);
        if !seen.insert(name.to_snake_case()) {
            property.fault("has the same Rust name as another property: rename it");
        }
        field(name, property, required.as_ref().map_or(true, |names| names.contains(name)))
    }));
    let patch = node.flag("x-patch")?;
    let (_, fields) = (required?, fields?);
    if patch && !fields.iter().any(|field| field.nullable && !field.required) {
        let advice = "no property is both optional and nullable: remove it";
        return Err(node.need("x-patch")?.fault(advice));
    }
    Ok(Shape::Struct { fields, patch })
}

/// The names of an object's required properties.
fn required<'a>(node: &Node<'a>, properties: &Node<'a>) -> Result<BTreeSet<&'a str>> {
    let mut seen = BTreeSet::new();
    let names = all(node.items_of("required")?.iter().map(|name| {
        let text = name.string()?;
        if !seen.insert(text) {
            name.fault("occurs twice: remove one");
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
            refuse_idle_default(node, &field);
        }
    }
    Ok(field)
}

fn constant(node: &Node<'_>, value: &Node<'_>, required: bool) -> Result<Value> {
    node.only(&["type", "const", "title", "description", "example", "examples"]);
    if !required {
        node.fault("a constant is always there: make it required");
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

/// Refuses a default without effect, on a nullable property or on an enum that the property refers to.
fn refuse_idle_default(node: &Node<'_>, field: &Field) {
    if field.required {
        return;
    }
    if let (true, Some(default)) = (field.nullable, node.get("default"))
        && field.default.is_some()
    {
        default.fault("a nullable property is null when absent: remove one of the two");
    }
    let Ok((_, target)) = node.resolve("schemas") else { return };
    let left_out = target.get("enum").is_some() && target.get("default").is_some();
    if let (Type::Named(name), None, true) = (&field.ty, &field.default, left_out) {
        node.fault(format!("repeat the `default` of `{name}` here, beside the `$ref`"));
    }
}

fn must_be(node: &Node<'_>, ty: &str) {
    if type_name(node).is_ok_and(|given| given != Some((ty, false))) {
        node.fault(format!("must have `type: {ty}`"));
    }
}
