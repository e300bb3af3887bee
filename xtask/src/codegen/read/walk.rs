//! Rules on places: keys that are heeded only in some schemas, and what a body's schema may answer.

use std::collections::BTreeSet;

use super::keywords;
use crate::codegen::document::{Node, Result};

/// The schemas directly inside a schema with its further keywords, references not followed.
pub fn inner<'a>(node: &Node<'a>) -> Result<Vec<Node<'a>>> {
    let mut inner = parts(node)?;
    inner.extend(node.items_of("allOf")?);
    Ok(inner)
}

/// The schemas directly inside a schema, references not followed.
pub fn parts<'a>(node: &Node<'a>) -> Result<Vec<Node<'a>>> {
    let mut inner: Vec<_> =
        node.entries_of("properties")?.into_iter().map(|(_, property)| property).collect();
    inner.extend(node.items_of("oneOf")?);
    for key in ["items", "additionalProperties"] {
        inner.extend(node.get(key).filter(|schema| schema.value.is_object()));
    }
    Ok(inner)
}

/// Every `x-status` of a schema and of all that it refers to.
pub fn statuses(node: &Node<'_>) -> Result<BTreeSet<u16>> {
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut waiting = vec![node.clone()];
    while let Some(node) = waiting.pop() {
        found.extend(keywords::message(&node)?.1);
        waiting.extend(inner(&node)?);
        if let (Some(name), target) = node.resolve("schemas")?
            && seen.insert(name)
        {
            waiting.push(target);
        }
    }
    Ok(found)
}

/// Refuses these keys anywhere in a schema.
pub fn refuse(node: &Node<'_>, keys: &[&str], mend: &str) -> Result<()> {
    if let Some(found) = keys.iter().find_map(|key| node.get(key)) {
        return Err(found.fault(mend));
    }
    inner(node)?.iter().try_for_each(|inner| refuse(inner, keys, mend))
}
