//! `x-requires-roles` and the option `--require-roles`: an operation that accepts a credential requires a role. A public
//! operation (`security: []`) is allowed.

use super::operations::METHODS;
use crate::document::{Document, Node};

/// Records a fault for each operation that accepts a caller without a role, if the document or the option requires
/// roles. Reading the document reports malformed parts, so this check skips them.
pub fn check(document: &Document, by_option: bool) {
    let root = document.root();
    let by = match root.flag("x-requires-roles") {
        Ok(true) => "x-requires-roles",
        _ if by_option => "--require-roles",
        _ => return,
    };
    for (_, item) in root.entries_of("paths").unwrap_or_default() {
        for operation in METHODS.iter().filter_map(|method| item.get(method)) {
            let security = operation.get("security").or_else(|| root.get("security"));
            let alternatives = security.and_then(|security| security.items().ok());
            check_operation(&alternatives.unwrap_or_default(), by);
        }
    }
}

fn check_operation(alternatives: &[Node<'_>], by: &str) {
    let is_empty = |node: &Node<'_>| node.entries().is_ok_and(|entries| entries.is_empty());
    if let Some(optional) = alternatives.iter().find(|alternative| is_empty(alternative)) {
        let advice =
            "a credential is not optional: remove `{}` and list roles, or write `security: []`";
        optional.fault(format!("with {by}, {advice}"));
        return;
    }
    for (name, roles) in alternatives.iter().flat_map(|node| node.entries().unwrap_or_default()) {
        if roles.items().is_ok_and(|roles| roles.is_empty()) {
            let advice = "an operation that needs a credential needs a role: write";
            roles.fault(format!("with {by}, {advice} `{name}: [the_role]`"));
        }
    }
}
