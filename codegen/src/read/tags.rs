//! The document's tags; each becomes a trait and a module.

use heck::ToPascalCase;

use super::names;
use super::parts::Named;
use crate::document::{Node, Result};
use crate::model::Tag;

/// Reads every tag, in the document's order, without its operations.
pub fn read<'a>(root: &Node<'a>) -> Named<'a, Tag> {
    let list = root.need("tags");
    let tags = Named::of_list(&list, "name", tag);
    if let Ok(list) = list {
        check_all(&list);
    }
    tags
}

fn tag(name: &Node<'_>, tag: &Node<'_>) -> Result<Tag> {
    tag.only(&["name", "description", "externalDocs", "x-inbound"]);
    let text = name.string()?.to_owned();
    _ = names::tag(&text, name);
    let inbound = tag.flag("x-inbound")?;
    let doc = tag.need("description")?.string()?.to_owned();
    Ok(Tag { name: text, doc, inbound, operations: Vec::new() })
}

fn check_all(list: &Node<'_>) {
    let Ok(tags) = list.items() else { return };
    let mut seen = Vec::new();
    for name in tags.iter().filter_map(|tag| tag.get("name")) {
        let Some(module) = name.value.as_str().map(ToPascalCase::to_pascal_case) else { continue };
        if seen.contains(&module) {
            name.fault("this tag occurs twice: remove one");
        }
        seen.push(module);
    }
    let is_inbound = |tag: &Node<'_>| tag.get("x-inbound").is_some_and(|flag| flag.value == true);
    if !tags.is_empty() && tags.iter().all(is_inbound) {
        list.fault(
            "every tag has `x-inbound`, so the client has no methods: remove it from one tag",
        );
    }
}
