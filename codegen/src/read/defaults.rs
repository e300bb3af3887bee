//! Reads defaults, and checks that generated code can express them. [`examples`](super::examples) checks defaults
//! against their schemas.

use serde_json::Value;

use crate::document::{Node, Result};
use crate::model::Type;

/// Returns the default in the schema of a value. A default of `null` counts as none.
pub fn read(schema: &Node<'_>, ty: &Type, nullable: bool) -> Result<Option<Value>> {
    let Some(default) = schema.get("default") else { return Ok(None) };
    if nullable && default.value.is_null() {
        return Ok(None);
    }
    check(&default, ty, schema)?;
    Ok(Some(default.value.clone()))
}

/// Returns the default in the component of an enum. It applies to parameters that use the enum.
pub fn of_enum(target: &Node<'_>) -> Result<Option<Value>> {
    let Some(default) = target.get("default") else { return Ok(None) };
    listed(&default, target)?;
    Ok(Some(default.value.clone()))
}

fn check(default: &Node<'_>, ty: &Type, schema: &Node<'_>) -> Result<()> {
    let advice = match (ty, default.value) {
        (Type::Integer, Value::Number(number)) if number.is_i64() => return Ok(()),
        (Type::Number, Value::Number(_)) => return Ok(()),
        (Type::Boolean, Value::Bool(_)) | (Type::String, Value::String(_)) => return Ok(()),
        (Type::Array(_), Value::Array(list)) if list.is_empty() => return Ok(()),
        (Type::Map(_) | Type::Object, Value::Object(map)) if map.is_empty() => return Ok(()),
        (Type::Named(_), _) => return listed(default, &target(schema)?),
        (Type::Integer, _) => "must be an integer",
        (Type::Number, _) => "must be a number",
        (Type::Boolean, _) => "must be true or false",
        (Type::String, _) => "must be a string",
        (Type::Array(_), _) => "must be `[]`: no other list is a default",
        (Type::Map(_) | Type::Object, _) => "must be `{}`: no other map is a default",
        (Type::DateTime | Type::Any, _) => "this type has no default: remove it",
    };
    Err(default.fault(advice))
}

/// The component that a schema refers to, alone or next to null.
fn target<'a>(schema: &Node<'a>) -> Result<Node<'a>> {
    let variants = schema.items_of("oneOf")?;
    let other = variants.iter().find(|variant| variant.get("$ref").is_some());
    Ok(other.unwrap_or(schema).resolve("schemas")?.1)
}

fn listed(default: &Node<'_>, target: &Node<'_>) -> Result<()> {
    let Some(values) = target.get("enum") else {
        return Err(default.fault("this type has no default: remove it"));
    };
    let values = values.items()?;
    if values.iter().any(|value| value.value == default.value) {
        return Ok(());
    }
    let values: Vec<_> = values.iter().filter_map(|value| value.value.as_str()).collect();
    Err(default.fault(format!("must be one of {}", values.join(", "))))
}
