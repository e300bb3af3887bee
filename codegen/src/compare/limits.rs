//! The rate limits of operations.

use super::comparison::Comparison;
use super::located::{Located, short};
use super::rules::{Direction, Rule};

pub fn compare<'a>(comparison: &mut Comparison<'a>, old: &Located<'a>, new: &Located<'a>) {
    let (mut was, is) = (limits(old), limits(new));
    let place = new.get("x-rate-limit").unwrap_or_else(|| new.clone());
    for limited in &is {
        let name = limited.name;
        // A limit that was only renamed is the same limit.
        let same_name = was.iter().position(|other| other.name == name);
        let same = same_name.or_else(|| {
            let before = renamed(comparison, &limited.limit)?;
            was.iter().position(|other| other.name == before)
        });
        match same.map(|same| was.remove(same)) {
            Some(before) => {
                if before.name != name {
                    let text = format!("`{}` is called `{name}`", before.name);
                    comparison.findings.report(Rule::Wording, &place, text);
                }
                condition(comparison, &before, limited, &place);
                pair(comparison, &before.limit, &limited.limit, limited.when.is_some());
            }
            None if limited.limit.get("message").is_some() => {
                comparison.findings.report(
                    Rule::RateLimitAdded,
                    &place,
                    format!("`{name}` is new"),
                );
            }
            None => comparison.findings.report(Rule::Wording, &place, format!("counts `{name}`")),
        }
    }
    for limited in was {
        let text = format!("`{}` is gone", limited.name);
        comparison.findings.report(Rule::RateLimitRemoved, &place, text);
    }
}

/// A rate limit of an operation.
struct Limited<'a> {
    name: &'a str,
    limit: Located<'a>,
    /// The query parameter that a call needs in order to count. `None` if every call counts.
    when: Option<&'a str>,
}

fn limits<'a>(operation: &Located<'a>) -> Vec<Limited<'a>> {
    let limited = operation.items_of("x-rate-limit").into_iter().map(|item| {
        let name = item.text("limit").or(item.value.as_str())?;
        let limit = operation.document().walk(&["x-rate-limits", name])?;
        Some(Limited { name, limit, when: item.text("when") })
    });
    limited.flatten().collect()
}

/// Compares which calls count toward a limit.
fn condition<'a>(
    comparison: &mut Comparison<'a>,
    old: &Limited<'a>,
    new: &Limited<'a>,
    place: &Located<'a>,
) {
    let (name, findings) = (new.name, &mut comparison.findings);
    let text = |when: Option<&str>| match when {
        Some(when) => format!("with `{when}` alone"),
        None => "each call".to_owned(),
    };
    let text = format!("`{name}` counted {}, now {}", text(old.when), text(new.when));
    match (old.when, new.when) {
        (None, Some(_)) if counts_calls(&old.limit) => {
            findings.report(Rule::RateLimitRaised, place, text);
        }
        (Some(_), None) if counts_calls(&new.limit) => {
            findings.report(Rule::RateLimitLowered, place, text);
        }
        (Some(was), Some(is)) if was != is => findings.report(Rule::RateLimitChanged, place, text),
        _ => {}
    }
}

fn counts_calls(limit: &Located<'_>) -> bool {
    limit.text("counts") == Some("calls")
}

/// Returns the old name of a limit that was only renamed: exactly one limit with this rate is gone, and exactly one is
/// new. Otherwise several limits may have been merged into one, which now counts their calls together.
fn renamed<'a>(comparison: &Comparison<'a>, limit: &Located<'a>) -> Option<&'a str> {
    let (old, new) = (&comparison.old, &comparison.new);
    let only = |one: &Located<'a>, other: &Located<'a>| -> Option<&'a str> {
        let limits = one.entries_of("x-rate-limits").into_iter();
        let mut alike = limits.filter(|(name, at)| {
            other.walk(&["x-rate-limits", name]).is_none() && rate(at) == rate(limit)
        });
        alike.next().filter(|_| alike.next().is_none()).map(|(name, _)| name)
    };
    only(new, old).and_then(|_| only(old, new))
}

fn rate(limit: &Located<'_>) -> [Option<String>; 5] {
    ["calls", "bytes", "seconds", "per", "counts"]
        .map(|key| limit.get(key).map(|at| at.value.to_string()))
}

/// Compares two limits. With `is_told`, the new operation itself says which of its calls count.
fn pair<'a>(comparison: &mut Comparison<'a>, old: &Located<'a>, new: &Located<'a>, is_told: bool) {
    let number =
        |at: &Located<'_>, key: &str| at.get(key).and_then(|at| at.value.as_u64()).unwrap_or(0);
    let amount = |at: &Located<'_>| number(at, "calls").max(number(at, "bytes"));
    let (calls, seconds) = (amount(old), number(old, "seconds"));
    let (now_calls, now_seconds) = (amount(new), number(new, "seconds"));
    let findings = &mut comparison.findings;
    let text = format!("was {calls} in {seconds} s, is {now_calls} in {now_seconds} s");
    // A limit with fewer calls or a longer time is lower.
    if now_calls < calls || now_seconds > seconds {
        findings.report(Rule::RateLimitLowered, new, text);
    } else if (now_calls, now_seconds) != (calls, seconds) {
        findings.report(Rule::RateLimitRaised, new, text);
    }
    // The route may now count the calls that the handler counted before. If the description is unchanged, these are the
    // same calls.
    let is_same =
        is_told && counts_calls(new) && old.text("description") == new.text("description");
    for key in ["per", "counts"] {
        let (was, is) = (old.get(key), new.get(key));
        if key == "counts" && is_same {
            continue;
        }
        if was.as_ref().map(|at| at.value) != is.as_ref().map(|at| at.value) {
            let at = is.or(was).unwrap_or_else(|| new.clone());
            findings.report(Rule::RateLimitChanged, &at, format!("`{key}` changed"));
        }
    }
    match (old.get("message"), new.get("message")) {
        (Some(was), Some(is)) if was.value != is.value => {
            let text = format!("was {}, is {}", short(was.value), short(is.value));
            findings.report_value(Direction::Request, Rule::MessageChanged, &is, text);
        }
        (None, Some(is)) => findings.report(Rule::RateLimitAdded, &is, "refuses now"),
        (Some(was), None) => {
            findings.report(Rule::RateLimitRemoved, &was, "no longer refuses anyone")
        }
        _ => {}
    }
    comparison.rest(old, new, &["calls", "seconds", "per", "counts", "message"]);
}
