//! Compares the webhooks of two documents. Integrators read their payloads, as clients read responses.

use super::comparison::Comparison;
use super::located::{Located, Matched, matched};
use super::rules::{Direction, Rule};

pub fn compare(comparison: &mut Comparison<'_>) {
    let (old, new) = (all(&comparison.old), all(&comparison.new));
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
        comparison.report(Rule::WebhookAdded, &is, format!("{} is new", name.join(" ")));
    }
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
