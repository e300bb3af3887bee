//! Component schemas: which Rust shape each one has.

use std::collections::BTreeSet;

use heck::{ToPascalCase, ToSnakeCase};
use serde_json::Value;

use crate::codegen::document::{Node, Result};
use crate::codegen::model::{Field, Schema, Shape, Type, Variant};

const ANNOTATIONS: &[&str] = &["title", "description", "example", "examples", "default"];
const CHECKS: &[&str] = &[
    "type",
    "format",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "pattern",
    "minItems",
    "maxItems",
    "allOf",
    "x-message",
    "x-status",
    "x-cap",
    "x-trim",
    "contentMediaType",
];

pub fn read(schemas: &Node<'_>) -> Result<Vec<Schema>> {
    let mut names = BTreeSet::new();
    let mut read = Vec::new();
    for (name, node) in schemas.entries() {
        if name != name.to_pascal_case() {
            return Err(node.fault(format!("name it `{}`", name.to_pascal_case())));
        }
        if !names.insert(name.to_snake_case()) {
            return Err(node.fault("differs from another name only in case: rename it"));
        }
        read.push(Schema {
            name: name.to_owned(),
            doc: node.text("description")?.unwrap_or_default().to_owned(),
            shape: shape(&node)?,
            in_responses: false,
            in_requests: false,
            tags: Vec::new(),
        });
    }
    Ok(read)
}

fn shape(node: &Node<'_>) -> Result<Shape> {
    if node.get("oneOf").is_some() {
        return union(node);
    }
    if let Some(values) = node.get("enum") {
        return enumeration(node, &values);
    }
    if node.get("properties").is_some() {
        return object(node);
    }
    Ok(Shape::Alias(type_of(node)?))
}

fn enumeration(node: &Node<'_>, list: &Node<'_>) -> Result<Shape> {
    only(node, &["type", "enum", "x-message", "x-status"])?;
    let mut seen = BTreeSet::new();
    let mut values = Vec::new();
    for value in list.items() {
        let text = value.string()?;
        let variant = text.to_pascal_case();
        if variant.is_empty() || variant.starts_with(|first: char| first.is_ascii_digit()) {
            // A size such as 1024x1024 is a fine value; it becomes `V1024x1024`.
            seen.insert(format!("V{variant}"));
        } else if variant == "Unknown" || !seen.insert(variant) {
            return Err(value.fault("has no Rust name of its own beside the others: rename it"));
        }
        values.push(text.to_owned());
    }
    Ok(Shape::Enum { values })
}

fn object(node: &Node<'_>) -> Result<Shape> {
    only(node, &["type", "properties", "required", "x-patch", "x-message", "x-status"])?;
    let properties = node.need("properties")?;
    let mut required = BTreeSet::new();
    for name in node.get("required").map(|list| list.items()).unwrap_or_default() {
        if properties.get(name.string()?).is_none() {
            return Err(name.fault("is required but not among the properties: add or remove it"));
        }
        required.insert(name.string()?);
    }
    let mut seen = BTreeSet::new();
    let mut fields = Vec::new();
    for (name, property) in properties.entries() {
        if !seen.insert(name.to_snake_case()) {
            return Err(property.fault("has the same Rust name as another property: rename it"));
        }
        fields.push(field(name, &property, required.contains(name))?);
    }
    Ok(Shape::Struct { fields, patch: node.flag("x-patch") })
}

fn field(name: &str, node: &Node<'_>, required: bool) -> Result<Field> {
    let constant = node.get("const");
    if constant.is_some() {
        only(node, &["type", "const"])?;
        if !required {
            return Err(node.fault("a constant is always there: make it required"));
        }
    }
    let (ty, nullable) = match constant {
        Some(_) => (Type::Any, false),
        None => nullable_type_of(node)?,
    };
    Ok(Field {
        name: name.to_owned(),
        doc: node.text("description")?.unwrap_or_default().to_owned(),
        ty,
        required,
        nullable,
        default: node.get("default").map(|node| node.value.clone()),
        constant: node.get("const").map(|node| node.value.clone()),
        binary: node.text("format")? == Some("binary"),
    })
}

/// A type that may be `null`: `type: [X, "null"]` or `oneOf: [X, {type: "null"}]`.
fn nullable_type_of(node: &Node<'_>) -> Result<(Type, bool)> {
    if let Some(choices) = node.get("oneOf") {
        only(node, &["oneOf", "x-message", "x-status"])?;
        let choices = choices.items();
        return match choices.as_slice() {
            [inner, null] if null.text("type")? == Some("null") => Ok((type_of(inner)?, true)),
            _ => Err(node.fault("an inline union has no name: make it a component and `$ref` it")),
        };
    }
    let nullable = node.get("type").is_some_and(|list| list.value.is_array());
    Ok((type_of(node)?, nullable))
}

/// A scalar, an array, a map, or a reference.
pub fn type_of(node: &Node<'_>) -> Result<Type> {
    if node.get("$ref").is_some() {
        only(node, &["$ref", "x-message", "x-status", "allOf"])?;
        let (name, _) = node.resolve("schemas")?;
        return Ok(Type::Named(name.unwrap_or_default().to_owned()));
    }
    for (key, mend) in [
        ("enum", "an inline enum has no name: make it a component and `$ref` it"),
        ("properties", "an inline object has no name: make it a component and `$ref` it"),
        ("anyOf", "write `oneOf`"),
    ] {
        if let Some(inner) = node.get(key) {
            return Err(inner.fault(mend));
        }
    }
    match type_name(node)? {
        None => {
            only(node, &["x-message", "x-status"])?;
            Ok(Type::Any)
        }
        Some("integer") => checked(node, Type::Integer),
        Some("number") => checked(node, Type::Number),
        Some("boolean") => checked(node, Type::Boolean),
        Some("string") if node.text("format")? == Some("date-time") => {
            checked(node, Type::DateTime)
        }
        Some("string") => checked(node, Type::String),
        Some("array") => {
            only(node, &[CHECKS, &["items"]].concat())?;
            let (item, nullable) = nullable_type_of(&node.need("items")?)?;
            if nullable {
                return Err(node.fault("items cannot be null: leave them out"));
            }
            Ok(Type::Array(Box::new(item)))
        }
        Some("object") => {
            only(node, &["type", "additionalProperties", "x-message", "x-status"])?;
            match node.get("additionalProperties") {
                Some(values)
                    if values.value.is_object() && values.get("type").is_some()
                        || values_ref(node) =>
                {
                    Ok(Type::Map(Box::new(type_of(&node.need("additionalProperties")?)?)))
                }
                Some(values) if values.value == &Value::Bool(true) => Ok(Type::Object),
                _ => {
                    Err(node.fault("give `properties` (in a component) or `additionalProperties`"))
                }
            }
        }
        Some(other) => Err(node.fault(format!("`{other}` is no type of the dialect"))),
    }
}

fn values_ref(node: &Node<'_>) -> bool {
    node.get("additionalProperties").is_some_and(|values| values.get("$ref").is_some())
}

fn checked(node: &Node<'_>, ty: Type) -> Result<Type> {
    only(node, CHECKS)?;
    for entry in node.get("allOf").map(|list| list.items()).unwrap_or_default() {
        entry.only(CHECKS)?;
    }
    Ok(ty)
}

/// `type`, with `"null"` beside it or without.
fn type_name<'a>(node: &Node<'a>) -> Result<Option<&'a str>> {
    let Some(ty) = node.get("type") else { return Ok(None) };
    if !ty.value.is_array() {
        return ty.string().map(Some);
    }
    match ty.items().as_slice() {
        [name, null] if null.value == "null" => name.string().map(Some),
        _ => Err(ty.fault("write `[X, \"null\"]`, or a named union")),
    }
}

fn union(node: &Node<'_>) -> Result<Shape> {
    only(node, &["oneOf", "discriminator", "x-message", "x-status"])?;
    let choices = node.need("oneOf")?.items();
    let types: Vec<_> = choices.iter().map(type_name).collect::<Result<_>>()?;
    if types == [Some("integer"), Some("string")] {
        choices.iter().try_for_each(|choice| only(choice, CHECKS))?;
        return Ok(Shape::IntegerOrString);
    }
    let mut variants = Vec::new();
    for choice in &choices {
        let (name, target) = choice.resolve("schemas")?;
        let Some(name) = name else {
            return Err(choice.fault("a variant has no name: make it a component and `$ref` it"));
        };
        variants.push((name.to_owned(), target));
    }
    match node.get("discriminator") {
        Some(discriminator) => tagged(&discriminator, variants),
        None => untagged(node, variants),
    }
}

fn tagged(discriminator: &Node<'_>, variants: Vec<(String, Node<'_>)>) -> Result<Shape> {
    discriminator.only(&["propertyName"])?;
    let property = discriminator.need("propertyName")?.string()?.to_owned();
    let mut events = Vec::new();
    let mut tagged = Vec::new();
    for (schema, node) in variants {
        let constant = node.get("properties").and_then(|node| node.get(&property)?.get("const"));
        let mend = format!("give it the required property `{property}` with a `const` string");
        let value = constant.ok_or_else(|| node.fault(mend))?.string()?.to_owned();
        if let Some(data) = node.get("properties").and_then(|node| node.get("data")) {
            let (name, _) = data.resolve("schemas")?;
            let mend = "make it a component and `$ref` it";
            let schema = name.ok_or_else(|| data.fault(mend))?.to_owned();
            events.push(Variant { value: value.clone(), schema });
        }
        tagged.push(Variant { value, schema });
    }
    if property == "event" && events.len() == tagged.len() {
        let wrappers = tagged.into_iter().map(|variant| variant.schema).collect();
        return Ok(Shape::Events { variants: events, wrappers });
    }
    Ok(Shape::Tagged { property, variants: tagged })
}

fn untagged(union: &Node<'_>, variants: Vec<(String, Node<'_>)>) -> Result<Shape> {
    let properties = |node: &Node<'_>| -> BTreeSet<String> {
        let entries = node.get("properties").map(|node| node.entries()).unwrap_or_default();
        entries.into_iter().map(|(name, _)| name.to_owned()).collect()
    };
    for (name, node) in &variants {
        let others = || variants.iter().filter(|(other, _)| other != name);
        let required = node.get("required").map(|list| list.items()).unwrap_or_default();
        let own = required.iter().filter_map(|name| name.value.as_str());
        if !own.into_iter().any(|own| others().all(|(_, node)| !properties(node).contains(own))) {
            let mend = format!("`{name}` needs a required property of its own, or a discriminator");
            return Err(union.fault(mend));
        }
    }
    Ok(Shape::Untagged { variants: variants.into_iter().map(|(name, _)| name).collect() })
}

fn only(node: &Node<'_>, keys: &[&str]) -> Result<()> {
    node.only(&[keys, ANNOTATIONS].concat())
}
