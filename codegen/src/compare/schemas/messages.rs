//! Refusals: the message and the status of a schema, and of each entry of its `allOf`.

use serde_json::Value;

use super::read::Schema;
use crate::compare::finding::Findings;
use crate::compare::located::{Located, short};
use crate::compare::rules::{Direction, Rule};

/// Keywords that an entry of `allOf` may have besides its message.
const KEYWORDS: &[&str] = &[
    "format",
    "maxItems",
    "maxLength",
    "maximum",
    "minItems",
    "minLength",
    "minimum",
    "pattern",
    "x-cap",
    "x-max-bytes",
    "x-max-depth",
    "x-max-keys",
    "x-max-nodes",
];

/// Keys that do not restrict a value. The type of an entry is that of its schema.
const UNRESTRICTIVE: &[&str] = &["description", "type", "x-message", "x-status"];

pub fn compare(findings: &mut Findings<'_>, old: &Schema<'_>, new: &Schema<'_>) {
    if let (Some(old), Some(new)) = (own(old), own(new)) {
        refusal(findings, old, new);
    }
    if old.entries.is_empty() && new.entries.is_empty() {
        return;
    }
    for key in KEYWORDS {
        let (was, is) = (entries(old, key), entries(new, key));
        match (was.is_empty(), is.is_empty()) {
            (false, false) => pairs(findings, key, was, is),
            (true, true) => {}
            _ => moved(findings, key, old, new),
        }
    }
}

/// The first layer with `x-message`, or else the outermost layer. The layers are a schema and the references to it.
fn own<'s, 'a>(schema: &'s Schema<'a>) -> Option<&'s Located<'a>> {
    let with_message = schema.layers().find(|layer| layer.get("x-message").is_some());
    with_message.or_else(|| schema.layers().next())
}

/// Compares the messages and statuses of two objects.
pub fn refusal(findings: &mut Findings<'_>, old: &Located<'_>, new: &Located<'_>) {
    match (old.get("x-message"), new.get("x-message")) {
        (Some(was), Some(is)) => {
            if was.value != is.value {
                let text = format!("was {}, is {}", short(was.value), short(is.value));
                findings.report_value(Direction::Request, Rule::MessageChanged, &is, text);
            }
            status(findings, old, new);
        }
        (Some(was), None) => {
            let text = format!("{} is gone", short(was.value));
            findings.report_value(Direction::Request, Rule::MessageChanged, &was, text);
        }
        (None, Some(is)) => {
            let text = format!("{} is new", short(is.value));
            findings.report_value(Direction::Request, Rule::MessageAdded, &is, text);
            status(findings, old, new);
        }
        (None, None) => {}
    }
}

fn status(findings: &mut Findings<'_>, old: &Located<'_>, new: &Located<'_>) {
    let status = |at: &Located<'_>| at.value.get("x-status").and_then(Value::as_u64).unwrap_or(400);
    let (was, is) = (status(old), status(new));
    if was != is {
        let at = new.get("x-status").unwrap_or_else(|| new.clone());
        let text = format!("was {was}, is {is}");
        findings.report_value(Direction::Request, Rule::RefusalStatusChanged, &at, text);
    }
}

/// The entries of `allOf` that have this keyword.
fn entries<'a>(schema: &Schema<'a>, key: &str) -> Vec<Located<'a>> {
    let entries = schema.entries.iter().filter(|entry| entry.value.get(key).is_some());
    entries.cloned().collect()
}

/// Compares entries with the same keyword, such as several patterns. Entries with the same value are pairs. The other
/// entries are paired in order.
fn pairs(findings: &mut Findings<'_>, key: &str, old: Vec<Located<'_>>, mut new: Vec<Located<'_>>) {
    let mut others = Vec::new();
    for was in old {
        match new.iter().position(|is| is.value.get(key) == was.value.get(key)) {
            Some(place) => refusal(findings, &was, &new.remove(place)),
            None => others.push(was),
        }
    }
    for (was, is) in others.iter().zip(&new) {
        refusal(findings, was, is);
    }
}

/// Compares the refusals of a keyword that moved from the schema itself to its `allOf`, or back.
fn moved(findings: &mut Findings<'_>, key: &str, old: &Schema<'_>, new: &Schema<'_>) {
    if let (Some(was), Some(is)) = (holder(old, key), holder(new, key)) {
        refusal(findings, &was, &is);
    }
}

/// The object that contains the message for a value that violates the keyword. `None` if the schema does not have the
/// keyword.
fn holder<'a>(schema: &Schema<'a>, key: &str) -> Option<Located<'a>> {
    let layer = schema.layers().find(|layer| layer.get(key).is_some());
    entries(schema, key).into_iter().next().or_else(|| layer.and_then(|_| own(schema)).cloned())
}

/// Reports all other changes in the entries of `allOf`, such as composition. The dialect has no composition.
pub fn rest(findings: &mut Findings<'_>, direction: Direction, old: &Schema<'_>, new: &Schema<'_>) {
    let unknown = |schema: &Schema<'_>| -> Vec<Value> {
        let rests = schema.entries.iter().map(|entry| {
            let mut value = entry.value.clone();
            if let Some(keys) = value.as_object_mut() {
                keys.retain(|key, _| {
                    !KEYWORDS.contains(&key.as_str()) && !UNRESTRICTIVE.contains(&key.as_str())
                });
            }
            value
        });
        rests.filter(|value| value.as_object().is_none_or(|keys| !keys.is_empty())).collect()
    };
    if unknown(old) != unknown(new) {
        let at = new.get("allOf").or_else(|| old.get("allOf"));
        let at = at.unwrap_or_else(|| new.body.clone());
        findings.report_value(
            direction,
            Rule::KeywordChanged,
            &at,
            "`allOf` composes something else",
        );
    }
}
