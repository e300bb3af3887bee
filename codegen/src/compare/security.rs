//! Compares the security schemes of two documents, and the schemes that each operation accepts.

use std::collections::BTreeSet;

use heck::ToSnakeCase;
use serde_json::Value;

use super::comparison::Comparison;
use super::located::Located;
use super::rules::Rule;
use crate::model::{NamedScheme, credential_names};

/// Compares the schemes of two documents. [`compare`] compares the operations.
pub fn schemes(comparison: &mut Comparison<'_>) {
    let (old, new) = (all(&comparison.old), all(&comparison.new));
    let Some((old, new)) = old.zip(new) else { return };
    let names = renamed(&old, &new);
    let setters = setters(&new);
    for Setter { scheme: name, at: was, name: setter } in self::setters(&old) {
        let new_name = new_name(&names, name);
        let now = setters.iter().find(|setter| setter.scheme == new_name);
        let Some(Setter { at: is, name: new_setter, .. }) = now else { continue };
        if new_name != name {
            let rule = if setter == *new_setter { Rule::Wording } else { Rule::SchemeRenamed };
            comparison.report(rule, is, format!("was `{name}`"));
            continue;
        }
        if place(&was) != place(is) {
            let text = format!("was {}, is {}", describe(&was), describe(is));
            comparison.report(Rule::SchemeChanged, is, text);
        }
        if setter != *new_setter && was.text("x-principal") == is.text("x-principal") {
            let text = format!("clients set it by `{new_setter}`, no longer by `{setter}`");
            comparison.report(Rule::CredentialRenamed, is, text);
        }
        comparison.rest(&was, is, &["type", "in", "name", "scheme", "bearerFormat"]);
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
    let schemes = all(&comparison.old).zip(all(&comparison.new));
    let names = schemes.map(|(old, new)| renamed(&old, &new)).unwrap_or_default();
    let mut was = alternatives(&comparison.old, old);
    for need in was.iter_mut().flat_map(|alternative| &mut alternative.needs) {
        need.scheme = new_name(&names, need.scheme);
    }
    let is = alternatives(&comparison.new, new);
    let at = new.get("security").unwrap_or_else(|| new.clone());
    for old in was.iter().filter(|old| !is.iter().any(|new| new.accepts(old))) {
        let text = format!("{} is not let in any more", old.describe());
        comparison.report(Rule::SecurityRemoved, &at, text);
    }
    for new in is.iter().filter(|new| !was.iter().any(|old| old.accepts(new))) {
        let text = format!("{} is let in", new.describe());
        comparison.report(Rule::SecurityAdded, &new.at, text);
    }
}

struct Alternative<'a> {
    at: Located<'a>,
    needs: Vec<Need<'a>>,
}

struct Need<'a> {
    scheme: &'a str,
    roles: BTreeSet<&'a str>,
}

impl Alternative<'_> {
    /// Whether a caller with the credentials and the roles of the other alternative is accepted, and as the same
    /// principal. A call without a credential has no principal, so only an alternative without credentials accepts it.
    fn accepts(&self, other: &Self) -> bool {
        let is_met = |need: &Need<'_>| {
            let mut same = other.needs.iter().filter(|given| given.scheme == need.scheme);
            same.any(|given| need.roles.is_subset(&given.roles))
        };
        self.needs.is_empty() == other.needs.is_empty() && self.needs.iter().all(is_met)
    }

    fn describe(&self) -> String {
        if self.needs.is_empty() {
            return "a call without a credential".to_owned();
        }
        let needs = self.needs.iter().map(|need| match need.roles.is_empty() {
            true => format!("`{}`", need.scheme),
            false => {
                let roles: Vec<&str> = need.roles.iter().copied().collect();
                format!("`{}` with the roles `{}`", need.scheme, roles.join("`, `"))
            }
        });
        needs.collect::<Vec<_>>().join(" with ")
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
        let roles = roles.value.as_array().into_iter().flatten();
        Need { scheme, roles: roles.filter_map(Value::as_str).collect() }
    });
    Alternative { needs: needs.collect(), at }
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

fn new_name<'a>(renamed: &[(&'a str, &'a str)], name: &'a str) -> &'a str {
    renamed.iter().find(|(old, _)| *old == name).map_or(name, |(_, new)| new)
}
