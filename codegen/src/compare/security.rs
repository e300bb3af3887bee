//! Compares the security schemes of two documents, and the schemes that each operation accepts.

use std::collections::BTreeSet;

use heck::ToSnakeCase;

use super::at::{At, short};
use super::comparison::Comparison;
use super::rules::Rule;
use crate::model::credential_names;

/// Compares the schemes of two documents. [`compare`] compares the operations.
pub fn schemes(comparison: &mut Comparison<'_>) {
    let (old, new) = (all(&comparison.old), all(&comparison.new));
    let Some((old, new)) = old.zip(new) else { return };
    let names = renamed(&old, &new);
    let setters = setters(&new);
    for (name, was, setter) in self::setters(&old) {
        let new_name = names.iter().find(|(old, _)| *old == name).map_or(name, |(_, new)| new);
        let now = setters.iter().find(|(name, ..)| *name == new_name);
        let Some((_, is, new_setter)) = now else { continue };
        if new_name != name {
            let rule = if setter == *new_setter { Rule::Wording } else { Rule::SchemeRenamed };
            comparison.findings.tell(rule, is, format!("was `{name}`"));
            continue;
        }
        if place(&was) != place(is) {
            let text = format!("was {}, is {}", said(&was), said(is));
            comparison.findings.tell(Rule::SchemeChanged, is, text);
        }
        if was.text("x-principal") != is.text("x-principal") {
            let at = is.get("x-principal").unwrap_or_else(|| is.clone());
            let text = format!("was `{}`", was.text("x-principal").unwrap_or_default());
            comparison.findings.tell(Rule::PrincipalChanged, &at, text);
        } else if setter != *new_setter {
            let text = format!("clients set it by `{new_setter}`, no longer by `{setter}`");
            comparison.findings.tell(Rule::CredentialRenamed, is, text);
        }
        let compared = ["type", "in", "name", "scheme", "x-principal", "bearerFormat"];
        comparison.rest(&was, is, &compared);
    }
}

/// Each scheme, with the name under which the client sets its credential.
fn setters<'a>(schemes: &At<'a>) -> Vec<(&'a str, At<'a>, String)> {
    let schemes = schemes.entries();
    let named = schemes.iter().map(|(name, scheme)| {
        let principal = scheme.text("x-principal").unwrap_or_default();
        (*name, principal, scheme.text("in") == Some("query"))
    });
    let setters = credential_names(&named.collect::<Vec<_>>());
    let setters = setters.into_iter().map(ToSnakeCase::to_snake_case);
    schemes.into_iter().zip(setters).map(|((name, at), setter)| (name, at, setter)).collect()
}

fn all<'a>(root: &At<'a>) -> Option<At<'a>> {
    root.walk(&["components", "securitySchemes"])
}

/// The place of the credential in a request. Names of headers are case-insensitive.
fn place<'a>(scheme: &At<'a>) -> (Option<&'a str>, Option<&'a str>, String, String) {
    let lower = |key| scheme.text(key).unwrap_or_default().to_lowercase();
    let name = match scheme.text("in") {
        Some("header") => lower("name"),
        _ => scheme.text("name").unwrap_or_default().to_owned(),
    };
    (scheme.text("type"), scheme.text("in"), name, lower("scheme"))
}

fn said(scheme: &At<'_>) -> String {
    let words = ["type", "scheme", "in", "name"].iter().filter_map(|key| scheme.text(key));
    words.collect::<Vec<_>>().join(" ")
}

/// Compares the alternatives of two operations. A caller needs all credentials of one alternative.
pub fn compare<'a>(comparison: &mut Comparison<'a>, old: &At<'a>, new: &At<'a>) {
    let schemes = all(&old.document()).zip(all(&new.document()));
    let names = schemes.map(|(old, new)| renamed(&old, &new)).unwrap_or_default();
    let mut was = alternatives(&comparison.old, old);
    for alternative in &mut was {
        for need in &mut alternative.needs {
            need.scheme =
                names.iter().find(|(was, _)| *was == need.scheme).map_or(need.scheme, |it| it.1);
        }
        alternative.needs.sort();
    }
    let is = alternatives(&comparison.new, new);
    let at = new.get("security").unwrap_or_else(|| new.clone());
    for alternative in &was {
        roles(comparison, &at, alternative, &was, &is);
    }
    // If a new alternative accepts fewer or more callers than an old one, `roles` has reported the difference.
    let is_known = |now: &&Alternative<'_>| {
        was.iter()
            .any(|was| was.schemes() == now.schemes() && (was.accepts(now) || now.accepts(was)))
    };
    for alternative in is.iter().filter(|now| !is_known(now)) {
        let text = format!("{} is let in", alternative.said());
        comparison.findings.tell(Rule::SecurityAdded, &alternative.at, text);
    }
}

/// Compares one alternative of the old document (`old`) with those of the new one (`is`).
fn roles<'a>(
    comparison: &mut Comparison<'a>,
    at: &At<'a>,
    old: &Alternative<'a>,
    was: &[Alternative<'a>],
    is: &[Alternative<'a>],
) {
    let is_same = |one: &Alternative<'_>, other: &Alternative<'_>| one.needs == other.needs;
    if is.iter().any(|now| is_same(old, now)) {
        return;
    }
    if let Some(now) = is.iter().find(|now| now.accepts(old)) {
        for role in now.lacks(old) {
            let text = format!("`{role}` is not asked for any more");
            comparison.findings.tell(Rule::RoleRemoved, &now.at, text);
        }
        return;
    }
    let is_narrowed = |now: &&Alternative<'_>| {
        old.schemes() == now.schemes()
            && old.accepts(now)
            && !was.iter().any(|was| is_same(was, now))
    };
    let Some(now) = is.iter().find(is_narrowed) else {
        let text = format!("{} is not let in any more", old.said());
        comparison.findings.tell(Rule::SecurityRemoved, at, text);
        return;
    };
    for role in old.lacks(now) {
        comparison.findings.tell(Rule::RoleAdded, &now.at, format!("`{role}` is asked for"));
    }
}

struct Alternative<'a> {
    at: At<'a>,
    needs: Vec<Need<'a>>,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Need<'a> {
    scheme: &'a str,
    roles: BTreeSet<&'a str>,
}

impl<'a> Alternative<'a> {
    fn schemes(&self) -> Vec<&'a str> {
        self.needs.iter().map(|need| need.scheme).collect()
    }

    /// Whether a caller with the credentials of the old alternative is still accepted, and as the same principal. A
    /// call without a credential has no principal, so only an alternative without credentials accepts it as before.
    fn lets_in(&self, old: &Self) -> bool {
        let (old, now) = (old.schemes(), self.schemes());
        old.is_empty() == now.is_empty() && now.iter().all(|scheme| old.contains(scheme))
    }

    /// Whether a caller with the credentials and the roles of the other alternative is accepted.
    fn accepts(&self, other: &Self) -> bool {
        self.lets_in(other) && other.lacks(self).is_empty()
    }

    /// The roles that the other alternative requires of a scheme of both, and this one does not.
    fn lacks(&self, other: &Self) -> Vec<&'a str> {
        let mut roles = Vec::new();
        for need in &other.needs {
            let own = self.needs.iter().find(|own| own.scheme == need.scheme);
            let own = own.map(|own| &own.roles);
            roles.extend(
                need.roles.iter().filter(|role| own.is_some_and(|own| !own.contains(*role))),
            );
        }
        roles
    }

    fn said(&self) -> String {
        if self.needs.is_empty() {
            return "a call without a credential".to_owned();
        }
        let schemes = short(&self.schemes().join(" with ").into());
        let roles: BTreeSet<&str> =
            self.needs.iter().flat_map(|need| &need.roles).copied().collect();
        let roles: Vec<String> = roles.into_iter().map(|role| format!("`{role}`")).collect();
        match roles.as_slice() {
            [] => schemes,
            [role] => format!("{schemes} with the role {role}"),
            roles => format!("{schemes} with the roles {}", roles.join(" and ")),
        }
    }
}

/// The alternatives of the operation. If it has no `security`, those of the document, with the operation as their
/// place. An empty list means `{}`: no credential.
fn alternatives<'a>(root: &At<'a>, operation: &At<'a>) -> Vec<Alternative<'a>> {
    let own = operation.get("security");
    let security = own.clone().or_else(|| root.get("security"));
    let items = security.as_ref().map(At::items).unwrap_or_default();
    let mut alternatives: Vec<Alternative<'_>> = items.into_iter().map(alternative).collect();
    if own.is_none() {
        alternatives.iter_mut().for_each(|inherited| inherited.at = operation.clone());
    }
    if alternatives.is_empty() {
        alternatives
            .push(Alternative { at: own.unwrap_or_else(|| operation.clone()), needs: vec![] });
    }
    alternatives
}

fn alternative(at: At<'_>) -> Alternative<'_> {
    let needs = at.entries().into_iter().map(|(scheme, roles)| {
        let roles = roles.items();
        Need { scheme, roles: roles.iter().filter_map(|at| at.value.as_str()).collect() }
    });
    let mut needs: Vec<Need<'_>> = needs.collect();
    needs.sort();
    Alternative { at, needs }
}

/// The old and new names of schemes that were only renamed. [`schemes`] reports these.
fn renamed<'a>(old: &At<'a>, new: &At<'a>) -> Vec<(&'a str, &'a str)> {
    let gone = old.entries().into_iter().filter(|(name, _)| new.get(name).is_none());
    let pairs = gone.filter_map(|(name, was)| {
        let mut others = new.entries().into_iter();
        let same = others.find(|(name, at)| old.get(name).is_none() && place(at) == place(&was));
        Some((name, same?.0))
    });
    pairs.collect()
}
