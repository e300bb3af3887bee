//! Converts a schema to 3.0, whose keywords differ from the JSON Schema of 3.1.

use serde_json::{Map, Value, json};

type Members = Map<String, Value>;

pub fn lower(schema: &Value) -> Value {
    let mut lowered = Members::new();
    for (key, value) in schema.as_object().into_iter().flatten() {
        match key.as_str() {
            "type" => type_of(value, &mut lowered),
            // `const` becomes an `enum` of one value. The schema's `type` is converted separately.
            "const" => _ = lowered.insert("enum".to_owned(), json!([value])),
            "oneOf" => one_of(value, &mut lowered),
            "examples" => examples(value, &mut lowered),
            // These are converted after the loop, because the result depends on the schema's other keywords.
            "allOf" | "$ref" => {}
            "properties" => _ = lowered.insert(key.clone(), super::each(value, lower)),
            "items" | "additionalProperties" if value.is_object() => {
                lowered.insert(key.clone(), lower(value));
            }
            _ => {
                lowered.insert(key.clone(), value.clone());
            }
        }
    }
    further_rules(schema, &mut lowered);
    reference(schema, &mut lowered);
    Value::Object(lowered)
}

/// `type: [X, "null"]` becomes `type: X` and `nullable`.
fn type_of(kinds: &Value, lowered: &mut Members) {
    let Some(kinds) = kinds.as_array() else {
        lowered.insert("type".to_owned(), kinds.clone());
        return;
    };
    for kind in kinds {
        match kind.as_str() {
            Some("null") => lowered.insert("nullable".to_owned(), json!(true)),
            _ => lowered.insert("type".to_owned(), kind.clone()),
        };
    }
}

/// The variant `type: "null"` becomes `nullable`.
fn one_of(variants: &Value, lowered: &mut Members) {
    let variants = variants.as_array().into_iter().flatten();
    let (null, others): (Vec<_>, Vec<_>) = variants.partition(|variant| variant["type"] == "null");
    if !null.is_empty() {
        lowered.insert("nullable".to_owned(), json!(true));
    }
    // A single variant needs no `oneOf`. Most generators recognize a nullable reference by `allOf`.
    let key = if others.len() == 1 { "allOf" } else { "oneOf" };
    lowered.insert(key.to_owned(), others.into_iter().map(lower).collect());
}

/// A schema of 3.0 has a single `example`. If there are several examples, `x-examples` lists all of them.
fn examples(examples: &Value, lowered: &mut Members) {
    let examples = examples.as_array().map(Vec::as_slice).unwrap_or_default();
    if let Some(first) = examples.first() {
        lowered.insert("example".to_owned(), first.clone());
    }
    if examples.len() > 1 {
        lowered.insert("x-examples".to_owned(), json!(examples));
    }
}

/// Moves the keywords of each `allOf` entry into the schema, because other generators would make a type of each entry.
/// An entry stays in `allOf` if the schema already has one of its keywords. `x-messages` retains all entries with their
/// messages.
fn further_rules(schema: &Value, lowered: &mut Members) {
    let Some(rules) = schema.get("allOf").and_then(Value::as_array) else { return };
    let mut apart = Vec::new();
    for rule in rules.iter().filter_map(Value::as_object) {
        let keywords = rule.iter().filter(|(key, _)| *key != "type" && !key.starts_with("x-"));
        let keywords: Vec<_> = keywords.collect();
        if keywords.iter().any(|(key, _)| lowered.contains_key(*key)) {
            apart.push(lower(&Value::Object(rule.clone())));
            continue;
        }
        lowered.extend(keywords.into_iter().map(|(key, value)| (key.clone(), value.clone())));
    }
    lowered.insert("x-messages".to_owned(), schema["allOf"].clone());
    if !apart.is_empty() {
        lowered.insert("allOf".to_owned(), apart.into());
    }
}

/// In 3.0 a `$ref` has no siblings. Next to other keywords, it moves into `allOf`.
fn reference(schema: &Value, lowered: &mut Members) {
    let Some(target) = schema.get("$ref") else { return };
    if lowered.is_empty() {
        lowered.insert("$ref".to_owned(), target.clone());
        return;
    }
    let mut all = vec![json!({"$ref": target})];
    if let Some(Value::Array(others)) = lowered.remove("allOf") {
        all.extend(others);
    }
    lowered.insert("allOf".to_owned(), all.into());
}
