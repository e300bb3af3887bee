//! Compares the webhooks of two documents. Integrators read their payloads, as clients read responses.

use super::comparison::Comparison;
use super::located::{Located, Matched, matched};
use super::rules::{Direction, Rule};

pub fn compare(comparison: &mut Comparison<'_>) {
    let (old, new) = (all(&comparison.old), all(&comparison.new));
    let had_union = !old.is_empty() && old.iter().all(is_typed);
    let Matched { both, gone, fresh } = matched(old, new, |(was, _), (is, _)| was == is);
    for ((_, was), (_, is)) in both {
        if let (Some(was), Some(is)) = (payload(&was), payload(&is)) {
            comparison.schemas(Direction::Response).compare(&was, &is);
        }
        comparison.rest(&was, &is, &["requestBody"]);
    }
    for (name, was) in gone {
        comparison.report(Rule::WebhookRemoved, &was, format!("{} is gone", name.join(" ")));
    }
    for (name, is) in fresh {
        if had_union && !is_typed(&(name, is.clone())) {
            let text = format!("the payload has no `type: {{type: string, const: {}}}`", name[0]);
            comparison.report(Rule::WebhookUntyped, &is, text);
        }
        comparison.report(Rule::WebhookAdded, &is, format!("{} is new", name.join(" ")));
    }
}

/// Whether the payload says which event it is. If all payloads do, clients have the union of them.
fn is_typed(([name, _], operation): &([&str; 2], Located<'_>)) -> bool {
    let kind =
        payload(operation).and_then(|payload| payload.follow().walk(&["properties", "type"]));
    kind.is_some_and(|kind| kind.text("const") == Some(name))
}

/// The name and the method of each webhook, with its operation.
fn all<'a>(root: &Located<'a>) -> Vec<([&'a str; 2], Located<'a>)> {
    let mut all = Vec::new();
    for (name, item) in root.entries_of("webhooks") {
        let operations =
            item.entries().into_iter().filter(|(_, at)| at.get("requestBody").is_some());
        all.extend(operations.map(|(method, at)| ([name, method], at)));
    }
    all
}

fn payload<'a>(operation: &Located<'a>) -> Option<Located<'a>> {
    operation.walk(&["requestBody", "content", "application/json", "schema"])
}
