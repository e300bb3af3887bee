//! The references of a document, which follow a component to its new name.

use std::collections::{BTreeMap, BTreeSet};

use heck::ToPascalCase;
use serde_json::Value;

use super::walk::{self, Place};

#[derive(Debug, Default)]
pub struct References {
    /// The pointers of the `$ref`s to each target, such as `#/components/schemas/Pet`.
    pub of: BTreeMap<String, Vec<String>>,
    /// The pointers of the entries of `mapping` with each target, which may be the name of a schema alone.
    pub mapped: BTreeMap<String, Vec<String>>,
    /// Component schemas by their names in Pascal case.
    names: BTreeSet<String>,
}

impl References {
    pub fn new(root: &Value) -> Self {
        let mut found = Self::default();
        walk::visit(root, &mut |pointer, place, value| {
            if let Some(target) = value.get("$ref").and_then(Value::as_str) {
                let pointer = format!("{pointer}/$ref");
                found.of.entry(target.to_owned()).or_default().push(pointer);
            }
            let mapping = value.pointer("/discriminator/mapping").and_then(Value::as_object);
            if place == Place::Schema {
                for (key, target) in mapping.into_iter().flatten() {
                    let Some(target) = target.as_str() else { continue };
                    let key = crate::document::escape(key);
                    let pointer = format!("{pointer}/discriminator/mapping/{key}");
                    found.mapped.entry(target.to_owned()).or_default().push(pointer);
                }
            }
        });
        let schemas = root.pointer("/components/schemas").and_then(Value::as_object);
        found.names =
            schemas.into_iter().flatten().map(|(name, _)| name.to_pascal_case()).collect();
        found
    }

    /// A name that no component schema has, and that begins with `wanted`.
    pub fn free_name(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        let mut number = 2;
        while !crate::read::is_schema_name(&name) || self.names.contains(&name.to_pascal_case()) {
            name = format!("{wanted}{number}");
            number += 1;
        }
        self.names.insert(name.to_pascal_case());
        name
    }
}
