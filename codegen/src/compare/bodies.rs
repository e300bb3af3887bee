//! Requests and responses: bodies, statuses, headers, and the messages that a document shows.

use heck::ToSnakeCase;

use super::comparison::Comparison;
use super::located::{Located, short};
use super::rules::{Direction, Rule};
use super::schemas;
use crate::model::ErrorBody;

/// The maximum size of a JSON body without `x-max-bytes`.
const DEFAULT_MAX_BYTES: u64 = 1024 * 1024;

pub fn request<'a>(comparison: &mut Comparison<'a>, old: &Located<'a>, new: &Located<'a>) {
    let body = |operation: &Located<'a>| operation.get("requestBody").map(|at| at.follow());
    let (old, new) = match (body(old), body(new)) {
        (Some(old), Some(new)) => (old, new),
        (Some(old), None) => {
            return comparison.findings.report(
                Rule::BodyRemoved,
                &old,
                "there is no body any more",
            );
        }
        (None, Some(new)) => {
            return comparison.findings.report(Rule::BodyAdded, &new, "there was no body");
        }
        (None, None) => return,
    };
    let findings = &mut comparison.findings;
    match (old.flag("required"), new.flag("required")) {
        (false, true) => findings.report(Rule::BodyRequired, &new, "is required"),
        (true, false) => findings.report(Rule::BodyOptional, &new, "may be left out"),
        _ => {}
    }
    if old.flag("x-raw") != new.flag("x-raw") {
        findings.report(Rule::BodyRaw, &new, "was, or is, `x-raw`");
    }
    let most = |body: &Located<'_>| {
        let bytes = body.get("x-max-bytes").and_then(|bytes| bytes.value.as_u64());
        bytes.unwrap_or(DEFAULT_MAX_BYTES)
    };
    let (was, is) = (most(&old), most(&new));
    if was != is {
        let rule = if is < was { Rule::BoundsNarrowed } else { Rule::BoundsWidened };
        let text = format!("a body had at most {was} bytes, has {is}");
        findings.report_value(Direction::Request, rule, &new, text);
    }
    schemas::refusal(findings, &old, &new);
    content(comparison, Direction::Request, &old, &new, false);
    comparison.rest(
        &old,
        &new,
        &["content", "required", "x-max-bytes", "x-message", "x-raw", "x-status"],
    );
}

pub fn responses<'a>(comparison: &mut Comparison<'a>, old: &Located<'a>, new: &Located<'a>) {
    for (status, response) in old.entries_of("responses") {
        match new.walk(&["responses", status]) {
            Some(now) => pair(comparison, status, &response.follow(), &now.follow()),
            None => {
                let text = format!("{status} is gone");
                comparison.findings.report(Rule::StatusRemoved, &response, text);
            }
        }
    }
    for (status, response) in new.entries_of("responses") {
        if old.walk(&["responses", status]).is_none() {
            let rule = match is_failure(status) {
                true => Rule::FailureStatusAdded,
                false => Rule::SuccessStatusAdded,
            };
            comparison.findings.report(rule, &response, format!("{status} is new"));
        }
    }
}

fn is_failure(status: &str) -> bool {
    status.starts_with(['4', '5'])
}

fn pair<'a>(comparison: &mut Comparison<'a>, status: &str, old: &Located<'a>, new: &Located<'a>) {
    headers(comparison, old, new);
    content(comparison, Direction::Response, old, new, is_failure(status));
    // The server writes a raw response differently, and clients read the same.
    comparison.rest(old, new, &["content", "headers", "x-raw"]);
}

fn headers<'a>(comparison: &mut Comparison<'a>, old: &Located<'a>, new: &Located<'a>) {
    let named = |list: &[(&str, Located<'a>)], name: &str| {
        let mut list = list.iter();
        list.find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, at)| at.follow())
    };
    let (was, is) = (old.entries_of("headers"), new.entries_of("headers"));
    for (name, header) in &was {
        match named(&is, name) {
            Some(now) => self::header(comparison, name, &header.follow(), &now),
            None => {
                let text = format!("`{name}` is gone");
                comparison.findings.report(Rule::HeaderRemoved, header, text);
            }
        }
    }
    for (name, header) in is.iter().filter(|(name, _)| named(&was, name).is_none()) {
        comparison.findings.report(Rule::HeaderAdded, header, format!("`{name}` is new"));
    }
}

fn header<'a>(comparison: &mut Comparison<'a>, name: &str, old: &Located<'a>, new: &Located<'a>) {
    let findings = &mut comparison.findings;
    match (old.flag("required"), new.flag("required")) {
        (true, false) => {
            findings.report(Rule::HeaderOptional, new, format!("`{name}` may be missing"));
        }
        (false, true) => {
            findings.report(Rule::HeaderRequired, new, format!("`{name}` is always there"));
        }
        _ => {}
    }
    if let (Some(old), Some(new)) = (old.get("schema"), new.get("schema")) {
        comparison.schemas().compare(Direction::Response, &old, &new);
    }
    comparison.rest(old, new, &["required", "schema"]);
}

fn content<'a>(
    comparison: &mut Comparison<'a>,
    direction: Direction,
    old: &Located<'a>,
    new: &Located<'a>,
    is_failure: bool,
) {
    for (name, was) in old.entries_of("content") {
        let Some(is) = new.walk(&["content", name]) else {
            let text = format!("`{name}` is gone");
            comparison.findings.report_value(direction, Rule::ContentTypeRemoved, &was, text);
            continue;
        };
        match (was.get("schema"), is.get("schema")) {
            (Some(old), Some(new)) => comparison.schemas().compare(direction, &old, &new),
            (Some(old), None) => {
                comparison.findings.report_value(
                    direction,
                    Rule::TypeWidened,
                    &old,
                    "has no schema",
                );
            }
            (None, Some(new)) => {
                comparison.findings.report_value(
                    direction,
                    Rule::TypeNarrowed,
                    &new,
                    "has a schema",
                );
            }
            (None, None) => {}
        }
        if is_failure && shown_messages(comparison, &was, &is) {
            comparison.rest(&was, &is, &["schema", "example", "examples"]);
        } else {
            comparison.rest(&was, &is, &["schema"]);
        }
    }
    for (name, is) in new.entries_of("content") {
        if old.walk(&["content", name]).is_none() {
            let text = format!("`{name}` is new");
            comparison.findings.report_value(direction, Rule::ContentTypeAdded, &is, text);
        }
    }
}

/// Reports each message that only one of the documents shows in the examples of a failure, and each example that has
/// another name. Returns whether it reported any.
fn shown_messages(comparison: &mut Comparison<'_>, old: &Located<'_>, new: &Located<'_>) -> bool {
    let (was, is) = (reasons(old), reasons(new));
    let mut reworded = Vec::new();
    let mut is_marked = false;
    for Reason { code, message, example } in &was {
        let same = is.iter().find(|other| other.code == *code);
        if let Some(Reason { example: now, .. }) = same {
            let rule = match (example.flag("x-retired"), now.flag("x-retired")) {
                (false, true) => Some(Rule::ReasonRetired),
                (true, false) => Some(Rule::ShownMessageAdded),
                _ => None,
            };
            is_marked |= rule.is_some();
            rule.into_iter()
                .for_each(|rule| comparison.findings.report(rule, now, format!("`{code}`")));
        }
        let now = same.map(|same| &same.message);
        if let Some(now) = now.filter(|now| now.value != message.value) {
            comparison.findings.report(
                Rule::MessageReworded,
                now,
                format!("was {}", short(message.value)),
            );
            reworded.extend([message.value, now.value]);
        }
        let renamed = |other: &&Reason<'_>| {
            other.message.value == message.value && !was.iter().any(|was| was.code == other.code)
        };
        let is_same = now.is_some_and(|now| now.value == message.value);
        if let Some(renamed) = is.iter().find(renamed).filter(|_| !is_same) {
            let text = format!("was `{code}`");
            comparison.findings.report(Rule::ReasonRenamed, &renamed.example, text);
            reworded.push(message.value);
        }
    }
    let (was, is) = (messages(old), messages(new));
    let is_only_in = |list: &[Located<'_>], message: &Located<'_>| {
        !list.iter().any(|other| other.value == message.value) && !reworded.contains(&message.value)
    };
    let removed: Vec<_> = was.iter().filter(|message| is_only_in(&is, message)).collect();
    for message in &removed {
        let text = format!("{} is not shown any more", short(message.value));
        comparison.findings.report(Rule::ShownMessageRemoved, message, text);
    }
    let added: Vec<_> = is.iter().filter(|message| is_only_in(&was, message)).collect();
    for message in &added {
        let text = format!("{} is shown", short(message.value));
        comparison.findings.report(Rule::ShownMessageAdded, message, text);
    }
    is_marked || !(reworded.is_empty() && removed.is_empty() && added.is_empty())
}

/// A named example of a failure.
struct Reason<'a> {
    code: String,
    message: Located<'a>,
    example: Located<'a>,
}

fn reasons<'a>(media: &Located<'a>) -> Vec<Reason<'a>> {
    let examples = media.entries_of("examples").into_iter();
    let reason = |(name, example): (&str, Located<'a>)| {
        let message = message(&example.get("value")?)?;
        Some(Reason { code: name.to_snake_case(), message, example })
    };
    examples.filter_map(reason).collect()
}

fn messages<'a>(media: &Located<'a>) -> Vec<Located<'a>> {
    let examples = media.entries_of("examples").into_iter();
    let examples = examples.filter_map(|(_, at)| at.get("value"));
    let bodies = media.get("example").into_iter().chain(examples);
    bodies.filter_map(|body| message(&body)).collect()
}

/// The message of an error body.
fn message<'a>(body: &Located<'a>) -> Option<Located<'a>> {
    ErrorBody::MESSAGE_NAMES.iter().find_map(|name| body.get(name))
}
