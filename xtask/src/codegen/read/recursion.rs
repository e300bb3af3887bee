//! Types without end: a struct that holds itself, an alias of itself.

use std::collections::BTreeMap;

use super::parts::Parts;
use crate::codegen::document::Node;
use crate::codegen::model::{Shape, Type};

/// Refuses what Rust could not lay out: arrays and maps may hold their own kind, and nothing else may.
pub fn refuse(root: &Node<'_>, parts: &Parts<'_>) {
    let schemas = parts.schemas.sound();
    let by_value: BTreeMap<&str, Vec<&str>> =
        schemas.map(|schema| (schema.name.as_str(), held(&schema.shape, parts))).collect();
    for (name, node) in root.components("schemas") {
        let mut waiting = by_value.get(name).cloned().unwrap_or_default();
        let mut seen = Vec::new();
        while let Some(inner) = waiting.pop() {
            if inner == name {
                node.fault("holds itself without end: put an array or a map between");
                break;
            }
            if !seen.contains(&inner) {
                seen.push(inner);
                waiting.extend(by_value.get(inner).into_iter().flatten());
            }
        }
    }
}

/// The schemas of which a value is always there. An alias is the type itself, so one of aliases has no end either.
fn held<'a>(shape: &'a Shape, parts: &Parts<'_>) -> Vec<&'a str> {
    let alias = |name: &str| matches!(parts.shape(name), Ok(Some(Shape::Alias(_))));
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
