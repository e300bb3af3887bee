//! Compares the keys that have no rule of their own: wording, vendor extensions and unknown keys.

use serde_json::Value;

use super::at::{At, short};
use super::finding::Findings;
use super::rules::{Rule, Way};
use crate::document::is_vendor_extension;

/// Keys that are only for readers.
const WORDING: &[&str] = &[
    "$comment",
    "contact",
    "description",
    "example",
    "examples",
    "externalDocs",
    "license",
    "readOnly",
    "summary",
    "termsOfService",
    "title",
    "writeOnly",
    "x-deprecated-at",
    "x-essential",
    "x-grows-storage",
    "x-requires-roles",
];

/// Reports every key that differs, except those that other rules compare.
pub fn rest(findings: &mut Findings<'_>, old: &At<'_>, new: &At<'_>, compared: &[&str]) {
    for (at, text, rule) in differing(old, new, compared) {
        findings.tell(rule.unwrap_or(Rule::Unknown), &at, text);
    }
}

/// Like [`rest`], but for a schema: an unknown key is reported as a changed keyword.
pub fn rest_of_schema(
    findings: &mut Findings<'_>,
    way: Way,
    old: &At<'_>,
    new: &At<'_>,
    compared: &[&str],
) {
    for (at, text, rule) in differing(old, new, compared) {
        match rule {
            Some(rule) => findings.tell(rule, &at, text),
            None => findings.tell_value(way, Rule::KeywordChanged, &at, text),
        }
    }
}

/// Reports a difference between two values as wording.
pub fn wording(findings: &mut Findings<'_>, old: Option<&At<'_>>, new: Option<&At<'_>>) {
    if let Some((at, text)) = difference(old, new) {
        findings.tell(Rule::Wording, at, text);
    }
}

/// The keys that differ, each with the rule of its change, if there is one.
fn differing<'a>(
    old: &At<'a>,
    new: &At<'a>,
    compared: &[&str],
) -> Vec<(At<'a>, String, Option<Rule>)> {
    let mut found = Vec::new();
    for key in keys(new, None).chain(keys(old, Some(new))) {
        // Most values are the same. Comparing the raw values first avoids building `At` values for these.
        if compared.contains(&key) || old.value.get(key) == new.value.get(key) {
            continue;
        }
        let (old, new) = (old.get(key), new.get(key));
        if let Some((at, text)) = difference(old.as_ref(), new.as_ref()) {
            let rule = rule_of(key, old.as_ref(), new.as_ref());
            found.push((at.clone(), format!("`{key}` {text}"), rule));
        }
    }
    found
}

fn rule_of(key: &str, old: Option<&At<'_>>, new: Option<&At<'_>>) -> Option<Rule> {
    let text = |at: Option<&At<'_>>| Some(at?.value.as_str()?.to_owned());
    let is_true = |at: Option<&At<'_>>| at.is_some_and(|at| at.value == true);
    Some(match key {
        // Absent and false mean the same.
        "deprecated" if is_true(old) == is_true(new) => Rule::Wording,
        "deprecated" if is_true(new) => Rule::DeprecationAdded,
        "deprecated" => Rule::DeprecationRemoved,
        // Days as `2026-11-01` are ordered like texts.
        "x-sunset" => match (text(old), text(new)) {
            (None, _) => Rule::SunsetAdded,
            (Some(was), Some(is)) if is < was => Rule::SunsetEarlier,
            _ => Rule::SunsetLater,
        },
        _ if WORDING.contains(&key) || is_vendor_extension(key) => Rule::Wording,
        _ => return None,
    })
}

/// The keys of an object. With `other`, only those that `other` lacks.
fn keys<'a>(at: &At<'a>, other: Option<&At<'a>>) -> impl Iterator<Item = &'a str> {
    let other = other.and_then(|other| other.value.as_object());
    let keys = at.value.as_object().into_iter().flatten().map(|(key, _)| key.as_str());
    keys.filter(move |key| other.is_none_or(|other| !other.contains_key(*key)))
}

fn difference<'a, 'b>(
    old: Option<&'b At<'a>>,
    new: Option<&'b At<'a>>,
) -> Option<(&'b At<'a>, String)> {
    match (old, new) {
        (Some(old), Some(new)) if old.value == new.value => None,
        (Some(old), Some(new)) => Some((new, changed(old.value, new.value))),
        (None, Some(new)) => Some((new, "is new".to_owned())),
        (Some(old), None) => Some((old, "is gone".to_owned())),
        (None, None) => None,
    }
}

/// Shows the values only if both are short. Readers find long values in the documents.
fn changed(old: &Value, new: &Value) -> String {
    let is_short = |value: &Value| value.to_string().len() < 40 && !value.is_object();
    match is_short(old) && is_short(new) {
        true => format!("was {}, is {}", short(old), short(new)),
        false => "changed".to_owned(),
    }
}
