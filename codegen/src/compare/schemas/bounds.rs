//! Compares the bounds of values of one type, in all layers of a schema: numbers, lengths, caps, patterns and formats.

use serde_json::Value;

use super::Schemas;
use super::read::Schema;
use crate::compare::located::{Located, short};
use crate::compare::rules::{Direction, Rule};

/// The keywords that [`Schemas::bounds`] compares.
pub const KEYWORDS: &[&str] = &[
    "format",
    "maximum",
    "maxItems",
    "maxLength",
    "minimum",
    "minItems",
    "minLength",
    "pattern",
    "x-cap",
    "x-max-bytes",
    "x-max-depth",
    "x-max-keys",
    "x-max-nodes",
];

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
}

/// The end of a range that a keyword bounds.
#[derive(Clone, Copy, PartialEq)]
enum End {
    Lower,
    Upper,
}

impl Schemas<'_, '_> {
    pub(super) fn bounds(&mut self, old: &Schema<'_>, new: &Schema<'_>) {
        for key in KEYWORDS {
            match *key {
                "format" | "pattern" => {}
                // A response has no such limits. The server replaces a number above the cap with the cap.
                key if key.starts_with("x-") && self.direction == Direction::Response => {}
                key if key.starts_with("min") => self.bound(key, End::Lower, old, new),
                key => self.bound(key, End::Upper, old, new),
            }
        }
        self.strings("pattern", (Rule::PatternAdded, Rule::PatternRemoved), old, new);
        self.strings("format", (Rule::FormatAdded, Rule::FormatRemoved), old, new);
    }

    fn bound(&mut self, key: &str, end: End, old: &Schema<'_>, new: &Schema<'_>) {
        let (was, is) = (narrowest(old, key, end), narrowest(new, key, end));
        let unbound = match (end, key) {
            (End::Upper, _) => Bound(f64::INFINITY, i128::MAX),
            (End::Lower, "minimum") => Bound(f64::NEG_INFINITY, i128::MIN),
            (End::Lower, _) => Bound(0.0, 0),
        };
        let value =
            |bound: &Option<(Bound, Located<'_>)>| bound.as_ref().map_or(unbound, |bound| bound.0);
        let (before, now) = (value(&was), value(&is));
        if before == now {
            return;
        }
        let is_narrower = (now < before) == (end == End::Upper);
        let rule = if is_narrower { Rule::BoundsNarrowed } else { Rule::BoundsWidened };
        let shown = |bound: &Option<(Bound, Located<'_>)>| {
            bound.as_ref().map_or("none".to_owned(), |(_, at)| at.value.to_string())
        };
        let text = format!("`{key}` was {}, is {}", shown(&was), shown(&is));
        if let Some((_, at)) = is.or(was) {
            self.report(rule, &at, text);
        }
    }

    /// Compares patterns or formats. The comparison cannot tell which of two patterns or formats is narrower, so a change
    /// is a removal and an addition.
    fn strings(
        &mut self,
        key: &str,
        (added, removed): (Rule, Rule),
        old: &Schema<'_>,
        new: &Schema<'_>,
    ) {
        let (was, is) = (old.each(key), new.each(key));
        let lacks = |list: &[Located<'_>], at: &Located<'_>| {
            !list.iter().any(|other| other.value == at.value)
        };
        let added = is.iter().filter(|at| lacks(&was, at)).map(|at| (added, at, "is new"));
        let removed = was.iter().filter(|at| lacks(&is, at)).map(|at| (removed, at, "is gone"));
        for (rule, at, end) in added.chain(removed) {
            let rule = match (key, at.value.as_str()) {
                // An integer has 64 bits with `int64` and without a format.
                ("format", Some("int64")) => Rule::IntegerFormatChanged,
                // This format allows any text. It only tells programs to hide the value.
                ("format", Some("password")) => Rule::Wording,
                // Clients have a type for times.
                ("format", Some("date-time")) => Rule::TypeChanged,
                _ => rule,
            };
            self.report(rule, at, format!("{} {end}", short(at.value)));
        }
    }
}

/// The narrowest value of a keyword in a schema, in the schemas that it refers to, and in their `allOf`.
fn narrowest<'a>(schema: &Schema<'a>, key: &str, end: End) -> Option<(Bound, Located<'a>)> {
    let bounds = schema.each(key).into_iter();
    let bounds = bounds.filter_map(|at| Some((Bound::of(at.value)?, at)));
    let narrower = |a: &Bound, b: &Bound| if end == End::Upper { a < b } else { a > b };
    bounds.reduce(|best, next| if narrower(&next.0, &best.0) { next } else { best })
}
