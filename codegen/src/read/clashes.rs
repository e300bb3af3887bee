//! Names that are valid on their own, but become the same name in generated code.

use std::collections::{BTreeMap, BTreeSet};

use heck::{ToPascalCase, ToSnakeCase};

use super::names;
use super::parts::Parts;
use crate::document::Node;
use crate::model::{Access, Operation, Scheme};

/// Refuses names that become the same name in generated code. `operations` contains the operations that could be read.
/// `ids` contains every `operationId`, by its name in snake case.
pub fn refuse(
    root: &Node<'_>,
    operations: &[&Operation],
    parts: &Parts<'_>,
    ids: &BTreeMap<String, Node<'_>>,
) {
    let mut guards: BTreeMap<String, &Access> = BTreeMap::new();
    let mut roles: BTreeMap<String, &str> = BTreeMap::new();
    let mut callers: BTreeMap<String, (&[String], bool)> = BTreeMap::new();
    let mut credentials: BTreeMap<String, &[String]> = BTreeMap::new();
    for operation in operations {
        let access = &operation.access;
        let (guard, caller) = (operation.guard(), access.caller());
        refuse_id(&guard, ids);
        operation.reply_name().iter().for_each(|reply| refuse_id(reply, ids));
        let Some(id) = ids.get(&operation.id.to_snake_case()) else { continue };
        let who = (access.principals.as_slice(), access.optional);
        let is_other_caller = callers.insert(caller.clone(), who).is_some_and(|other| other != who);
        let is_other_credential = access.credentials().is_some_and(|name| {
            credentials.insert(name, who.0).is_some_and(|other| other != who.0)
        });
        if is_other_caller || is_other_credential {
            id.fault(shared_name("principals", &caller));
        } else if guards.insert(guard.clone(), access).is_some_and(|other| other != access) {
            id.fault(shared_name("principals", &guard));
        }
        let restriction = operation.restriction.iter();
        for role in restriction.flat_map(|restriction| restriction.alternatives.iter().flatten()) {
            let variant = role.to_pascal_case();
            if roles.insert(variant.clone(), role).is_some_and(|other| other != role) {
                id.fault(shared_name("roles", &variant));
            }
        }
    }
    // Generated code defines an enum of reasons next to the call of each operation.
    ids.keys().for_each(|id| refuse_id(&format!("{id}_reason"), ids));
    refuse_schemes(root, parts, ids);
}

/// Refuses security schemes with one name in generated code: as fields of the credentials, and as setters of the client.
/// The client also has a constructor for each credential, next to the methods of its operations.
fn refuse_schemes(root: &Node<'_>, parts: &Parts<'_>, ids: &BTreeMap<String, Node<'_>>) {
    let nodes = root.components("securitySchemes");
    let (mut fields, mut setters) = (BTreeSet::new(), BTreeSet::new());
    for (setter, scheme) in Scheme::with_credential_names(parts.schemes.readable()) {
        let (field, setter) = (scheme.name.to_snake_case(), setter.to_snake_case());
        refuse_id(&format!("with_{setter}"), ids);
        let Some((_, node)) = nodes.iter().find(|(name, _)| *name == scheme.name) else { continue };
        _ = names::credential(&setter, node);
        let advice = |name| {
            format!(
                "another scheme or its principal is also `{name}` in generated code: rename one"
            )
        };
        if !fields.insert(field.clone()) {
            node.fault(advice(field));
        } else if !setters.insert(setter.clone()) {
            node.fault(advice(setter));
        }
    }
}

fn refuse_id(name: &str, ids: &BTreeMap<String, Node<'_>>) {
    if let Some(id) = ids.get(&name.to_snake_case()) {
        id.fault(format!("generated code uses `{name}` itself: rename it"));
    }
}

fn shared_name(what: &str, name: &str) -> String {
    format!("its {what} are `{name}` in generated code, and so are those of another: rename one")
}
