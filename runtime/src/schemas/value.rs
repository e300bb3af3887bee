//! Processes the values of a body: trims white space, removes values that count as absent, and finds NUL (which
//! Postgres rejects).

use serde_json::Value;
use stoa_values::text;

use super::document;

/// Trims white space around these top-level strings.
pub(crate) fn trim(value: &mut Value, properties: &[String]) {
    for property in properties {
        if let Some(Value::String(text)) = value.get_mut(property) {
            let trimmed = text::trim(text);
            if trimmed.len() < text.len() {
                *text = trimmed.to_owned();
            }
        }
    }
}

/// Removes these top-level properties if their value is a text without a visible character.
pub(crate) fn remove_blanks(value: &mut Value, properties: &[String]) {
    let Some(map) = value.as_object_mut() else { return };
    for property in properties {
        let text = map.get(property).and_then(Value::as_str);
        if text.is_some_and(|text| text::trim(text).is_empty()) {
            map.shift_remove(property);
        }
    }
}

/// Removes each null that means the same as an absent property: that of an optional property with a default.
pub(crate) fn remove_nulls(schema: &Value, node: &Value, value: &mut Value) {
    match value {
        Value::Object(map) => map.retain(|name, value| {
            let Some(property) = document::property(schema, node, name) else { return true };
            if value.is_null() {
                return property.get("default").is_none() || is_required(schema, node, name);
            }
            remove_nulls(schema, property, value);
            true
        }),
        Value::Array(list) => {
            let items = document::referred(schema, node).find_map(|node| node.get("items"));
            for item in list.iter_mut().filter(|item| item.is_object() || item.is_array()) {
                items.into_iter().for_each(|items| remove_nulls(schema, items, item));
            }
        }
        _ => {}
    }
}

pub(crate) fn is_required(schema: &Value, node: &Value, name: &str) -> bool {
    document::referred(schema, node).any(|node| {
        let required = node.get("required").and_then(Value::as_array);
        required.is_some_and(|names| names.iter().any(|other| other == name))
    })
}

/// Returns the path to the first text or property name that contains NUL.
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
