//! The option `--require-roles`: an operation that accepts a credential requires a role. A public operation
//! (`security: []`) is allowed.

use super::operations::METHODS;
use crate::document::{Document, Node};

/// Records a fault for each operation that accepts a caller without a role. Reading the document reports malformed
/// parts, so this check skips them.
pub fn require(document: &Document) {
    let root = document.root();
    for (_, item) in root.entries_of("paths").unwrap_or_default() {
        for operation in METHODS.iter().filter_map(|method| item.get(method)) {
            let security = operation.get("security").or_else(|| root.get("security"));
            let alternatives = security.and_then(|security| security.items().ok());
            check(&alternatives.unwrap_or_default());
        }
    }
}

fn check(alternatives: &[Node<'_>]) {
    let is_empty = |node: &Node<'_>| node.entries().is_ok_and(|entries| entries.is_empty());
    if let Some(optional) = alternatives.iter().find(|alternative| is_empty(alternative)) {
        let advice = "with --require-roles, a credential is not optional: remove `{}` and list roles, or write \
            `security: []`";
        optional.fault(advice);
        return;
    }
    for (name, roles) in alternatives.iter().flat_map(|node| node.entries().unwrap_or_default()) {
        if roles.items().is_ok_and(|roles| roles.is_empty()) {
            let advice =
                "with --require-roles, an operation that needs a credential needs a role: write";
            roles.fault(format!("{advice} `{name}: [the_role]`"));
        }
    }
}
