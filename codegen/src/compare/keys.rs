//! Compares the keys of two objects that need no code of their own: keys with a rule, wording, vendor extensions and
//! unknown keys.

use serde_json::Value;

use super::comparison::Comparison;
use super::located::{Located, short};
use super::rules::Rule;
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
    "variables",
    "writeOnly",
    "x-deprecated-at",
    "x-essential",
    "x-grows-storage",
    "x-requires-roles",
];

/// Keys that are true or false, with the rules for setting and for removing them. Absent means false.
const FLAGS: &[(&str, Rule, Rule)] = &[
    ("deprecated", Rule::DeprecationAdded, Rule::DeprecationRemoved),
    ("x-inbound", Rule::InboundAdded, Rule::InboundRemoved),
    ("x-patch", Rule::PatchChanged, Rule::PatchChanged),
    ("x-raw", Rule::BodyRaw, Rule::BodyRaw),
    ("x-retired", Rule::ReasonRetired, Rule::ReasonAdded),
    ("x-trim", Rule::TrimChanged, Rule::TrimChanged),
];

impl<'a> Comparison<'a> {
    /// Reports every key that differs, except those that the caller compares itself.
    pub fn rest(&mut self, old: &Located<'a>, new: &Located<'a>, compared: &[&str]) {
        for key in keys(new, None).chain(keys(old, Some(new))) {
            let (was, is) = (old.value.get(key), new.value.get(key));
            if was == is || compared.contains(&key) {
                continue;
            }
            let text = match (was, is) {
                (Some(was), Some(is)) => changed(was, is),
                (None, _) => "is new".to_owned(),
                (_, None) => "is gone".to_owned(),
            };
            let at = new.get(key).or_else(|| old.get(key));
            self.report(
                rule_of(key, was, is),
                at.as_ref().unwrap_or(new),
                format!("`{key}` {text}"),
            );
        }
    }
}

fn rule_of(key: &str, old: Option<&Value>, new: Option<&Value>) -> Rule {
    let is_true = |value: Option<&Value>| value.is_some_and(|value| *value == true);
    if let Some((_, set, removed)) = FLAGS.iter().find(|(flag, ..)| *flag == key) {
        return match (is_true(old), is_true(new)) {
            (false, true) => *set,
            (true, false) => *removed,
            _ => Rule::Wording,
        };
    }
    match key {
        "operationId" => Rule::OperationRenamed,
        "tags" => Rule::OperationTagged,
        "x-credential" if old.is_none() => Rule::CredentialLenient,
        "x-credential" => Rule::CredentialStrict,
        "x-message" | "x-status" => Rule::MessageChanged,
        "x-principal" => Rule::PrincipalChanged,
        "x-rate-limit" | "bytes" | "calls" | "counts" | "message" | "per" | "seconds" => {
            Rule::RateLimitChanged
        }
        // Days as `2026-11-01` are ordered like texts.
        "x-sunset" => match (old.and_then(Value::as_str), new.and_then(Value::as_str)) {
            (None, _) => Rule::SunsetAdded,
            (Some(was), Some(is)) if is < was => Rule::SunsetEarlier,
            _ => Rule::SunsetLater,
        },
        "x-cache-seconds" => match (old.and_then(Value::as_f64), new.and_then(Value::as_f64)) {
            (None, _) => Rule::CacheSecondsAdded,
            (Some(was), Some(is)) if is > was => Rule::CacheSecondsRaised,
            _ => Rule::CacheSecondsLowered,
        },
        _ if WORDING.contains(&key) || is_vendor_extension(key) => Rule::Wording,
        _ => Rule::Unknown,
    }
}

/// The keys of an object. With `other`, only those that `other` lacks.
fn keys<'a>(at: &Located<'a>, other: Option<&Located<'a>>) -> impl Iterator<Item = &'a str> {
    let other = other.and_then(|other| other.value.as_object());
    let keys = at.value.as_object().into_iter().flatten().map(|(key, _)| key.as_str());
    keys.filter(move |key| other.is_none_or(|other| !other.contains_key(*key)))
}

/// Shows the values only if both are short. Readers find long values in the documents.
fn changed(old: &Value, new: &Value) -> String {
    let is_short = |value: &Value| value.to_string().len() < 40 && !value.is_object();
    match is_short(old) && is_short(new) {
        true => format!("was {}, is {}", short(old), short(new)),
        false => "changed".to_owned(),
    }
}
