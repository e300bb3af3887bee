//! `Debug` shows no value that a document marks as secret, and every name that sounds like a secret is marked.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};

use crate::{apis, cargo, workspace};

/// The value of every secret.
const SECRET: &str = "open sesame";

/// Names that sound like a secret but are none. `rateToken` is a carrier's ID of a shipping rate, and no client has to
/// send it. `sessions` are a customer's sessions, without their tokens.
const NO_SECRETS: &[&str] = &["rateToken", "sessions"];

#[test]
fn debug_shows_no_secret() {
    let mut program = "fn main() {\n".to_owned();
    let mut secrets = Vec::new();
    for api in &apis() {
        let schemas = schemas(api);
        for (name, schema) in &schemas {
            let hidden = properties(schema).filter(|(_, property)| is_secret(property)).count();
            if hidden == 0 {
                continue;
            }
            let (types, json) = (api.replace('-', "_"), sample(&schemas, schema).to_string());
            program += &format!(
                "    let value: stoa_{types}_types::{name} = serde_json::from_str({json:?}).unwrap();\n    \
                 println!(\"{{value:?}}\");\n"
            );
            secrets.push((name.clone(), hidden));
        }
    }
    assert!(secrets.len() > 15, "{secrets:?}");
    let folder = workspace("secrets", &[("secrets".to_owned(), program + "}\n")]);
    let (is_fine, said) = cargo(&folder, &["run", "--example", "secrets"]);
    assert!(is_fine && said.lines().count() == secrets.len(), "{said}");
    for ((name, hidden), shown) in secrets.iter().zip(said.lines()) {
        assert!(shown.starts_with(&format!("{name} {{")), "{shown}");
        assert!(!shown.contains(SECRET) && shown.matches("[hidden]").count() == *hidden, "{shown}");
    }
}

#[test]
fn what_sounds_like_a_secret_is_one() {
    for api in &apis() {
        let document = document(api);
        let mut asked = 0;
        let mut waiting = vec![&document];
        while let Some(value) = waiting.pop() {
            let parameter = value.get("name").and_then(Value::as_str).zip(value.get("schema"));
            let properties = value.get("properties").into_iter().flat_map(properties_of);
            for (name, schema) in properties.chain(parameter) {
                let sounds = ["token", "secret", "password", "session"];
                let name = name.to_owned();
                let sounds = sounds.iter().any(|word| name.to_lowercase().contains(word));
                if sounds && schema["type"] != "boolean" && !NO_SECRETS.contains(&name.as_str()) {
                    assert!(
                        is_secret(schema),
                        "{api}: `{name}` lacks `format: password`: {schema}"
                    );
                    asked += 1;
                }
            }
            waiting.extend(value.as_object().into_iter().flat_map(Map::values));
            waiting.extend(value.as_array().into_iter().flatten());
        }
        assert!(asked > 0 || *api == "rest-v1", "{api}");
    }
}

fn document(api: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(format!("../generated/{api}/server/src/openapi.json"));
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn schemas(api: &str) -> Map<String, Value> {
    document(api)["components"]["schemas"].as_object().unwrap().clone()
}

fn properties(schema: &Value) -> impl Iterator<Item = (&str, &Value)> {
    schema.get("properties").into_iter().flat_map(properties_of)
}

fn properties_of(properties: &Value) -> impl Iterator<Item = (&str, &Value)> {
    properties.as_object().into_iter().flatten().map(|(name, property)| (name.as_str(), property))
}

fn is_secret(schema: &Value) -> bool {
    schema.get("format").is_some_and(|format| format == "password")
}

/// A value of the schema with all its properties.
fn sample(schemas: &Map<String, Value>, schema: &Value) -> Value {
    let text = |key: &str| schema.get(key).and_then(Value::as_str).unwrap_or_default();
    if let Some(name) = text("$ref").strip_prefix("#/components/schemas/") {
        return sample(schemas, &schemas[name]);
    }
    let first = |key: &str| schema.get(key).and_then(|list| list.get(0));
    if let Some(value) = schema.get("const").or(first("enum")) {
        return value.clone();
    }
    if let Some(choice) = first("oneOf") {
        return sample(schemas, choice);
    }
    let of_type = first("type").or(schema.get("type"));
    match of_type.and_then(Value::as_str) {
        _ if is_secret(schema) => SECRET.into(),
        Some("string") if text("format") == "date-time" => "2026-03-16T10:00:00.000Z".into(),
        Some("string") => "text".into(),
        Some("boolean") => true.into(),
        Some("integer" | "number") => 1.into(),
        Some("array") => json!([sample(schemas, &schema["items"])]),
        Some("object") => {
            let all = properties(schema);
            Value::Object(
                all.map(|(name, inner)| (name.to_owned(), sample(schemas, inner))).collect(),
            )
        }
        _ => Value::Null,
    }
}
