//! Path items: the operations of one path.

use crate::document::Node;

/// The methods that the dialect has operations for.
pub const METHODS: &[&str] = &["get", "post", "put", "patch", "delete"];

/// The operations of a path item.
pub fn operations<'a>(item: &Node<'a>) -> impl Iterator<Item = Node<'a>> {
    METHODS.iter().filter_map(|method| item.get(method))
}
