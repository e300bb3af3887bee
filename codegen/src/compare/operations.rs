//! Matches the operations of two documents by method and path.

use super::comparison::Comparison;
use super::located::{Located, Matched, matched};
use super::operation::Operation;
use super::rules::Rule;
use super::{bodies, parameters, security};

const METHODS: &[&str] = &["get", "put", "post", "delete", "options", "head", "patch", "trace"];

pub fn compare(comparison: &mut Comparison<'_>) {
    let (old, new) = (all(&comparison.old), all(&comparison.new));
    let Matched { both, gone, fresh } = matched(old, new, |was, is| was.address() == is.address());
    for (rule, operations, end) in
        [(Rule::OperationRemoved, gone, "is gone"), (Rule::OperationAdded, fresh, "is new")]
    {
        for operation in operations {
            comparison.operation = operation.id().map(str::to_owned);
            comparison.report(rule, &operation.at, format!("{} {end}", operation.describe()));
        }
    }
    for (old, new) in both {
        comparison.operation = new.id().map(str::to_owned);
        pair(comparison, &old, &new);
    }
    comparison.operation = None;
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
    const COMPARED: &[&str] =
        &["parameters", "requestBody", "responses", "security", "x-idempotent"];
    match (old.may_be_repeated(), new.may_be_repeated()) {
        (true, false) => {
            comparison.report(Rule::IdempotencyRemoved, &new.at, "may not be repeated")
        }
        (false, true) => comparison.report(Rule::IdempotencyAdded, &new.at, "may be repeated"),
        _ => {}
    }
    security::compare(comparison, &old.at, &new.at);
    parameters::compare(comparison, old, new);
    bodies::request(comparison, &old.at, &new.at);
    bodies::responses(comparison, &old.at, &new.at);
    comparison.rest(&old.at, &new.at, COMPARED);
    comparison.rest(&old.item, &new.item, &[METHODS, &["parameters"]].concat());
}
