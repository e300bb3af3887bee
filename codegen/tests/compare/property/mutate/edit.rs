//! Edits of a value. Each returns whether it changed the value.

use serde_json::{Map, Value, json};

use super::super::random::Random;

pub fn set(at: &mut Value, key: &str, values: &[Value], random: &mut Random) -> bool {
    let Some(value) = random.one(values) else { return false };
    at.as_object_mut().map(|at| at.insert(key.to_owned(), value.clone())).is_some()
}

pub fn remove(at: &mut Value, key: &str) -> bool {
    at.as_object_mut().is_some_and(|at| at.shift_remove(key).is_some())
}

pub fn flip(at: &mut Value, key: &str) -> bool {
    let now = at[key] == json!(true);
    at.as_object_mut().map(|at| at.insert(key.to_owned(), json!(!now))).is_some()
}

pub fn take(map: &mut Map<String, Value>, random: &mut Random) -> Option<(String, Value)> {
    let name = map.keys().nth(random.below(map.len()))?.clone();
    map.shift_remove(&name).map(|value| (name, value))
}

pub fn remove_item(at: &mut Value, key: &str, random: &mut Random) -> bool {
    let Some(list) = at.get_mut(key).and_then(Value::as_array_mut) else { return false };
    let place = random.below(list.len());
    !list.is_empty() && {
        list.remove(place);
        true
    }
}

/// Replaces each reference to a schema with the schema.
pub fn inline(at: &mut Value, reference: &Value, target: &Value) -> bool {
    if at.get("$ref") == Some(reference) {
        *at = target.clone();
        return true;
    }
    let mut any = false;
    match at {
        Value::Object(keys) => {
            keys.values_mut().for_each(|value| any |= inline(value, reference, target));
        }
        Value::Array(items) => {
            items.iter_mut().for_each(|item| any |= inline(item, reference, target));
        }
        _ => {}
    }
    any
}

/// Exchanges two items of a list.
pub fn reorder(list: &mut Value, random: &mut Random) -> bool {
    let Some(list) = list.as_array_mut().filter(|list| list.len() > 1) else { return false };
    let (one, other) = (random.below(list.len()), random.below(list.len()));
    list.swap(one, other);
    one != other
}

/// Moves an entry of an object to the end.
pub fn reorder_keys(object: &mut Value, random: &mut Random) -> bool {
    let Some(object) = object.as_object_mut().filter(|object| object.len() > 1) else {
        return false;
    };
    let entry = take(object, random);
    entry.map(|(name, value)| object.insert(name, value)).is_some()
}
