//! Security schemes, the access to operations, and the roles that operations require.

use std::collections::BTreeSet;

use super::names;
use super::parts::Parts;
use crate::document::{Node, Result, all};
use crate::model::{Access, Credential, Restriction, Scheme};

pub fn scheme(name: &str, node: &Node<'_>) -> Result<Scheme> {
    node.only(&["type", "scheme", "in", "name", "description", "bearerFormat", "x-principal"]);
    let place = credential(node);
    let named = names::property(name, node);
    let principal = node.need("x-principal")?;
    names::principal(principal.string()?, &principal)?;
    named?;
    let doc = node.description()?;
    let (name, principal) = (name.to_owned(), principal.string()?.to_owned());
    Ok(Scheme { name, principal, doc, place: place? })
}

fn credential(node: &Node<'_>) -> Result<Credential> {
    let ty = node.need("type");
    let scheme = node.text("scheme");
    let place = node.text("in");
    match (ty?.string()?, scheme?, place?) {
        ("http", Some("bearer"), None) => {
            node.without(&["name"], "a bearer has no name: remove it");
            Ok(Credential::Bearer)
        }
        ("apiKey", None, Some(place)) => {
            let key = node.need("name")?;
            let name = key.string()?.to_owned();
            if place != "query" {
                names::token(&name, &key)?;
            }
            match place {
                "query" => Ok(Credential::Query(name)),
                "header" => Ok(Credential::Header(name)),
                "cookie" => Ok(Credential::Cookie(name)),
                _ => Err(node.need("in")?.fault("must be header, query or cookie")),
            }
        }
        _ => Err(node.fault("must be `http` with `scheme: bearer`, or `apiKey` with `in`")),
    }
}

/// The roles of each alternative, sorted. Empty if an operation requires no role.
pub type Roles = Vec<Vec<String>>;

/// Reads the access to an operation, and its roles, from its `security` and `x-credential`. Without `security`, that of
/// the document (`inherited`) applies.
pub fn access(
    operation: &Node<'_>,
    inherited: Option<&Node<'_>>,
    parts: &Parts<'_>,
) -> Result<(Access, Roles)> {
    let own = operation.get("security");
    let missing = || {
        let reason = "no credential is needed without `security`, so say that";
        operation.fault(format!("{reason}: add `security: []` to the document"))
    };
    let (access, roles) = required(own.as_ref().or(inherited).ok_or_else(missing)?, parts)?;
    let lenient = lenient(operation, access.optional)?;
    Ok((Access { lenient, ..access }, roles))
}

/// Reads a `security`: the principals of its alternatives, and their roles.
pub fn required(node: &Node<'_>, parts: &Parts<'_>) -> Result<(Access, Roles)> {
    let mut optional = false;
    let mut schemes = Vec::new();
    for alternative in node.items()? {
        let entries = alternative.entries()?;
        let (name, list) = match entries.as_slice() {
            [] => {
                optional = true;
                continue;
            }
            [entry] => entry,
            _ => {
                let advice = "two schemes at once are outside the dialect: give both the same principal and list \
                    them as alternatives; the guard can then require both credentials";
                return Err(alternative.fault(advice));
            }
        };
        schemes.push((*name, list.clone()));
    }
    if optional && schemes.is_empty() {
        node.fault("write `[]` for no security");
    }
    let roles = roles(&schemes)?;
    if optional && !roles.is_empty() {
        node.fault("a caller without a credential has no role: remove `{}` or the roles");
    }
    Ok((Access { principals: principals(schemes, parts)?, optional, lenient: false }, roles))
}

/// Returns the principals of the schemes, in the order of `securitySchemes`. Operations that list the same schemes in
/// another order thus have the same caller type.
fn principals(mut named: Vec<(&str, Node<'_>)>, parts: &Parts<'_>) -> Result<Vec<String>> {
    named.sort_by_key(|(name, _)| parts.schemes.names().position(|known| known == *name));
    let found = all(named.iter().map(|(name, place)| {
        let advice = || Err(place.fault(format!("there is no security scheme `{name}`")));
        parts.schemes.get(name).unwrap_or_else(advice)
    }))?;
    let mut principals: Vec<String> = Vec::new();
    for Scheme { principal, .. } in found {
        if !principals.contains(principal) {
            principals.push(principal.clone());
        }
    }
    Ok(principals)
}

/// Whether a call with an invalid credential reaches the handler.
fn lenient(operation: &Node<'_>, optional: bool) -> Result<bool> {
    let Some(credential) = operation.get("x-credential") else { return Ok(false) };
    if credential.string()? != "lenient" {
        return Err(credential.fault("must be `lenient`"));
    }
    if !optional {
        let advice = "an operation that requires a credential requires a valid one: add `{}` to `security`, or remove it";
        return Err(credential.fault(advice));
    }
    Ok(true)
}

/// Returns the roles of the alternatives. A principal has its roles whichever credential identifies it, so each scheme
/// must list the same.
fn roles(alternatives: &[(&str, Node<'_>)]) -> Result<Roles> {
    struct Alternative<'a> {
        scheme: &'a str,
        list: &'a Node<'a>,
        roles: Vec<String>,
    }
    let read = alternatives
        .iter()
        .map(|(scheme, list)| Ok(Alternative { scheme, list, roles: roles_of_alternative(list)? }));
    let read: Vec<Alternative<'_>> = all(read)?;
    for (index, Alternative { scheme, list, roles }) in read.iter().enumerate() {
        let makes_needless = |(other_index, other): (usize, &Alternative<'_>)| {
            other.scheme == *scheme
                && other.roles.iter().all(|role| roles.contains(role))
                && (other.roles.len() < roles.len() || other_index < index)
        };
        if read.iter().enumerate().any(makes_needless) {
            list.fault(
                "another alternative accepts all of these callers: remove this one, or that",
            );
        }
    }
    let listed = |scheme: &str| -> BTreeSet<&Vec<String>> {
        read.iter().filter(|other| other.scheme == scheme).map(|other| &other.roles).collect()
    };
    let Some(Alternative { scheme: first, .. }) = read.first() else { return Ok(Roles::new()) };
    let common = listed(first);
    let mut seen = BTreeSet::new();
    for Alternative { scheme, list, .. } in read.iter().filter(|other| seen.insert(other.scheme)) {
        if listed(scheme) != common {
            let lists = common.iter().map(|roles| format!("`{scheme}: [{}]`", roles.join(", ")));
            let lists = lists.collect::<Vec<_>>().join(" and ");
            list.fault(format!(
                "every scheme lists the same roles: write {lists}, as for `{first}`"
            ));
        }
    }
    let is_open = common.iter().any(|roles| roles.is_empty());
    Ok(if is_open { Roles::new() } else { common.into_iter().cloned().collect() })
}

/// Returns the roles of one alternative, sorted.
fn roles_of_alternative(list: &Node<'_>) -> Result<Vec<String>> {
    let mut seen = Vec::new();
    let mut roles = all(list.items()?.iter().map(|role| {
        let name = role.string()?;
        names::role(name, role)?;
        if seen.contains(&name) {
            role.fault("occurs twice: remove one");
        }
        seen.push(name);
        Ok(name.to_owned())
    }))?;
    roles.sort_unstable();
    Ok(roles)
}

/// Returns the roles with the response to a caller without them: the failure that has `x-message`.
pub fn restriction(roles: &Roles, responses: &Node<'_>) -> Result<Option<Restriction>> {
    let mut found = None;
    for (code, place) in responses.entries_but_extensions()? {
        let response = place.resolve("responses")?.1;
        let Some(message) = response.get("x-message") else { continue };
        if roles.is_empty() {
            let advice = "it has an effect only if `security` lists roles: remove it";
            return Err(message.fault(advice));
        }
        let status =
            match code.parse() {
                Ok(status @ 400..500) => status,
                _ => return Err(message.fault(
                    "the answer to a caller without the role must be a 4xx: move the message there",
                )),
            };
        let message_text = message.string()?.to_owned();
        let restriction =
            Restriction { alternatives: roles.clone(), status, message: message_text };
        if found.replace(restriction).is_some() {
            return Err(message.fault(
                "a caller without the role gets only one of these failures: keep one `x-message`",
            ));
        }
    }
    match (&found, roles.is_empty()) {
        (None, false) => {
            Err(responses.fault("add `x-message` to the 4xx that a caller without the role gets"))
        }
        _ => Ok(found),
    }
}
