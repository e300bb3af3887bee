//! Numbers of JSON. `1.0` and `1e2` are integers. A number that no float can hold violates the document, but must not
//! prevent the rest of the body from being read.

use std::{borrow::Cow, ops::Range};

use serde::de::IgnoredAny;
use serde_json::{Map, Value};

use super::document;

/// The default limit of the numbers in a document. A few floats are larger. [`TOO_LARGE`] uses them.
const MAX_FLOAT: f64 = 1.797693134862315e308;

/// The replacements of a positive and of a negative number that no float can hold. They exceed the limits that
/// [`bound`] sets.
const TOO_LARGE: [&str; 2] = ["1.7976931348623157e308", "-1.7976931348623157e308"];

/// A number without an exponent that has at most this many characters fits into a float.
const DIGITS_THAT_FIT_F64: usize = 308;

/// 2 to the power of 63, the first float above every integer of 64 bits.
const FIRST_FLOAT_BEYOND_I64: f64 = 9_223_372_036_854_775_808.0;

/// Replaces each number that no float can hold (`1e400`) by one that is too large for the document. Everything else is
/// unchanged, including syntax errors.
pub(crate) fn readable(json: &[u8]) -> Cow<'_, [u8]> {
    let mut readable = Vec::new();
    let mut copied = 0;
    for place in places(json).filter(|place| is_beyond(&json[place.clone()])) {
        readable.extend_from_slice(&json[copied..place.start]);
        readable.extend_from_slice(TOO_LARGE[usize::from(json[place.start] == b'-')].as_bytes());
        copied = place.end;
    }
    if copied == 0 {
        return Cow::Borrowed(json);
    }
    readable.extend_from_slice(&json[copied..]);
    Cow::Owned(readable)
}

/// Whether the JSON has a number that no float can hold.
pub(crate) fn has_beyond(json: &[u8]) -> bool {
    places(json).any(|place| is_beyond(&json[place]))
}

/// Turns each float of the value that is an integer of 64 bits into that integer. A value with free-form parts is not
/// changed otherwise.
pub(crate) fn make_integers(value: &mut Value, is_free_form: bool) {
    match value {
        Value::Number(number) if number.is_f64() => {
            let float = number.as_f64().unwrap_or_default();
            if float == -FIRST_FLOAT_BEYOND_I64 && !is_free_form {
                // The text may be a lesser integer, so it must not meet the bound of integers.
                *value = Value::from(float.next_down());
            } else if float.fract() == 0.0 && float.abs() < FIRST_FLOAT_BEYOND_I64 {
                *value = Value::from(float as i64);
            }
        }
        Value::Array(list) => {
            list.iter_mut().for_each(|item| make_integers(item, is_free_form));
        }
        Value::Object(map) => {
            map.values_mut().for_each(|member| make_integers(member, is_free_form));
        }
        _ => {}
    }
}

/// Limits every integer of a schema to an `i64` and every number to a float, unless the schema has its own limits.
pub(crate) fn bound(schema: &mut Value) {
    let (is_number, is_integer) = (is_of_type(schema, "number"), is_of_type(schema, "integer"));
    match schema {
        Value::Object(map) => {
            if is_number {
                bound_by(map, ["minimum", "exclusiveMinimum"], (-MAX_FLOAT).into());
                bound_by(map, ["maximum", "exclusiveMaximum"], MAX_FLOAT.into());
            } else if is_integer {
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

pub(crate) fn is_of_type(schema: &Value, name: &str) -> bool {
    document::types(schema).contains(&name)
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

/// Whether the text is a JSON number that no float can hold.
fn is_beyond(text: &[u8]) -> bool {
    let has_exponent = text.contains(&b'e') || text.contains(&b'E');
    // Skipping a value checks only its syntax.
    (text.len() > DIGITS_THAT_FIT_F64 || has_exponent)
        && serde_json::from_slice::<f64>(text).is_err()
        && serde_json::from_slice::<IgnoredAny>(text).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> String {
        let mut value = serde_json::from_slice(&readable(json.as_bytes())).unwrap();
        make_integers(&mut value, false);
        value.to_string()
    }

    #[test]
    fn whole_numbers_are_integers() {
        let long = format!("{}e-{}", "1".to_owned() + &"0".repeat(10_000), 9_999);
        for (json, expected) in [
            ("1.0", "1"),
            ("-1.50e1", "-15"),
            ("1E+2", "100"),
            ("1e17", "100000000000000000"),
            ("-0", "0"),
            ("-0.0e5", "0"),
            ("1200e-2", "12"),
            ("0.1e-999", "0"),
            (long.as_str(), "10"),
            (
                r#"{"1.0":"1.0 \"1.0","a":[1.0,2.5,true,1e0]}"#,
                r#"{"1.0":"1.0 \"1.0","a":[1,2.5,true,1]}"#,
            ),
            ("1e-3", "0.001"),
            ("1e300", "1e+300"),
            ("9223372036854775808", "9223372036854775808"),
        ] {
            assert_eq!(read(json), expected, "{json:.40}");
        }
    }

    #[test]
    fn numbers_beyond_floats_are_too_large() {
        let long = "9".repeat(10_000);
        for json in ["1e400", "1E99999999999999999999", "0.1e310", "1.8e308", long.as_str()] {
            let expected = b"[-1.7976931348623157e308]";
            assert_eq!(*readable(format!("[-{json}]").as_bytes()), *expected, "{json:.40}");
            assert!(has_beyond(format!("[-{json}]").as_bytes()));
        }
        for json in
            ["1e308", "1e-400", "0e400", "\"1e400\"", "01e400", "1.e400", "1e400-", "1e", "\"1e400"]
        {
            assert_eq!(*readable(json.as_bytes()), *json.as_bytes());
            assert!(!has_beyond(json.as_bytes()), "{json}");
        }
    }
}
