//! Names that are fine each by itself and that generated code makes one of.

use std::collections::BTreeMap;

use heck::ToSnakeCase;

use crate::codegen::document::{Node, Result};
use crate::codegen::model::{Access, Api};

/// Takes the operations' ids by their names in snake case.
pub fn refuse(api: &Api, ids: &BTreeMap<String, Node<'_>>) -> Result<()> {
    let mut guards: BTreeMap<String, &Access> = BTreeMap::new();
    let mut callers: BTreeMap<String, (&[String], bool)> = BTreeMap::new();
    for operation in api.operations() {
        let Some(id) = ids.get(&operation.id.to_snake_case()) else { continue };
        let access = &operation.access;
        let (guard, caller) = (access.guard(), access.caller());
        let who = (access.principals.as_slice(), access.optional);
        let is_other = callers.insert(caller.clone(), who).is_some_and(|other| other != who);
        if is_other {
            return Err(id.fault(two("principals", &caller)));
        }
        if guards.insert(guard.clone(), access).is_some_and(|other| other != access) {
            return Err(id.fault(two("principals and roles", &guard)));
        }
    }
    // A client is made by its principals, and has the operations as methods beside that.
    for scheme in &api.schemes {
        for made in ["with", "and"] {
            let name = format!("{made}_{}", scheme.principal.to_snake_case());
            if let Some(id) = ids.get(&name) {
                return Err(id.fault(format!("generated code uses `{name}` itself: rename it")));
            }
        }
    }
    Ok(())
}

fn two(what: &str, name: &str) -> String {
    format!("its {what} are `{name}` in generated code, and so are those of another: rename one")
}
