//! Names that are valid on their own, but become the same name in generated code.

use std::collections::BTreeMap;

use heck::ToSnakeCase;

use super::parts::Parts;
use crate::document::Node;
use crate::model::{Access, Operation};

/// Refuses names that become the same name in generated code. `operations` contains the operations that could be read.
/// `ids` contains every `operationId`, by its name in snake case.
pub fn refuse(operations: &[&Operation], parts: &Parts<'_>, ids: &BTreeMap<String, Node<'_>>) {
    let mut guards: BTreeMap<String, &Access> = BTreeMap::new();
    let mut callers: BTreeMap<String, (&[String], bool)> = BTreeMap::new();
    for operation in operations {
        let access = &operation.access;
        let (guard, caller) = (access.guard(), access.caller());
        refuse_id(&guard, ids);
        operation.reply_name().iter().for_each(|reply| refuse_id(reply, ids));
        let Some(id) = ids.get(&operation.id.to_snake_case()) else { continue };
        let who = (access.principals.as_slice(), access.optional);
        let is_other = callers.insert(caller.clone(), who).is_some_and(|other| other != who);
        if is_other {
            id.fault(two("principals", &caller));
        } else if guards.insert(guard.clone(), access).is_some_and(|other| other != access) {
            id.fault(two("principals and roles", &guard));
        }
    }
    // Generated code defines an enum of reasons next to the call of each operation.
    ids.keys().for_each(|id| refuse_id(&format!("{id}_reason"), ids));
    // A client has a constructor for each principal next to the methods of its operations.
    for scheme in parts.schemes.sound() {
        refuse_id(&format!("with_{}", scheme.principal.to_snake_case()), ids);
    }
}

/// Refuses an operation with this name.
fn refuse_id(name: &str, ids: &BTreeMap<String, Node<'_>>) {
    if let Some(id) = ids.get(&name.to_snake_case()) {
        id.fault(format!("generated code uses `{name}` itself: rename it"));
    }
}

fn two(what: &str, name: &str) -> String {
    format!("its {what} are `{name}` in generated code, and so are those of another: rename one")
}
