//! Random values that a schema may allow, often at the bounds of the schema.

use serde_json::{Map, Value, json};

use super::random::Random;

/// A value that the schema may allow; the caller validates it.
pub fn value(root: &Value, schema: &Value, random: &mut Random, depth: usize) -> Option<Value> {
    if depth > 6 {
        return None;
    }
    if let Some(pointer) = schema.get("$ref").and_then(Value::as_str) {
        let target = root.pointer(pointer.strip_prefix('#')?)?;
        return value(root, &beside(target, schema), random, depth + 1);
    }
    if let Some(constant) = schema.get("const") {
        return Some(constant.clone());
    }
    if let Some(list) = schema.get("enum").and_then(Value::as_array) {
        return random.one(list).cloned();
    }
    if let Some(variants) = schema.get("oneOf").and_then(Value::as_array) {
        return value(root, random.one(variants)?, random, depth + 1);
    }
    match a_type(schema, random) {
        "null" => Some(Value::Null),
        "boolean" => Some(json!(random.flip())),
        "integer" => Some(json!(integer(schema, random))),
        "number" => Some(json!(integer(schema, random).clamp(-1000, 1000) as f64 + 0.5)),
        "string" => Some(json!(string(schema, random))),
        "array" => array(root, schema, random, depth),
        "object" => object(root, schema, random, depth),
        _ => random.one(&[json!(1), json!("a"), json!({"a": [1]}), json!(true)]).cloned(),
    }
}

/// The target of a reference, with the keywords next to the reference.
fn beside(target: &Value, reference: &Value) -> Value {
    let mut all = target.clone();
    for (key, value) in
        reference.as_object().into_iter().flatten().filter(|(key, _)| *key != "$ref")
    {
        all[key] = value.clone();
    }
    all
}

fn a_type<'a>(schema: &'a Value, random: &mut Random) -> &'a str {
    match schema.get("type") {
        Some(Value::String(name)) => name,
        Some(Value::Array(names)) => random.one(names).and_then(Value::as_str).unwrap_or(""),
        _ if schema.get("properties").is_some() => "object",
        _ => "",
    }
}

/// The narrowest bound in the schema and its `allOf`.
fn bound(schema: &Value, key: &str, is_upper: bool) -> Option<i64> {
    let entries = schema.get("allOf").and_then(Value::as_array).into_iter().flatten();
    let bounds = entries.chain([schema]).filter_map(|entry| entry.get(key)?.as_i64());
    if is_upper { bounds.min() } else { bounds.max() }
}

fn integer(schema: &Value, random: &mut Random) -> i64 {
    let (least, most) = match schema.get("format").and_then(Value::as_str) {
        Some("int32") => (i32::MIN.into(), i32::MAX.into()),
        _ => (i64::MIN, i64::MAX),
    };
    let low = bound(schema, "minimum", false).unwrap_or(least);
    let high = bound(schema, "maximum", true).unwrap_or(most);
    match random.below(4) {
        0 => low,
        1 => high,
        2 => low.saturating_add(1).min(high),
        _ => 5.clamp(low, high.max(low)),
    }
}

fn string(schema: &Value, random: &mut Random) -> String {
    const PATTERNS: &[&str] = &["#a", "a@b.example", "a", "7", "#a@b.example7"];
    match schema.get("format").and_then(Value::as_str) {
        Some("date-time") => return "2026-01-01T00:00:00.000Z".to_owned(),
        Some("email") => return "a@b.example".to_owned(),
        Some("uri") => return "https://a.example/@".to_owned(),
        Some("uuid") => return "7c0c2b52-3f43-4a2e-9f0b-2b8f6a1d9e55".to_owned(),
        _ => {}
    }
    let low = bound(schema, "minLength", false).unwrap_or(0).max(0) as usize;
    let high = bound(schema, "maxLength", true).map_or(low + 20, |high| high.max(0) as usize);
    let length = match random.below(3) {
        0 => low,
        1 => high.min(5000),
        _ => (low + 1).min(high),
    };
    let pattern = random.one(PATTERNS).copied().unwrap_or("a");
    match schema.get("pattern").is_some() || random.flip() {
        true => pattern.chars().chain("a".repeat(length).chars()).take(length.max(1)).collect(),
        false => "z".repeat(length),
    }
}

fn array(root: &Value, schema: &Value, random: &mut Random, depth: usize) -> Option<Value> {
    let low = bound(schema, "minItems", false).unwrap_or(0).max(0) as usize;
    let high = bound(schema, "maxItems", true).map_or(low + 2, |high| high.max(0) as usize);
    let length = if depth > 3 || random.flip() { low } else { high.min(12) };
    let item = schema.get("items").cloned().unwrap_or(json!({}));
    let items: Option<Vec<Value>> =
        (0..length).map(|_| value(root, &item, random, depth + 1)).collect();
    items.map(Value::Array)
}

fn object(root: &Value, schema: &Value, random: &mut Random, depth: usize) -> Option<Value> {
    let mut object = Map::new();
    let required = schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    for (name, property) in
        schema.get("properties").and_then(Value::as_object).into_iter().flatten()
    {
        let is_required = required.iter().any(|required| required == name);
        if !is_required && random.flip() {
            continue;
        }
        match value(root, property, random, depth + 1) {
            Some(value) => _ = object.insert(name.clone(), value),
            None if is_required => return None,
            None => {}
        }
    }
    match schema.get("additionalProperties") {
        Some(Value::Bool(false)) | None => {}
        Some(inner) => {
            if random.flip() {
                object.insert("key".to_owned(), value(root, inner, random, depth + 1)?);
            }
        }
    }
    Some(Value::Object(object))
}
