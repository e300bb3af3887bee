//! A document means the same as OpenAPI 3.0 and as 3.1: both versions accept and reject the same values.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use jsonschema::Validator;
use serde_json::{Map, Value, json};

use crate::contract::document::{self, Document, Operation};
use crate::harness::exchange::SNAPSHOTS;

/// Replacements for each value of a sample.
fn others() -> Vec<Value> {
    let long = "x".repeat(5_000);
    vec![
        Value::Null,
        json!(true),
        json!(false),
        json!(-1),
        json!(0),
        json!(1),
        json!(1.5),
        json!(9_007_199_254_740_992_i64),
        json!(""),
        json!("x"),
        json!(long),
        json!("2026-06-01T12:00:10.000Z"),
        json!("3f0f8f5e-52c3-4a53-9d56-8a4b0f1c7d21"),
        json!([]),
        json!([null]),
        json!({}),
    ]
}

#[test]
fn both_versions_accept_the_same_values() {
    let mut judged = [0, 0];
    for document in document::all() {
        let (written, lowered) = (&document.json, &document.lowered);
        for (pointer, samples) in samples(document) {
            let by_3_1 = validator(written, &pointer, Value::clone);
            let lowered_pointer =
                pointer.replace("application~1merge-patch+json", "application~1json");
            let lowered_pointer = match lowered_pointer.strip_prefix("/webhooks/") {
                Some(webhook) => format!("/x-webhooks/{webhook}"),
                None => lowered_pointer,
            };
            let by_3_0 = validator(lowered, &lowered_pointer, raised);
            for sample in &samples {
                let fits = by_3_1.validate(sample);
                fits.unwrap_or_else(|fault| panic!("{pointer}: {fault} in {sample:#}"));
                each_change(sample, &mut |changed| {
                    let verdict = by_3_1.is_valid(changed);
                    assert_eq!(by_3_0.is_valid(changed), verdict, "{pointer}: {changed:#}");
                    judged[usize::from(verdict)] += 1;
                });
            }
        }
    }
    assert!(judged.iter().all(|count| *count > 10_000), "{judged:?}");
}

/// Values for every schema of bodies and parameters, by the schema's pointer in the written document. The
/// values are the document's examples and the bodies in snapshots, all valid.
fn samples(document: &Document) -> BTreeMap<String, Vec<Value>> {
    let mut samples = BTreeMap::new();
    collect(&document.json["paths"], "/paths", &mut samples);
    collect(&document.json["webhooks"], "/webhooks", &mut samples);
    collect(&document.json["components"], "/components", &mut samples);
    for operation in &document.operations {
        for status in operation.statuses().range(200..300) {
            let pointer = pointer(document, operation, *status);
            if let Some(samples) = samples.get_mut(&pointer) {
                let bodies = snapshots(operation.folder, &format!("{}__{status}", operation.id));
                assert!(!bodies.is_empty(), "{} {status} has a snapshot", operation.id);
                samples.extend(bodies);
            }
        }
    }
    samples
}

/// Pointer to the schema of this response, if it is JSON.
fn pointer(document: &Document, operation: &Operation, status: u16) -> String {
    let path = operation.path.strip_prefix(document.base_path).unwrap().replace('/', "~1");
    let method = operation.method.to_lowercase();
    format!("/paths/{path}/{method}/responses/{status}/content/application~1json/schema")
}

fn collect(node: &Value, pointer: &str, samples: &mut BTreeMap<String, Vec<Value>>) {
    match node {
        Value::Object(members) => {
            if members.contains_key("schema") {
                let named = members.get("examples").and_then(Value::as_object);
                let named = named.into_iter().flatten().map(|(_, example)| &example["value"]);
                let fit = named.chain(members.get("example")).cloned().collect();
                samples.insert(format!("{pointer}/schema"), fit);
            }
            for (key, member) in members.iter().filter(|(key, _)| *key != "schemas") {
                let key = key.replace('~', "~0").replace('/', "~1");
                collect(member, &format!("{pointer}/{key}"), samples);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                collect(item, &format!("{pointer}/{index}"), samples);
            }
        }
        _ => {}
    }
}

/// The responses in snapshots with this name prefix, with fixed values in place of the placeholders for values that
/// differ between runs.
fn snapshots(folder: &str, name: &str) -> Vec<Value> {
    let files = fs::read_dir(Path::new(SNAPSHOTS).join(folder)).unwrap();
    let paths = files.map(|file| file.unwrap().path());
    let named = paths.filter(|path| {
        let file = path.file_name().unwrap().to_string_lossy();
        file.starts_with(name) && file.ends_with(".snap")
    });
    let body = |path| {
        let text = fs::read_to_string(path).unwrap();
        let body = text.rsplit_once("\n\n{").map(|(_, body)| format!("{{{body}"))?;
        let body = body
            .replace("\"[random]\"", "4503599627370496")
            .replace("[uuid]", "3f0f8f5e-52c3-4a53-9d56-8a4b0f1c7d21")
            .replace("[now]", "2026-06-01T12:00:10.000Z");
        Some(serde_json::from_str(&body).unwrap())
    };
    named.filter_map(body).collect()
}

/// Calls `judge` with the sample, and with variants of it in which one value is replaced, removed or added.
fn each_change(sample: &Value, judge: &mut impl FnMut(&Value)) {
    judge(sample);
    let mut places = vec![];
    find_places(sample, String::new(), &mut places);
    for place in places {
        let mut changed = sample.clone();
        for other in others() {
            *changed.pointer_mut(&place).unwrap() = other;
            judge(&changed);
        }
        *changed.pointer_mut(&place).unwrap() = sample.pointer(&place).unwrap().clone();
        match changed.pointer_mut(&place).unwrap() {
            Value::Object(members) => {
                for key in members.keys().cloned().collect::<Vec<_>>() {
                    let mut without = sample.clone();
                    let place = without.pointer_mut(&place).and_then(Value::as_object_mut);
                    place.unwrap().shift_remove(&key);
                    judge(&without);
                }
            }
            Value::Array(items) => {
                items.extend(items.first().cloned().into_iter().cycle().take(501));
                judge(&changed);
            }
            _ => {}
        }
    }
}

/// Pointers to a value and to everything in it, but only to the first two items of a list.
fn find_places(value: &Value, pointer: String, places: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (key, member) in members {
                let key = key.replace('~', "~0").replace('/', "~1");
                find_places(member, format!("{pointer}/{key}"), places);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().take(2).enumerate() {
                find_places(item, format!("{pointer}/{index}"), places);
            }
        }
        _ => {}
    }
    places.push(pointer);
}

fn validator(document: &Value, pointer: &str, read: fn(&Value) -> Value) -> Validator {
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let schemas: Map<_, _> = schemas.iter().map(|(name, it)| (name.clone(), read(it))).collect();
    let schema = read(document.pointer(pointer).unwrap());
    let root = json!({"components": {"schemas": schemas}, "allOf": [schema]});
    let is_3_0 = document["openapi"] == "3.0.3";
    let options =
        if is_3_0 { jsonschema::draft4::options() } else { jsonschema::draft202012::options() };
    // Draft 4 does not define this format.
    let options = options.with_format("uuid", stoa_runtime::is_uuid);
    options.should_validate_formats(true).build(&root).unwrap()
}

/// Converts a schema of OpenAPI 3.0 to JSON Schema draft 4, which has no `nullable`.
fn raised(schema: &Value) -> Value {
    let mut raised = Map::new();
    for (key, value) in schema.as_object().unwrap() {
        let value = match key.as_str() {
            "properties" => {
                let members = value.as_object().unwrap().iter();
                members.map(|(name, schema)| (name.clone(), self::raised(schema))).collect()
            }
            "oneOf" | "allOf" => value.as_array().unwrap().iter().map(self::raised).collect(),
            "items" | "additionalProperties" if value.is_object() => self::raised(value),
            _ => value.clone(),
        };
        raised.insert(key.clone(), value);
    }
    if raised.remove("nullable").is_none() {
        return raised.into();
    }
    match raised.get_mut("type") {
        Some(kind) => *kind = json!([kind, "null"]),
        // Read literally, 3.0.3 does not make this schema nullable; codegen/DIALECT.md explains why it counts as nullable.
        None => return json!({"anyOf": [raised, {"type": "null"}]}),
    }
    raised.into()
}

/// Strict readers of 3.0.3 ignore a body on DELETE. codegen/DIALECT.md names these operations.
#[test]
fn bodies_on_delete() {
    let paths = document::all().iter().flat_map(|document| {
        document.lowered["paths"].as_object().unwrap().values().map(|item| &item["delete"])
    });
    let with_body: Vec<_> = paths.filter(|delete| delete["requestBody"].is_object()).collect();
    let operations: Vec<_> = with_body.iter().map(|delete| &delete["operationId"]).collect();
    assert_eq!(operations, ["removeWishlistItem"]);
}
