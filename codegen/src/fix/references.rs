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
    /// The targets of every `$ref`, also of those that `of` lacks because no dialect has their place.
    targets: BTreeMap<String, usize>,
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
        for target in crate::read::references_in(root) {
            *found.targets.entry(decoded(target)).or_default() += 1;
        }
        let schemas = root.pointer("/components/schemas").and_then(Value::as_object);
        found.names =
            schemas.into_iter().flatten().map(|(name, _)| name.to_pascal_case()).collect();
        found
    }

    /// Whether every reference to the value at this pointer is in `of`, and none leads to a value inside it. Otherwise
    /// the value cannot move.
    pub fn can_move(&self, pointer: &str) -> bool {
        let target = format!("#{pointer}");
        let known = self.of.get(&target).map_or(0, Vec::len);
        let inside = format!("{target}/");
        let next = self.targets.range(inside.clone()..).next();
        self.targets.get(&target).is_none_or(|count| *count == known)
            && next.is_none_or(|(target, _)| !target.starts_with(&inside))
    }

    /// A name that no component schema has, and that begins with `wanted`. `None` if no such name is possible.
    pub fn free_name(&mut self, wanted: &str) -> Option<String> {
        // The Pascal case of `ItemZA` is `ItemZa`.
        let wanted = wanted.to_pascal_case();
        let numbered = (2..1000).map(|number| format!("{wanted}{number}").to_pascal_case());
        let mut names = [wanted.clone()].into_iter().chain(numbered);
        let name =
            names.find(|name| crate::read::is_schema_name(name) && !self.names.contains(name))?;
        self.names.insert(name.clone());
        Some(name)
    }
}

/// A reference without percent-encoding.
fn decoded(target: &str) -> String {
    percent_encoding::percent_decode_str(target).decode_utf8_lossy().into_owned()
}

/// How many references of a document lead nowhere.
pub fn dangling(root: &Value) -> usize {
    let leads = |target: &&str| {
        let target = decoded(target);
        target.strip_prefix('#').is_none_or(|pointer| root.pointer(pointer).is_some())
    };
    crate::read::references_in(root).into_iter().filter(|target| !leads(target)).count()
}
