//! Requests and responses: bodies, statuses, headers, and the codes of failures.

use heck::ToSnakeCase;

use super::comparison::Comparison;
use super::located::{Located, Matched, matched, matched_entries};
use super::rules::{Direction, Rule};

/// The maximum size of a JSON body without `x-max-bytes`.
const DEFAULT_MAX_BYTES: u64 = 1024 * 1024;

pub fn request<'a>(comparison: &mut Comparison<'a>, old: &Located<'a>, new: &Located<'a>) {
    let body = |operation: &Located<'a>| operation.get("requestBody").map(|at| at.follow());
    let (old, new) = match (body(old), body(new)) {
        (Some(old), Some(new)) => (old, new),
        (Some(old), None) => {
            return comparison.report(Rule::BodyRemoved, &old, "there is no body any more");
        }
        (None, Some(new)) => return comparison.report(Rule::BodyAdded, &new, "there was no body"),
        (None, None) => return,
    };
    comparison.required(&old, &new, (Rule::BodyRequired, Rule::BodyOptional), "the body");
    let max_bytes = |body: &Located<'_>| {
        let bytes = body.get("x-max-bytes").and_then(|bytes| bytes.value.as_u64());
        bytes.unwrap_or(DEFAULT_MAX_BYTES)
    };
    let (was, is) = (max_bytes(&old), max_bytes(&new));
    if was != is {
        let rule = if is < was { Rule::BoundsNarrowed } else { Rule::BoundsWidened };
        let text = format!("a body had at most {was} bytes, has {is}");
        comparison.report_value(Direction::Request, rule, &new, text);
    }
    content(comparison, Direction::Request, &old, &new);
    comparison.rest(&old, &new, &["content", "required", "x-max-bytes"]);
}

pub fn responses<'a>(comparison: &mut Comparison<'a>, old: &Located<'a>, new: &Located<'a>) {
    let Matched { both, gone, fresh } = matched_entries(old, new, "responses");
    for ((status, was), (_, is)) in both {
        let (was, is) = (was.follow(), is.follow());
        headers(comparison, &was, &is);
        content(comparison, Direction::Response, &was, &is);
        if is_failure(status) {
            codes(comparison, &was, &is);
        }
        // The server writes a raw response differently, and clients read the same.
        comparison.rest(&was, &is, &["content", "headers", "x-raw"]);
    }
    for (status, was) in gone {
        comparison.report(Rule::StatusRemoved, &was, format!("{status} is gone"));
    }
    for (status, is) in fresh {
        let rule = match is_failure(status) {
            true => Rule::FailureStatusAdded,
            false => Rule::SuccessStatusAdded,
        };
        comparison.report(rule, &is, format!("{status} is new"));
    }
}

fn is_failure(status: &str) -> bool {
    status.starts_with(['4', '5'])
}

fn headers<'a>(comparison: &mut Comparison<'a>, old: &Located<'a>, new: &Located<'a>) {
    let (was, is) = (old.entries_of("headers"), new.entries_of("headers"));
    let Matched { both, gone, fresh } =
        matched(was, is, |(was, _), (is, _)| was.eq_ignore_ascii_case(is));
    for ((name, was), (_, is)) in both {
        let (was, is) = (was.follow(), is.follow());
        let rules = (Rule::HeaderRequired, Rule::HeaderOptional);
        comparison.required(&was, &is, rules, &format!("`{name}`"));
        if let (Some(was), Some(is)) = (was.get("schema"), is.get("schema")) {
            comparison.schemas(Direction::Response).compare(&was, &is);
        }
        comparison.rest(&was, &is, &["required", "schema"]);
    }
    for (name, was) in gone {
        comparison.report(Rule::HeaderRemoved, &was, format!("`{name}` is gone"));
    }
    for (name, is) in fresh {
        comparison.report(Rule::HeaderAdded, &is, format!("`{name}` is new"));
    }
}

fn content<'a>(
    comparison: &mut Comparison<'a>,
    direction: Direction,
    old: &Located<'a>,
    new: &Located<'a>,
) {
    let Matched { both, gone, fresh } = matched_entries(old, new, "content");
    for ((_, was), (_, is)) in both {
        match (was.get("schema"), is.get("schema")) {
            (Some(was), Some(is)) => comparison.schemas(direction).compare(&was, &is),
            (None, None) => {}
            _ => {
                comparison.report_value(direction, Rule::TypeChanged, &is, "has a schema, or none")
            }
        }
        comparison.rest(&was, &is, &["schema"]);
    }
    for (name, was) in gone {
        let text = format!("`{name}` is gone");
        comparison.report_value(direction, Rule::ContentTypeRemoved, &was, text);
    }
    for (name, is) in fresh {
        let text = format!("`{name}` is new");
        comparison.report_value(direction, Rule::ContentTypeAdded, &is, text);
    }
}

/// Compares the codes of a failure: the names of its examples.
fn codes<'a>(comparison: &mut Comparison<'a>, old: &Located<'a>, new: &Located<'a>) {
    let named = |response: &Located<'a>| -> Vec<(String, Located<'a>)> {
        let media = response.entries_of("content").into_iter();
        let examples = media.flat_map(|(_, media)| media.entries_of("examples"));
        examples.map(|(name, example)| (name.to_snake_case(), example)).collect()
    };
    let Matched { both, gone, fresh } =
        matched(named(old), named(new), |(was, _), (is, _)| was == is);
    for ((_, was), (_, is)) in both {
        comparison.rest(&was, &is, &["description", "summary", "value"]);
    }
    for (code, was) in gone {
        comparison.report(Rule::ReasonRemoved, &was, format!("`{code}` is gone"));
    }
    for (code, is) in fresh {
        comparison.report(Rule::ReasonAdded, &is, format!("`{code}` is new"));
    }
}
