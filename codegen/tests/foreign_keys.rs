//! Other tools' extensions may be anywhere in a document. They have no effect on generated code, and the served
//! documents contain them.

#![cfg(test)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use stoa_codegen::document::Document;
use stoa_codegen::{self as codegen, Examples, Package, Tree};

/// Keys of mappings whose keys are names.
const NAMED: &[&str] = &[
    "content",
    "examples",
    "headers",
    "mapping",
    "parameters",
    "properties",
    "responses",
    "schemas",
    "securitySchemes",
    "variables",
    "webhooks",
];

/// Keys of values that are no part of OpenAPI itself.
const VALUES: &[&str] =
    &["default", "example", "security", "value", "x-rate-limit", "x-rate-limits"];

fn fixture() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixture.yaml");
    let yaml = fs::read_to_string(path).unwrap();
    Document::parse(Path::new("x.yaml"), &yaml).unwrap().json().clone()
}

fn generate(document: &Value) -> Tree {
    let package = Package::new("fixture");
    codegen::emit(&package, &document.to_string(), &Examples::new()).unwrap()
}

/// Adds an extension with a number of its own to every object of OpenAPI in the value.
fn extend(value: &mut Value, next: &mut usize) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| extend(item, next)),
        Value::Object(members) if members.contains_key("$ref") => {}
        // OpenAPI 3.0 writes `nullable` in place of this object.
        Value::Object(members) if members.get("type").is_some_and(|name| name == "null") => {}
        Value::Object(members) => {
            let parts = members.iter_mut().filter(|(key, _)| !VALUES.contains(&key.as_str()));
            parts.for_each(|(key, value)| extend_member(key, value, next));
            members.insert("x-foreign".to_owned(), json!(*next));
            *next += 1;
        }
        _ => {}
    }
}

fn extend_member(key: &str, value: &mut Value, next: &mut usize) {
    match value {
        Value::Object(named) if NAMED.contains(&key) => {
            named.values_mut().for_each(|value| extend(value, next));
        }
        // Examples of a schema are a list of values.
        Value::Array(_) if key == "examples" => {}
        value => extend(value, next),
    }
}

/// The numbers of all extensions in the value.
fn numbers(value: &Value) -> BTreeSet<u64> {
    match value {
        Value::Object(members) => {
            let own = members.get("x-foreign").and_then(Value::as_u64);
            members.values().flat_map(numbers).chain(own).collect()
        }
        Value::Array(items) => items.iter().flat_map(numbers).collect(),
        _ => BTreeSet::new(),
    }
}

#[test]
fn foreign_keys_have_no_effect() {
    let plain = fixture();
    let mut extended = plain.clone();
    extend(&mut extended, &mut 0);
    let extensions = numbers(&extended);
    assert!(extensions.len() > 300, "{}", extensions.len());
    let (plain, extended) = (generate(&plain), generate(&extended));
    for (path, content) in plain.iter().filter(|(path, _)| !path.contains("openapi")) {
        assert!(content == &extended[path], "{path} differs");
    }
    for path in ["server/src/openapi.json", "server/src/openapi-3.0.json"] {
        let served: Value = serde_json::from_str(&extended[path]).unwrap();
        assert_eq!(numbers(&served), extensions, "{path}");
    }
}
