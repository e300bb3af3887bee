//! How often an operation may be called: the limits that it names.

use super::at::{At, short};
use super::document::Comparison;
use super::rules::{Rule, Way};

pub fn compare<'a>(comparison: &mut Comparison<'a>, old: &At<'a>, new: &At<'a>) {
    let (mut was, is) = (limits(old), limits(new));
    let place = new.get("x-rate-limit").unwrap_or_else(|| new.clone());
    for (name, limit) in &is {
        // A limit that only has another name is that limit.
        let same_name = was.iter().position(|(other, _)| other == name);
        let same = same_name.or_else(|| {
            let before = renamed(comparison, limit)?;
            was.iter().position(|(other, _)| *other == before)
        });
        match same.map(|same| was.remove(same)) {
            Some((before, old)) => {
                if before != *name {
                    let text = format!("`{before}` is called `{name}`");
                    comparison.findings.tell(Rule::Wording, &place, text);
                }
                pair(comparison, &old, limit);
            }
            None if limit.get("message").is_some() => {
                comparison.findings.tell(Rule::RateLimitAdded, &place, format!("`{name}` is new"));
            }
            None => comparison.findings.tell(Rule::Wording, &place, format!("counts `{name}`")),
        }
    }
    for (name, _) in was {
        comparison.findings.tell(Rule::RateLimitRemoved, &place, format!("`{name}` is gone"));
    }
}

/// The limits that an operation names.
fn limits<'a>(operation: &At<'a>) -> Vec<(&'a str, At<'a>)> {
    let names = operation.texts("x-rate-limit").into_iter();
    let limits =
        names.map(|name| Some((name, operation.document().walk(&["x-rate-limits", name])?)));
    limits.flatten().collect()
}

/// The name that this limit had, if it is the only one that may have had it: two that became one are counted together.
fn renamed<'a>(comparison: &Comparison<'a>, limit: &At<'a>) -> Option<&'a str> {
    let (old, new) = (&comparison.old, &comparison.new);
    let only = |one: &At<'a>, other: &At<'a>| -> Option<&'a str> {
        let limits = one.entries_of("x-rate-limits").into_iter();
        let mut alike = limits.filter(|(name, at)| {
            other.walk(&["x-rate-limits", name]).is_none() && rate(at) == rate(limit)
        });
        alike.next().filter(|_| alike.next().is_none()).map(|(name, _)| name)
    };
    only(new, old).and_then(|_| only(old, new))
}

fn rate(limit: &At<'_>) -> [Option<String>; 4] {
    ["calls", "seconds", "per", "counts"].map(|key| limit.get(key).map(|at| at.value.to_string()))
}

fn pair<'a>(comparison: &mut Comparison<'a>, old: &At<'a>, new: &At<'a>) {
    let number = |at: &At<'_>, key: &str| at.get(key).and_then(|at| at.value.as_u64()).unwrap_or(0);
    let (calls, seconds) = (number(old, "calls"), number(old, "seconds"));
    let (now_calls, now_seconds) = (number(new, "calls"), number(new, "seconds"));
    let findings = &mut comparison.findings;
    let text = format!("was {calls} in {seconds} s, is {now_calls} in {now_seconds} s");
    // Fewer calls, or the same over a longer time, are fewer somewhere.
    if now_calls < calls || now_seconds > seconds {
        findings.tell(Rule::RateLimitLowered, new, text);
    } else if (now_calls, now_seconds) != (calls, seconds) {
        findings.tell(Rule::RateLimitRaised, new, text);
    }
    for key in ["per", "counts"] {
        let (was, is) = (old.get(key), new.get(key));
        if was.as_ref().map(|at| at.value) != is.as_ref().map(|at| at.value) {
            let at = is.or(was).unwrap_or_else(|| new.clone());
            findings.tell(Rule::RateLimitChanged, &at, format!("`{key}` changed"));
        }
    }
    match (old.get("message"), new.get("message")) {
        (Some(was), Some(is)) if was.value != is.value => {
            let text = format!("was {}, is {}", short(was.value), short(is.value));
            findings.tell_value(Way::Request, Rule::MessageChanged, &is, text);
        }
        (None, Some(is)) => findings.tell(Rule::RateLimitAdded, &is, "refuses now"),
        (Some(was), None) => findings.tell(Rule::RateLimitRemoved, &was, "refuses nobody any more"),
        _ => {}
    }
    comparison.rest(old, new, &["calls", "seconds", "per", "counts", "message"]);
}
