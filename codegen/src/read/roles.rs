//! `x-requires-roles` and the option `--require-roles`: an operation that accepts a credential requires a role. A public
//! operation (`security: []`) is allowed, and so is an operation that states `x-requires-roles: false`.

use super::path_items;
use crate::document::{Document, Node};

const KEY: &str = "x-requires-roles";

/// Records a fault for each operation that accepts a caller without a role, if the document or the option requires
/// roles. Reading the document reports malformed parts, so this check skips them.
pub fn check(document: &Document, by_option: bool) {
    let root = document.root();
    let by = match root.flag(KEY) {
        Ok(true) => Some(KEY),
        _ => by_option.then_some("--require-roles"),
    };
    for operation in path_items::all(&root) {
        let security = operation.get("security").or_else(|| root.get("security"));
        let alternatives = security.and_then(|security| security.items().ok());
        let alternatives = alternatives.unwrap_or_default();
        match (operation.get(KEY), by) {
            (Some(exemption), _) => check_exemption(&exemption, &alternatives, by),
            (None, Some(by)) => check_operation(&alternatives, by),
            (None, None) => {}
        }
    }
}

/// An operation may state only `false`, and only where its document would refuse it without that.
fn check_exemption(exemption: &Node<'_>, alternatives: &[Node<'_>], by: Option<&str>) {
    let entries = alternatives.iter().flat_map(|node| node.entries().unwrap_or_default());
    let has_roles = |roles: &Node<'_>| roles.items().is_ok_and(|roles| !roles.is_empty());
    let mut lists = entries.map(|(_, roles)| roles).peekable();
    if exemption.value != false {
        exemption
            .fault("an operation may only state `false`, which allows a caller without a role");
    } else if by.is_none() {
        exemption.fault("remove it: the document has no `x-requires-roles: true`");
    } else if lists.peek().is_none() {
        exemption.fault("remove it: the operation accepts a caller without a credential");
    } else if lists.any(|roles| has_roles(&roles)) {
        exemption.fault("remove it, or the roles of the operation");
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
