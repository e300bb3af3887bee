//! Compares the security schemes of two documents, and the schemes that each operation accepts.

use std::collections::BTreeSet;

use heck::ToSnakeCase;

use super::comparison::Comparison;
use super::located::{Located, short};
use super::rules::Rule;
use crate::model::{NamedScheme, credential_names};

/// Compares the schemes of two documents. [`compare`] compares the operations.
pub fn schemes(comparison: &mut Comparison<'_>) {
    let (old, new) = (all(&comparison.old), all(&comparison.new));
    let Some((old, new)) = old.zip(new) else { return };
    let names = renamed(&old, &new);
    let setters = setters(&new);
    for Setter { scheme: name, at: was, name: setter } in self::setters(&old) {
        let new_name = names.iter().find(|(old, _)| *old == name).map_or(name, |(_, new)| new);
        let now = setters.iter().find(|setter| setter.scheme == new_name);
        let Some(Setter { at: is, name: new_setter, .. }) = now else { continue };
        if new_name != name {
            let rule = if setter == *new_setter { Rule::Wording } else { Rule::SchemeRenamed };
            comparison.findings.report(rule, is, format!("was `{name}`"));
            continue;
        }
        if place(&was) != place(is) {
            let text = format!("was {}, is {}", describe(&was), describe(is));
            comparison.findings.report(Rule::SchemeChanged, is, text);
        }
        if was.text("x-principal") != is.text("x-principal") {
            let at = is.get("x-principal").unwrap_or_else(|| is.clone());
            let text = format!("was `{}`", was.text("x-principal").unwrap_or_default());
            comparison.findings.report(Rule::PrincipalChanged, &at, text);
        } else if setter != *new_setter {
            let text = format!("clients set it by `{new_setter}`, no longer by `{setter}`");
            comparison.findings.report(Rule::CredentialRenamed, is, text);
        }
        let compared = ["type", "in", "name", "scheme", "x-principal", "bearerFormat"];
        comparison.rest(&was, is, &compared);
    }
}

/// A scheme, and the name under which the client sets its credential.
struct Setter<'a> {
    scheme: &'a str,
    at: Located<'a>,
    name: String,
}

fn setters<'a>(schemes: &Located<'a>) -> Vec<Setter<'a>> {
    let schemes = schemes.entries();
    let named = schemes.iter().map(|(name, scheme)| {
        let principal = scheme.text("x-principal").unwrap_or_default();
        NamedScheme { name, principal, is_in_query: scheme.text("in") == Some("query") }
    });
    let setters = credential_names(&named.collect::<Vec<_>>());
    let setters = setters.into_iter().map(ToSnakeCase::to_snake_case);
    schemes
        .into_iter()
        .zip(setters)
        .map(|((scheme, at), name)| Setter { scheme, at, name })
        .collect()
}

fn all<'a>(root: &Located<'a>) -> Option<Located<'a>> {
    root.walk(&["components", "securitySchemes"])
}

/// The place of a credential in a request.
#[derive(PartialEq)]
struct Place<'a> {
    r#type: Option<&'a str>,
    r#in: Option<&'a str>,
    name: String,
    scheme: String,
}

/// Names of headers are case-insensitive.
fn place<'a>(scheme: &Located<'a>) -> Place<'a> {
    let lower = |key| scheme.text(key).unwrap_or_default().to_lowercase();
    let name = match scheme.text("in") {
        Some("header") => lower("name"),
        _ => scheme.text("name").unwrap_or_default().to_owned(),
    };
    let (r#type, r#in) = (scheme.text("type"), scheme.text("in"));
    Place { r#type, r#in, name, scheme: lower("scheme") }
}

fn describe(scheme: &Located<'_>) -> String {
    let words = ["type", "scheme", "in", "name"].iter().filter_map(|key| scheme.text(key));
    words.collect::<Vec<_>>().join(" ")
}

/// Compares the alternatives of two operations. A caller needs all credentials of one alternative.
pub fn compare<'a>(comparison: &mut Comparison<'a>, old: &Located<'a>, new: &Located<'a>) {
    let schemes = all(&old.document()).zip(all(&new.document()));
    let names = schemes.map(|(old, new)| renamed(&old, &new)).unwrap_or_default();
    let mut was = alternatives(&comparison.old, old);
    for alternative in &mut was {
        for need in &mut alternative.needs {
            let renamed = names.iter().find(|(was, _)| *was == need.scheme);
            need.scheme = renamed.map_or(need.scheme, |(_, is)| is);
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
        let text = format!("{} is let in", alternative.describe());
        comparison.findings.report(Rule::SecurityAdded, &alternative.at, text);
    }
}

/// Compares one alternative of the old document (`old`) with those of the new one (`is`).
fn roles<'a>(
    comparison: &mut Comparison<'a>,
    at: &Located<'a>,
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
            comparison.findings.report(Rule::RoleRemoved, &now.at, text);
        }
        return;
    }
    let is_narrowed = |now: &&Alternative<'_>| {
        old.schemes() == now.schemes()
            && old.accepts(now)
            && !was.iter().any(|was| is_same(was, now))
    };
    let Some(now) = is.iter().find(is_narrowed) else {
        let text = format!("{} is not let in any more", old.describe());
        comparison.findings.report(Rule::SecurityRemoved, at, text);
        return;
    };
    for role in old.lacks(now) {
        comparison.findings.report(Rule::RoleAdded, &now.at, format!("`{role}` is asked for"));
    }
}

struct Alternative<'a> {
    at: Located<'a>,
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
    fn admits(&self, old: &Self) -> bool {
        let (old, now) = (old.schemes(), self.schemes());
        old.is_empty() == now.is_empty() && now.iter().all(|scheme| old.contains(scheme))
    }

    /// Whether a caller with the credentials and the roles of the other alternative is accepted.
    fn accepts(&self, other: &Self) -> bool {
        self.admits(other) && other.lacks(self).is_empty()
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

    fn describe(&self) -> String {
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
fn alternatives<'a>(root: &Located<'a>, operation: &Located<'a>) -> Vec<Alternative<'a>> {
    let own = operation.get("security");
    let security = own.clone().or_else(|| root.get("security"));
    let items = security.as_ref().map(Located::items).unwrap_or_default();
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

fn alternative(at: Located<'_>) -> Alternative<'_> {
    let needs = at.entries().into_iter().map(|(scheme, roles)| {
        let roles = roles.items();
        Need { scheme, roles: roles.iter().filter_map(|at| at.value.as_str()).collect() }
    });
    let mut needs: Vec<Need<'_>> = needs.collect();
    needs.sort();
    Alternative { at, needs }
}

/// The old and new names of schemes that were only renamed. [`schemes`] reports these.
fn renamed<'a>(old: &Located<'a>, new: &Located<'a>) -> Vec<(&'a str, &'a str)> {
    let gone = old.entries().into_iter().filter(|(name, _)| new.get(name).is_none());
    let pairs = gone.filter_map(|(name, was)| {
        let mut others = new.entries().into_iter();
        let same = others.find(|(name, at)| old.get(name).is_none() && place(at) == place(&was));
        Some((name, same?.0))
    });
    pairs.collect()
}
