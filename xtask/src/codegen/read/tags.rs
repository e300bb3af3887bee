//! The document's tags: each is a trait and a module.

use heck::ToPascalCase;

use super::names;
use super::parts::Named;
use crate::codegen::document::{Node, Result};
use crate::codegen::model::Tag;

/// Every tag, in the document's order, without operations.
pub fn read<'a>(root: &Node<'a>) -> Named<'a, Tag> {
    let list = root.need("tags");
    let tags = Named::of_list(&list, "name", tag);
    if let Ok(list) = list {
        check_all(&list);
    }
    tags
}

fn tag(name: &Node<'_>, tag: &Node<'_>) -> Result<Tag> {
    tag.only(&["name", "description", "x-unserved"]);
    let text = name.string()?.to_owned();
    _ = names::tag(&text, name);
    let unserved = tag.flag("x-unserved")?;
    let doc = description(tag, unserved)?;
    Ok(Tag { name: text, doc, unserved, operations: Vec::new() })
}

/// Most readers of a document see the description alone, so it agrees with the flag.
fn description(tag: &Node<'_>, unserved: bool) -> Result<String> {
    let description = tag.need("description")?;
    let text = description.string()?;
    let told = Tag::NOT_SERVED;
    match (unserved, text.contains(told)) {
        (true, false) => Err(description.fault(format!("tell readers too: add `{told}`"))),
        (false, true) => Err(description.fault(format!("it is served: remove `{told}`"))),
        _ => Ok(text.to_owned()),
    }
}

fn check_all(list: &Node<'_>) {
    let Ok(tags) = list.items() else { return };
    let mut seen = Vec::new();
    for name in tags.iter().filter_map(|tag| tag.get("name")) {
        let Some(module) = name.value.as_str().map(ToPascalCase::to_pascal_case) else { continue };
        if seen.contains(&module) {
            name.fault("this tag stands twice: remove one");
        }
        seen.push(module);
    }
    let is_unserved = |tag: &Node<'_>| tag.get("x-unserved").is_some_and(|flag| flag.value == true);
    if !tags.is_empty() && tags.iter().all(is_unserved) {
        list.fault("no tag is served: take `x-unserved` from one");
    }
}
