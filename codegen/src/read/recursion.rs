//! Types of infinite size: a struct that contains itself, an alias of itself.

use std::collections::{BTreeMap, BTreeSet};

use super::parts::Parts;
use crate::document::Node;
use crate::model::{Shape, Type};

/// Refuses types of infinite size. A type may contain itself only inside an array or a map.
pub fn refuse(root: &Node<'_>, parts: &Parts<'_>) {
    let schemas = parts.schemas.readable();
    let by_value: BTreeMap<&str, Vec<&str>> = schemas
        .map(|schema| (schema.name.as_str(), inline_schemas(&schema.shape, parts)))
        .collect();
    for (name, node) in root.components("schemas") {
        let mut waiting = by_value.get(name).cloned().unwrap_or_default();
        let mut seen = BTreeSet::new();
        while let Some(inner) = waiting.pop() {
            if inner == name {
                node.fault(
                    "contains itself directly, so it is infinite: put an array or a map in between",
                );
                break;
            }
            if seen.insert(inner) {
                waiting.extend(by_value.get(inner).into_iter().flatten());
            }
        }
    }
}

/// The schemas that a value of this shape holds inline. A struct does not hold the items of an array or a map inline.
/// An alias counts as holding items that are aliases, because Rust refuses a cycle of aliases even through arrays and
/// maps.
fn inline_schemas<'a>(shape: &'a Shape, parts: &Parts<'_>) -> Vec<&'a str> {
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
