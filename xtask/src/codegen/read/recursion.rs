//! Types without end: a struct that holds itself, an alias of itself.

use std::collections::BTreeMap;

use crate::codegen::document::{Node, Result};
use crate::codegen::model::{Api, Shape, Type};

/// Refuses what Rust could not lay out: arrays and maps may hold their own kind, and nothing else may.
pub fn refuse(schemas: &Node<'_>, api: &Api) -> Result<()> {
    let by_value: BTreeMap<&str, Vec<&str>> =
        api.schemas.iter().map(|schema| (schema.name.as_str(), held(&schema.shape, api))).collect();
    for (name, node) in schemas.entries()? {
        let mut waiting = by_value.get(name).cloned().unwrap_or_default();
        let mut seen = Vec::new();
        while let Some(inner) = waiting.pop() {
            if inner == name {
                return Err(node.fault("holds itself without end: put an array or a map between"));
            }
            if !seen.contains(&inner) {
                seen.push(inner);
                waiting.extend(by_value.get(inner).into_iter().flatten());
            }
        }
    }
    Ok(())
}

/// The schemas of which a value is always there. An alias is the type itself, so one of aliases has no end either.
fn held<'a>(shape: &'a Shape, api: &Api) -> Vec<&'a str> {
    let alias =
        |name: &str| api.schema(name).is_some_and(|schema| matches!(schema.shape, Shape::Alias(_)));
    match shape {
        Shape::Struct { fields, .. } => {
            let fields = fields.iter().filter(|field| matches!(field.ty, Type::Named(_)));
            fields.filter_map(|field| field.ty.named()).collect()
        }
        Shape::Alias(ty @ (Type::Array(_) | Type::Map(_))) => {
            ty.named().into_iter().filter(|name| alias(name)).collect()
        }
        shape => shape.parts(),
    }
}
