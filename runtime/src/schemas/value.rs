//! What JSON allows and our types or Postgres do not: NUL in text, `1.0` for an integer, numbers beyond 64 bits.

use serde_json::Value;

/// Beyond it not every integer is a float, so that `1e300` stays what it is.
const LARGEST_EXACT: f64 = 9_007_199_254_740_992.0;

/// Cuts white space around these top-level strings.
pub(crate) fn trim(value: &mut Value, properties: &[String]) {
    for property in properties {
        if let Some(Value::String(text)) = value.get_mut(property) {
            let trimmed = text.trim();
            if trimmed.len() < text.len() {
                *text = trimmed.to_owned();
            }
        }
    }
}

/// Makes `1.0` the integer that it is to JSON Schema.
pub(crate) fn normalize_numbers(value: &mut Value) {
    match value {
        Value::Number(number) if number.is_f64() => {
            if let Some(float) =
                number.as_f64().filter(|float| float.fract() == 0.0 && float.abs() <= LARGEST_EXACT)
            {
                *value = Value::from(float as i64);
            }
        }
        Value::Array(list) => list.iter_mut().for_each(normalize_numbers),
        Value::Object(map) => map.values_mut().for_each(normalize_numbers),
        _ => {}
    }
}

/// The path to the first text, or name of a property, that holds NUL.
pub(crate) fn find_nul(value: &Value) -> Option<Vec<String>> {
    find(value, &|value| match value {
        Value::String(text) => text.contains('\0'),
        Value::Object(map) => map.keys().any(|key| key.contains('\0')),
        _ => false,
    })
}

/// The path to the first number that is no `i64` but could be meant as one.
pub(crate) fn find_huge_number(value: &Value) -> Option<Vec<String>> {
    find(value, &|value| match value {
        Value::Number(number) => {
            number.as_i64().is_none() && number.as_f64().is_some_and(|float| float.fract() == 0.0)
        }
        _ => false,
    })
}

fn find(value: &Value, is_it: &impl Fn(&Value) -> bool) -> Option<Vec<String>> {
    if is_it(value) {
        return Some(Vec::new());
    }
    let (name, mut path) = match value {
        Value::Array(list) => {
            let mut found = list
                .iter()
                .enumerate()
                .filter_map(|(index, item)| Some((index.to_string(), find(item, is_it)?)));
            found.next()?
        }
        Value::Object(map) => {
            map.iter().find_map(|(key, item)| Some((key.clone(), find(item, is_it)?)))?
        }
        _ => return None,
    };
    path.insert(0, name);
    Some(path)
}
