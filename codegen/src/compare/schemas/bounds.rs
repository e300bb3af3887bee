//! Compares the bounds of values of one type, in all layers of a schema: numbers, lengths, caps, patterns and formats.

use serde_json::Value;

use super::read::{Kind, Schema};
use crate::compare::finding::Findings;
use crate::compare::located::{Located, short};
use crate::compare::rules::{Direction, Rule};

const UPPER: &[&str] = &["maximum", "maxLength", "maxItems"];
const LOWER: &[&str] = &["minimum", "minLength", "minItems"];

/// Limits of what the server accepts. A response has no such limits.
const UPPER_OF_REQUESTS: &[&str] = &["x-max-bytes", "x-max-depth", "x-max-keys", "x-max-nodes"];

/// A number and its integer part. A double does not represent every integer beyond 2^53, so the integer part is
/// separate.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
struct Bound(f64, i128);

impl Bound {
    fn of(value: &Value) -> Option<Self> {
        let number = value.as_f64()?;
        let whole = value.as_i64().map(i128::from).or(value.as_u64().map(i128::from));
        Some(Self(number, whole.unwrap_or(number as i128)))
    }

    const fn whole(value: i64) -> Self {
        Self(value as f64, value as i128)
    }

    /// Formats the bound. A bound at or beyond an end of the 64-bit range is `none`.
    fn describe(self) -> String {
        match self {
            Self(_, whole) if whole >= i64::MAX.into() || whole <= i64::MIN.into() => {
                "none".to_owned()
            }
            Self(number, whole) if number.fract() == 0.0 => whole.to_string(),
            Self(number, _) => number.to_string(),
        }
    }
}

pub fn compare(
    findings: &mut Findings<'_>,
    direction: Direction,
    old: &Schema<'_>,
    new: &Schema<'_>,
) {
    for key in UPPER {
        bound(findings, direction, key, End::Upper, old, new);
    }
    for key in LOWER {
        bound(findings, direction, key, End::Lower, old, new);
    }
    if direction == Direction::Request {
        for key in UPPER_OF_REQUESTS {
            bound(findings, direction, key, End::Upper, old, new);
        }
        cap(findings, old, new);
    }
    strings(findings, direction, "pattern", old, new);
    match old.kind == Kind::Integer && new.kind == Kind::Integer {
        true => integer_format(findings, direction, old, new),
        false => strings(findings, direction, "format", old, new),
    }
}

const UNBOUND: Bound = Bound(f64::INFINITY, i128::MAX);

/// The end of a range that a keyword bounds.
#[derive(Clone, Copy, PartialEq)]
enum End {
    Lower,
    Upper,
}

/// The narrowest value of a keyword in a schema, in the schemas that it refers to, and in their `allOf`.
fn narrowest<'a>(schema: &Schema<'a>, key: &str, end: End) -> Option<(Bound, Located<'a>)> {
    let bounds = schema.each(key).into_iter();
    let bounds = bounds.filter_map(|at| Some((Bound::of(at.value)?, at)));
    let narrower = |a: &Bound, b: &Bound| if end == End::Upper { a < b } else { a > b };
    bounds.reduce(|best, next| if narrower(&next.0, &best.0) { next } else { best })
}

fn bound(
    findings: &mut Findings<'_>,
    direction: Direction,
    key: &str,
    end: End,
    old: &Schema<'_>,
    new: &Schema<'_>,
) {
    let (was, is) = (narrowest(old, key, end), narrowest(new, key, end));
    let unbound = match (end, key) {
        (End::Upper, _) => UNBOUND,
        (End::Lower, "minimum") => Bound(f64::NEG_INFINITY, i128::MIN),
        (End::Lower, _) => Bound::whole(0),
    };
    let value =
        |bound: &Option<(Bound, Located<'_>)>| bound.as_ref().map_or(unbound, |bound| bound.0);
    let (before, now) = (value(&was), value(&is));
    if before == now {
        return;
    }
    let is_narrower = (now < before) == (end == End::Upper);
    let rule = if is_narrower { Rule::BoundsNarrowed } else { Rule::BoundsWidened };
    let text = format!("`{key}` was {}, is {}", before.describe(), now.describe());
    if let Some((_, at)) = is.or(was) {
        findings.report_value(direction, rule, &at, text);
    }
}

/// Compares caps. The server replaces a number above the cap with the cap.
fn cap(findings: &mut Findings<'_>, old: &Schema<'_>, new: &Schema<'_>) {
    let (was, is) = (narrowest(old, "x-cap", End::Upper), narrowest(new, "x-cap", End::Upper));
    let value =
        |bound: &Option<(Bound, Located<'_>)>| bound.as_ref().map_or(UNBOUND, |bound| bound.0);
    let (before, now) = (value(&was), value(&is));
    if before == now {
        return;
    }
    let rule = if now < before { Rule::CapLowered } else { Rule::CapRaised };
    let text = format!("was {}, is {}", before.describe(), now.describe());
    if let Some((_, at)) = is.or(was) {
        findings.report_value(Direction::Request, rule, &at, text);
    }
}

/// Compares patterns and formats. The comparison cannot tell which of two patterns or formats is narrower, so a change
/// is a removal and an addition.
fn strings(
    findings: &mut Findings<'_>,
    direction: Direction,
    key: &str,
    old: &Schema<'_>,
    new: &Schema<'_>,
) {
    let (added, removed) = match key {
        "pattern" => (Rule::PatternAdded, Rule::PatternRemoved),
        _ => (Rule::FormatAdded, Rule::FormatRemoved),
    };
    let (was, is) = (old.each(key), new.each(key));
    let mut report = |rule, at: &Located<'_>, text| match at.value.as_str() {
        // This format allows any text. It only tells programs to hide the value.
        Some("password") if key == "format" => findings.report(Rule::Wording, at, text),
        // Clients have a type for times.
        Some("date-time") if key == "format" => {
            findings.report_value(direction, Rule::TypeChanged, at, text);
        }
        _ => findings.report_value(direction, rule, at, text),
    };
    let lacks =
        |list: &[Located<'_>], at: &Located<'_>| !list.iter().any(|other| other.value == at.value);
    for at in is.iter().filter(|at| lacks(&was, at)) {
        report(added, at, format!("{} is new", short(at.value)));
    }
    for at in was.iter().filter(|at| lacks(&is, at)) {
        report(removed, at, format!("{} is gone", short(at.value)));
    }
}

/// Compares the formats of integers. With `int64` or without a format, an integer has 64 bits.
fn integer_format(
    findings: &mut Findings<'_>,
    direction: Direction,
    old: &Schema<'_>,
    new: &Schema<'_>,
) {
    let (was, is) = (old.get("format"), new.get("format"));
    let has_64_bits = |at: &Option<Located<'_>>| at.as_ref().is_none_or(|at| at.value == "int64");
    if !has_64_bits(&was) || !has_64_bits(&is) {
        return strings(findings, direction, "format", old, new);
    }
    let text = match (&was, &is) {
        (None, Some(_)) => "`int64` is said",
        (Some(_), None) => "`int64` is not said any more",
        _ => return,
    };
    if let Some(at) = is.or(was) {
        findings.report_value(direction, Rule::IntegerFormatChanged, &at, text);
    }
}
