//! Matches the operations of two documents, and finds those that were removed, added, moved or renamed.

use super::comparison::Comparison;
use super::located::{Located, short};
use super::operation::Operation;
use super::rules::Rule;
use super::{bodies, limits, parameters, security};

const METHODS: &[&str] = &["get", "put", "post", "delete", "options", "head", "patch", "trace"];

pub fn compare(comparison: &mut Comparison<'_>) {
    let (old, mut new) = (all(&comparison.old), all(&comparison.new));
    let (mut pairs, mut gone) = (Vec::new(), Vec::new());
    for operation in old {
        match take(&mut new, |other| other.address() == operation.address()) {
            Some(other) => pairs.push((operation, other)),
            None => gone.push(operation),
        }
    }
    // An operation has moved if the new document has its ID at another address.
    gone.retain(|operation| {
        let id = operation.id();
        let moved = take(&mut new, |other| id.is_some() && other.id() == id);
        let is_gone = moved.is_none();
        pairs.extend(moved.map(|other| (operation.clone(), other)));
        is_gone
    });
    for operation in gone {
        comparison.findings.operation = operation.id().map(str::to_owned);
        let text = format!("{} is gone", operation.describe());
        comparison.findings.report(Rule::OperationRemoved, &operation.at, text);
    }
    for operation in new {
        comparison.findings.operation = operation.id().map(str::to_owned);
        let text = format!("{} is new", operation.describe());
        comparison.findings.report(Rule::OperationAdded, &operation.at, text);
    }
    for (old, new) in pairs {
        comparison.findings.operation = new.id().map(str::to_owned);
        pair(comparison, &old, &new);
    }
    comparison.findings.operation = None;
}

fn take<'a>(
    list: &mut Vec<Operation<'a>>,
    which: impl Fn(&Operation<'a>) -> bool,
) -> Option<Operation<'a>> {
    list.iter().position(which).map(|place| list.remove(place))
}

fn all<'a>(root: &Located<'a>) -> Vec<Operation<'a>> {
    let mut all = Vec::new();
    for (path, item) in root.entries_of("paths") {
        for (method, at) in item.entries() {
            if METHODS.contains(&method) {
                all.push(Operation { method, path, at, item: item.clone() });
            }
        }
    }
    all
}

fn pair<'a>(comparison: &mut Comparison<'a>, old: &Operation<'a>, new: &Operation<'a>) {
    const COMPARED: &[&str] = &[
        "operationId",
        "parameters",
        "requestBody",
        "responses",
        "security",
        "tags",
        "x-credential",
        "x-idempotent",
        "x-rate-limit",
        "x-cache-seconds",
    ];
    names(comparison, old, new);
    idempotency(comparison, old, new);
    cache_seconds(comparison, &old.at, &new.at);
    limits::compare(comparison, &old.at, &new.at);
    security::compare(comparison, &old.at, &new.at);
    parameters::compare(comparison, old, new);
    bodies::request(comparison, &old.at, &new.at);
    bodies::responses(comparison, &old.at, &new.at);
    comparison.rest(&old.at, &new.at, COMPARED);
    comparison.rest(&old.item, &new.item, &[METHODS, &["parameters"]].concat());
}

fn names<'a>(comparison: &mut Comparison<'a>, old: &Operation<'a>, new: &Operation<'a>) {
    let findings = &mut comparison.findings;
    if old.address() != new.address() {
        let text = format!("was {} {}", old.method.to_uppercase(), old.path);
        findings.report(Rule::OperationMoved, &new.at, text);
    }
    if old.id() != new.id() {
        let at = new.at.get("operationId").unwrap_or_else(|| new.at.clone());
        let text = format!("was `{}`", old.id().unwrap_or_default());
        findings.report(Rule::OperationRenamed, &at, text);
    }
    let (was, is) = (old.at.texts("tags"), new.at.texts("tags"));
    if was != is {
        let at = new.at.get("tags").unwrap_or_else(|| new.at.clone());
        findings.report(Rule::OperationTagged, &at, format!("was {}", was.join(", ")));
    }
}

fn idempotency<'a>(comparison: &mut Comparison<'a>, old: &Operation<'a>, new: &Operation<'a>) {
    let findings = &mut comparison.findings;
    match (old.may_be_repeated(), new.may_be_repeated()) {
        (true, false) => {
            findings.report(Rule::IdempotencyRemoved, &new.at, "may not be sent again any more");
        }
        (false, true) => findings.report(Rule::IdempotencyAdded, &new.at, "may be sent again"),
        _ => {}
    }
    let lenient = |at: &Located<'a>| at.get("x-credential").map(|at| at.value);
    let (was, is) = (lenient(&old.at), lenient(&new.at));
    if was == is {
        return;
    }
    let at = new.at.get("x-credential").unwrap_or_else(|| new.at.clone());
    match was {
        Some(was) => {
            findings.report(Rule::CredentialStrict, &at, format!("was {}", short(was)));
        }
        None => findings.report(Rule::CredentialLenient, &at, "`x-credential` is new"),
    }
}

/// Compares how old a response may be.
fn cache_seconds<'a>(comparison: &mut Comparison<'a>, old: &Located<'a>, new: &Located<'a>) {
    let findings = &mut comparison.findings;
    match (old.get("x-cache-seconds"), new.get("x-cache-seconds")) {
        (None, Some(is)) => {
            findings.report(Rule::CacheSecondsAdded, &is, format!("{} s", short(is.value)));
        }
        (Some(was), None) => {
            findings.report(Rule::CacheSecondsLowered, new, format!("was {} s", short(was.value)));
        }
        (Some(was), Some(is)) if was.value != is.value => {
            let rule = match is.value.as_f64() <= was.value.as_f64() {
                true => Rule::CacheSecondsLowered,
                false => Rule::CacheSecondsRaised,
            };
            findings.report(
                rule,
                &is,
                format!("was {} s, is {} s", short(was.value), short(is.value)),
            );
        }
        _ => {}
    }
}
