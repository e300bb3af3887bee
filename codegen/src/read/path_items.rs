//! Path items: the operations of one path.

use crate::document::Node;

/// The methods that the dialect has operations for.
pub const METHODS: &[&str] = &["get", "post", "put", "patch", "delete"];

pub fn operations<'a>(item: &Node<'a>) -> impl Iterator<Item = Node<'a>> {
    METHODS.iter().filter_map(|method| item.get(method))
}

pub fn all<'a>(root: &Node<'a>) -> Vec<Node<'a>> {
    let items = root.entries_of("paths").unwrap_or_default();
    items.iter().flat_map(|(_, item)| operations(item).collect::<Vec<_>>()).collect()
}
