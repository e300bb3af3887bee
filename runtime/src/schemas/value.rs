//! What is done to the strings of a body: white space is cut, NUL found, which Postgres does not take.

use serde_json::Value;

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

/// The path to the first text, or name of a property, that holds NUL.
pub(crate) fn find_nul(value: &Value) -> Option<Vec<String>> {
    find(value, &|value| match value {
        Value::String(text) => text.contains('\0'),
        Value::Object(map) => map.keys().any(|key| key.contains('\0')),
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
