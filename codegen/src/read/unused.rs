//! Refuses parts of a document that nothing uses.
//!
//! If an operation names a part that does not exist, the name may be a misspelling of a part that seems unused. No part
//! of that kind is then refused.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{path_items, walk};
use crate::document::{Document, Node};

pub fn refuse(document: &Document) {
    let root = &document.root();
    if document.has_all_references() {
        refuse_components(root);
    }
    let operations = path_items::all(root);
    let used = |names: fn(&Value) -> Vec<Option<&str>>| {
        operations.iter().flat_map(|operation| names(operation.value)).collect()
    };
    let tags = root.items_of("tags").unwrap_or_default();
    let tags = tags.into_iter().map(|tag| (name_of(&tag), tag)).collect();
    refuse_kind(&used(tags_of), tags, "no operation has this tag");
    let schemes = root.components("securitySchemes");
    let inherited = root.value.get("security").into_iter().flat_map(schemes_in);
    let mut used_schemes: Names<'_> = used(schemes_of);
    used_schemes.extend(inherited);
    refuse_kind(&used_schemes, schemes, "no operation uses this scheme");
    let limits = root.entries_of("x-rate-limits").unwrap_or_default();
    refuse_kind(&used(limits_of), limits, "no operation has this rate limit");
}

fn refuse_components(root: &Node<'_>) {
    let reached = reached(root);
    for kind in ["schemas", "parameters", "responses", "headers"] {
        for (name, part) in root.components(kind) {
            let pointer = format!("#/components/{kind}/{name}");
            if name != "ErrorResponse" && !reached.contains(&pointer) {
                part.fault("nothing uses this: remove it");
            }
        }
    }
}

/// Names of used parts. `None` is a name that cannot be read.
type Names<'a> = BTreeSet<Option<&'a str>>;

fn refuse_kind(used: &Names<'_>, parts: Vec<(&str, Node<'_>)>, reason: &str) {
    let is_known = |name: &str| parts.iter().any(|(known, _)| *known == name);
    if used.iter().all(|name| name.is_some_and(is_known)) {
        let unused = parts.iter().filter(|(name, _)| !used.contains(&Some(name)));
        unused.for_each(|(_, part)| _ = part.fault(format!("{reason}: remove it")));
    }
}

/// Returns every reference that an operation contains, directly or through other components.
fn reached(root: &Node<'_>) -> BTreeSet<String> {
    let mut reached = BTreeSet::new();
    let used = ["paths", "webhooks"].into_iter().filter_map(|key| root.value.get(key));
    let mut waiting: Vec<String> = used.flat_map(references).collect();
    while let Some(reference) = waiting.pop() {
        let target = reference.strip_prefix('#').and_then(|pointer| root.value.pointer(pointer));
        if reached.insert(reference.clone())
            && let Some(target) = target
        {
            waiting.extend(references(target));
        }
    }
    reached
}

fn references(value: &Value) -> impl Iterator<Item = String> {
    walk::references(value).into_iter().map(str::to_owned)
}

fn name_of<'a>(tag: &Node<'a>) -> &'a str {
    tag.value.get("name").and_then(Value::as_str).unwrap_or_default()
}

fn tags_of(operation: &Value) -> Vec<Option<&str>> {
    texts(operation.get("tags"))
}

fn limits_of(operation: &Value) -> Vec<Option<&str>> {
    let Some(limits) = operation.get("x-rate-limit") else { return Vec::new() };
    let Value::Array(limits) = limits else { return vec![None] };
    limits.iter().map(|item| item.get("limit").unwrap_or(item).as_str()).collect()
}

/// The schemes in the operation's own `security`.
fn schemes_of(operation: &Value) -> Vec<Option<&str>> {
    operation.get("security").map(schemes_in).unwrap_or_default()
}

fn schemes_in(security: &Value) -> Vec<Option<&str>> {
    let Value::Array(alternatives) = security else { return vec![None] };
    let names = alternatives.iter().filter_map(Value::as_object).flat_map(|schemes| schemes.keys());
    names.map(|name| Some(name.as_str())).collect()
}

fn texts(list: Option<&Value>) -> Vec<Option<&str>> {
    let Some(Value::Array(list)) = list else { return vec![None] };
    list.iter().map(Value::as_str).collect()
}
