//! Converts numbers from JSON to the types of a document. `1.0` and `1e2` are integers. An integer beyond 64 bits
//! violates the document. A number that no float can hold must not prevent the rest of the body from being read.

use std::{borrow::Cow, ops::Range};

use serde_json::{Map, Value};

/// The default limit of the numbers in a document. A few floats are larger. [`TOO_LARGE`] uses them.
const MAX_FLOAT: f64 = 1.797693134862315e308;

/// The replacements of a positive and of a negative number that no float can hold. They exceed the limits that
/// [`bound`] sets.
const TOO_LARGE: [&str; 2] = ["1.7976931348623157e308", "-1.7976931348623157e308"];

/// A whole number of this many digits always fits in an `i64`.
const DIGITS_THAT_FIT_I64: usize = 18;

/// Maximum number of digits of an `i64`.
const MAX_I64_DIGITS: i64 = 19;

/// Floats represent every integer up to this one exactly.
const MAX_EXACT_INTEGER: f64 = 9_007_199_254_740_992.0;

/// Returns the same JSON with two changes:
/// - Each whole number of 64 bits is written as an integer (`1.0`, `1e17`, `-0`).
/// - Each number that no float can hold (`1e400`) is replaced by one that is too large for the document.
///
/// Everything else is unchanged, including syntax errors.
pub(crate) fn plain(json: &[u8]) -> Cow<'_, [u8]> {
    let mut plain = Vec::new();
    let mut copied = 0;
    for place in places(json) {
        if let Some(number) = rewritten(&json[place.clone()]) {
            plain.extend_from_slice(&json[copied..place.start]);
            plain.extend_from_slice(number.as_bytes());
            copied = place.end;
        }
    }
    if copied == 0 {
        return Cow::Borrowed(json);
    }
    plain.extend_from_slice(&json[copied..]);
    Cow::Owned(plain)
}

/// Whether the JSON has a number that no float can hold.
pub(crate) fn has_beyond(json: &[u8]) -> bool {
    places(json).any(|place| {
        let number = Number::parse(&json[place.clone()]);
        number.is_some_and(|number| number.point > 308 && float(&json[place]).is_none())
    })
}

/// Limits every integer of a schema to an `i64` and every number to a float, unless the schema has its own limits.
pub(crate) fn bound(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            if names_type(map, "number") {
                bound_by(map, ["minimum", "exclusiveMinimum"], (-MAX_FLOAT).into());
                bound_by(map, ["maximum", "exclusiveMaximum"], MAX_FLOAT.into());
            } else if names_type(map, "integer") {
                bound_by(map, ["exclusiveMinimum", "minimum"], i64::MIN.into());
                bound_by(map, ["exclusiveMaximum", "maximum"], i64::MAX.into());
            }
            map.values_mut().for_each(bound);
        }
        Value::Array(list) => list.iter_mut().for_each(bound),
        _ => {}
    }
}

/// Adds the second keyword with this bound, unless the schema has one of the keywords already. The keyword may also be
/// in an entry of the schema's `allOf`, which has a separate message.
fn bound_by(schema: &mut Map<String, Value>, keywords: [&str; 2], bound: Value) {
    let entries = schema.get("allOf").and_then(Value::as_array).into_iter().flatten();
    let stands_in_entry = entries
        .into_iter()
        .any(|entry| keywords.iter().any(|keyword| entry.get(keyword).is_some()));
    if !stands_in_entry && keywords.iter().all(|keyword| !schema.contains_key(*keyword)) {
        schema.insert(keywords[1].to_owned(), bound);
    }
}

/// Whether a schema names this type.
pub(crate) fn is_of_type(schema: &Value, name: &str) -> bool {
    schema.as_object().is_some_and(|schema| names_type(schema, name))
}

fn names_type(schema: &Map<String, Value>, name: &str) -> bool {
    match schema.get("type") {
        Some(Value::String(given)) => given == name,
        Some(Value::Array(given)) => given.iter().any(|given| given == name),
        _ => false,
    }
}

/// Yields the ranges of numbers, and of text that looks like a number.
fn places(json: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while let Some(byte) = json.get(at) {
            match byte {
                b'"' => at = after_string(json, at + 1),
                b'-' | b'0'..=b'9' => {
                    let is_of_number =
                        |byte: &u8| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E');
                    let length = json[at..].iter().take_while(|byte| is_of_number(byte)).count();
                    let place = at..at + length;
                    at = place.end;
                    return Some(place);
                }
                _ => at += 1,
            }
        }
        None
    })
}

fn after_string(json: &[u8], mut at: usize) -> usize {
    while let Some(byte) = json.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    at
}

/// Returns the text that replaces this number, or `None` if the number stays.
fn rewritten(text: &[u8]) -> Option<String> {
    if text.len() <= DIGITS_THAT_FIT_I64
        && text != b"-0"
        && text.iter().all(|byte| !b".eE".contains(byte))
    {
        return None;
    }
    let number = Number::parse(text)?;
    if number.is_whole() {
        if let Some(whole) = number.integer() {
            let whole = whole.to_string();
            return (whole.as_bytes() != text).then_some(whole);
        }
    } else if number.digits() <= 15 && number.point > -300 {
        // The float of a fraction this short still has a fraction.
        return None;
    }
    match float(text) {
        None => Some(TOO_LARGE[usize::from(number.is_negative)].to_owned()),
        // The number is so close to an integer that its float is that integer.
        Some(float) if float.fract() == 0.0 && float.abs() <= MAX_EXACT_INTEGER => {
            Some((float as i64).to_string())
        }
        Some(_) => None,
    }
}

/// Parses a float as a JSON parser does, in linear time for any number of digits.
fn float(text: &[u8]) -> Option<f64> {
    serde_json::from_slice(text).ok()
}

/// A number as written: its digits without leading and trailing zeros, and a power of ten.
struct Number<'a> {
    is_negative: bool,
    /// The digits before and after the point.
    whole: &'a [u8],
    fraction: &'a [u8],
    /// The number of digits before the point, without leading zeros, after the exponent is applied.
    point: i64,
}

impl<'a> Number<'a> {
    /// Returns `None` if the text is not a JSON number.
    fn parse(text: &'a [u8]) -> Option<Self> {
        let (is_negative, rest) = match text.strip_prefix(b"-") {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (whole, rest) = digits(rest);
        let has_needless_zero = whole.len() > 1 && whole[0] == b'0';
        if whole.is_empty() || has_needless_zero {
            return None;
        }
        let (fraction, rest) = match rest.strip_prefix(b".") {
            Some(rest) => Some(digits(rest)).filter(|(fraction, _)| !fraction.is_empty())?,
            None => (&[][..], rest),
        };
        let exponent = match rest {
            [] => 0,
            [b'e' | b'E', rest @ ..] => exponent(rest)?,
            _ => return None,
        };
        Some(Self::new(is_negative, whole, fraction, exponent))
    }

    fn new(is_negative: bool, whole: &'a [u8], fraction: &'a [u8], exponent: i64) -> Self {
        let zeros = |digits: &[u8]| digits.iter().take_while(|digit| **digit == b'0').count();
        let whole = &whole[zeros(whole)..];
        let leading = if whole.is_empty() { zeros(fraction) } else { 0 };
        let point = whole.len() as i64 - leading as i64;
        let fraction = &fraction[leading..];
        let fraction = trimmed(fraction);
        let whole = if fraction.is_empty() { trimmed(whole) } else { whole };
        Self { is_negative, whole, fraction, point: point.saturating_add(exponent) }
    }

    fn digits(&self) -> usize {
        self.whole.len() + self.fraction.len()
    }

    fn is_whole(&self) -> bool {
        self.digits() == 0 || self.digits() as i64 <= self.point
    }

    /// Returns the value if it is whole and fits in 64 bits.
    fn integer(&self) -> Option<i64> {
        if self.digits() == 0 {
            return Some(0);
        }
        if self.point > MAX_I64_DIGITS {
            return None;
        }
        let add = |sum: i128, digit: &u8| sum * 10 + i128::from(digit - b'0');
        let digits = self.whole.iter().chain(self.fraction).fold(0, add);
        let zeros = u32::try_from(self.point - self.digits() as i64).ok()?;
        let value = digits * 10_i128.pow(zeros);
        i64::try_from(if self.is_negative { -value } else { value }).ok()
    }
}

/// Removes zeros at the end.
fn trimmed(digits: &[u8]) -> &[u8] {
    let end = digits.iter().rposition(|digit| *digit != b'0');
    &digits[..end.map_or(0, |end| end + 1)]
}

/// Splits the text after its leading digits.
fn digits(text: &[u8]) -> (&[u8], &[u8]) {
    text.split_at(text.iter().take_while(|byte| byte.is_ascii_digit()).count())
}

/// Parses an exponent. A very long one is limited to a value far beyond the range of floats.
fn exponent(text: &[u8]) -> Option<i64> {
    let (sign, text) = match text {
        [b'-', rest @ ..] => (-1, rest),
        [b'+', rest @ ..] => (1, rest),
        _ => (1, text),
    };
    let (all, rest) = digits(text);
    if all.is_empty() || !rest.is_empty() {
        return None;
    }
    let add = |sum: i64, digit: &u8| (sum * 10 + i64::from(digit - b'0')).min(1_000_000_000_000);
    Some(sign * all.iter().fold(0, add))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(json: &str) -> String {
        String::from_utf8(super::plain(json.as_bytes()).into_owned()).unwrap()
    }

    #[test]
    fn whole_numbers_are_integers() {
        let long = format!("{}e-{}", "1".to_owned() + &"0".repeat(10_000), 9_999);
        for (json, expected) in [
            ("1.0", "1"),
            ("-1.50e1", "-15"),
            ("5e0", "5"),
            ("1E+2", "100"),
            ("1e17", "100000000000000000"),
            ("-0", "0"),
            ("-0.0e5", "0"),
            ("0e99999999999999999999", "0"),
            ("9223372036854775807.0", "9223372036854775807"),
            ("-9.223372036854775808e18", "-9223372036854775808"),
            ("0.00012e5", "12"),
            ("1200e-2", "12"),
            ("1.0000000000000000000000001", "1"),
            ("0.1e-999", "0"),
            (long.as_str(), "10"),
            (
                r#"{"1.0":"1.0 \"1.0","a":[1.0,2.5,true,1e0]}"#,
                r#"{"1.0":"1.0 \"1.0","a":[1,2.5,true,1]}"#,
            ),
        ] {
            assert_eq!(plain(json), expected, "{json:.40}");
        }
    }

    #[test]
    fn numbers_beyond_floats_are_too_large() {
        let long = "9".repeat(10_000);
        for json in ["1e400", "1e99999999999999999999", "0.1e310", "1.8e308", long.as_str()] {
            assert_eq!(plain(json), "1.7976931348623157e308", "{json:.40}");
            assert_eq!(plain(&format!("[-{json}]")), "[-1.7976931348623157e308]", "{json:.40}");
            assert!(has_beyond(format!("[-{json}]").as_bytes()));
        }
        for json in ["1e308", "1.7e308", "\"1e400\"", "1e-400", "0e400"] {
            assert!(!has_beyond(json.as_bytes()), "{json}");
        }
    }

    #[test]
    fn other_numbers_are_unchanged() {
        for json in [
            "0",
            "-1",
            "2.5",
            "1e-3",
            "1e300",
            "9223372036854775808",
            "12345678901234567890123",
            "01.0",
            "1.",
            ".5",
            "1.0.0",
            "1e",
            "1e+",
            "--1",
            "- 1",
            "1-",
            "-",
            "true",
            "1x0",
            "\"1.0",
            "9223372036854775808.0",
            "",
        ] {
            assert_eq!(plain(json), json);
        }
    }
}
