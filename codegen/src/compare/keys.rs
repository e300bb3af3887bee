//! Compares the keys that have no rule of their own: wording, vendor extensions and unknown keys.

use serde_json::Value;

use super::finding::Findings;
use super::located::{Located, short};
use super::rules::{Direction, Rule};
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
pub fn rest(findings: &mut Findings<'_>, old: &Located<'_>, new: &Located<'_>, compared: &[&str]) {
    for Difference { at, text, rule } in differences(old, new, compared) {
        findings.report(rule.unwrap_or(Rule::Unknown), &at, text);
    }
}

/// Like [`rest`], but for a schema: an unknown key is reported as a changed keyword.
pub fn rest_of_schema(
    findings: &mut Findings<'_>,
    direction: Direction,
    old: &Located<'_>,
    new: &Located<'_>,
    compared: &[&str],
) {
    for Difference { at, text, rule } in differences(old, new, compared) {
        match rule {
            Some(rule) => findings.report(rule, &at, text),
            None => findings.report_value(direction, Rule::KeywordChanged, &at, text),
        }
    }
}

/// Reports a difference between two values as wording.
pub fn wording(findings: &mut Findings<'_>, old: Option<&Located<'_>>, new: Option<&Located<'_>>) {
    if let Some((at, text)) = difference(old, new) {
        findings.report(Rule::Wording, at, text);
    }
}

/// A key that differs.
struct Difference<'a> {
    at: Located<'a>,
    text: String,
    /// The rule of the key, if it has one.
    rule: Option<Rule>,
}

fn differences<'a>(old: &Located<'a>, new: &Located<'a>, compared: &[&str]) -> Vec<Difference<'a>> {
    let mut found = Vec::new();
    for key in keys(new, None).chain(keys(old, Some(new))) {
        // Most values are the same. Comparing the raw values first avoids building `Located` values for these.
        if compared.contains(&key) || old.value.get(key) == new.value.get(key) {
            continue;
        }
        let (old, new) = (old.get(key), new.get(key));
        if let Some((at, text)) = difference(old.as_ref(), new.as_ref()) {
            let rule = rule_of(key, old.as_ref(), new.as_ref());
            found.push(Difference { at: at.clone(), text: format!("`{key}` {text}"), rule });
        }
    }
    found
}

fn rule_of(key: &str, old: Option<&Located<'_>>, new: Option<&Located<'_>>) -> Option<Rule> {
    let text = |at: Option<&Located<'_>>| Some(at?.value.as_str()?.to_owned());
    let is_true = |at: Option<&Located<'_>>| at.is_some_and(|at| at.value == true);
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
fn keys<'a>(at: &Located<'a>, other: Option<&Located<'a>>) -> impl Iterator<Item = &'a str> {
    let other = other.and_then(|other| other.value.as_object());
    let keys = at.value.as_object().into_iter().flatten().map(|(key, _)| key.as_str());
    keys.filter(move |key| other.is_none_or(|other| !other.contains_key(*key)))
}

fn difference<'a, 'b>(
    old: Option<&'b Located<'a>>,
    new: Option<&'b Located<'a>>,
) -> Option<(&'b Located<'a>, String)> {
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
