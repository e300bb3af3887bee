//! Spells a document in ways that mean the same, and that the dialect refuses.

use heck::ToSnakeCase;
use serde_json::{Map, Value, json};

use super::random::Random;

const METHODS: &[&str] = &["get", "post", "put", "patch", "delete"];

pub fn faulty(base: &Value, random: &mut Random) -> Value {
    let mut document = base.clone();
    document["info"]["version"] = json!(random.one(&["1.0", "2", "v1.2", "1.2.3"]).unwrap());
    inline_references(&mut document, random);
    let is_old = random.flip();
    each_schema(&mut document, &mut |schema| spell(schema, is_old, random));
    if is_old {
        document["openapi"] = json!(random.one(&["3.0.0", "3.0.3", "3.0.4"]).unwrap());
    }
    if random.flip() {
        respell_components(&mut document, random);
    }
    respell_operations(&mut document, random);
    if random.flip() {
        let url = json!({ "url": "https://api.acme.example/api" });
        let before = places_of_servers(base);
        document["servers"] = json!([url]);
        document["servers"][0]["url"] = json!(format!("https://acme.example{before}"));
    }
    let unused = json!({ "type": "object", "properties": { "a": { "type": "string" } } });
    document["components"]["schemas"]["unused_thing"] = unused;
    document
}

fn places_of_servers(base: &Value) -> String {
    base["servers"][0]["url"].as_str().unwrap().replace("{baseUrl}", "")
}

fn each_schema(document: &mut Value, change: &mut impl FnMut(&mut Map<String, Value>)) {
    for (_, schema) in document["components"]["schemas"].as_object_mut().unwrap() {
        inside(schema, change);
    }
    in_others(&mut document["paths"], change);
    in_others(&mut document["components"]["parameters"], change);
    in_others(&mut document["components"]["headers"], change);
}

fn in_others(value: &mut Value, change: &mut impl FnMut(&mut Map<String, Value>)) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| in_others(item, change)),
        Value::Object(members) => {
            for (key, value) in members {
                match key.as_str() {
                    "schema" => inside(value, change),
                    "example" | "examples" => {}
                    _ => in_others(value, change),
                }
            }
        }
        _ => {}
    }
}

/// Changes a schema after the schemas inside it.
fn inside(schema: &mut Value, change: &mut impl FnMut(&mut Map<String, Value>)) {
    let Value::Object(members) = schema else { return };
    for (key, value) in members.iter_mut() {
        match (key.as_str(), value) {
            ("properties", Value::Object(named)) => {
                named.values_mut().for_each(|schema| inside(schema, change));
            }
            ("oneOf" | "anyOf", Value::Array(items)) => {
                items.iter_mut().for_each(|schema| inside(schema, change));
            }
            ("items" | "additionalProperties", schema) => inside(schema, change),
            _ => {}
        }
    }
    change(members);
}

fn spell(schema: &mut Map<String, Value>, is_old: bool, random: &mut Random) {
    let ty = schema.get("type").cloned().unwrap_or_default();
    if ty == "integer" && !schema.contains_key("const") {
        match random.below(5) {
            0 => _ = schema.remove("format"),
            1 => _ = schema.insert("format".to_owned(), json!("int32")),
            2 => _ = schema.insert("format".to_owned(), json!("timestamp")),
            _ => {}
        }
        for (key, exclusive, step) in
            [("minimum", "exclusiveMinimum", -1), ("maximum", "exclusiveMaximum", 1)]
        {
            let Some(bound) = schema.get(key).and_then(Value::as_i64) else { continue };
            if !random.flip() {
                continue;
            }
            if is_old {
                schema.insert(key.to_owned(), json!(bound + step));
                schema.insert(exclusive.to_owned(), json!(true));
            } else {
                schema.remove(key);
                schema.insert(exclusive.to_owned(), json!(bound + step));
            }
        }
    }
    if ty == "string" && !schema.contains_key("format") && random.below(6) == 0 {
        let is_plain = !schema.contains_key("enum") && !schema.contains_key("const");
        if is_plain {
            schema.insert("format".to_owned(), json!("phone-number"));
        }
    }
    if ty == "object" && schema.contains_key("properties") && random.below(3) == 0 {
        let anything = random.one(&[json!(true), json!({})]).unwrap().clone();
        schema.insert("additionalProperties".to_owned(), anything);
    }
    if ty == "array" && random.below(4) == 0 {
        schema.insert("uniqueItems".to_owned(), json!(false));
    }
    if is_old && ty.is_string() && random.below(6) == 0 {
        schema.insert("nullable".to_owned(), json!(false));
    }
    if ty == "number" && random.flip() {
        schema.insert("format".to_owned(), json!("double"));
    }
    if schema.len() == 1 && schema.contains_key("$ref") && random.below(4) == 0 {
        let reference = Value::Object(std::mem::take(schema));
        let key = *random.one(&["allOf", "anyOf", "oneOf"]).unwrap();
        schema.insert(key.to_owned(), json!([reference]));
    }
    if is_old {
        null_of_old(schema)
    } else {
        null(schema, random)
    }
    if let (true, Some(value)) = (is_old, schema.remove("const")) {
        schema.insert("enum".to_owned(), json!([value]));
    }
}

fn null(schema: &mut Map<String, Value>, random: &mut Random) {
    let types = schema.get("type").and_then(Value::as_array).cloned();
    if let Some(types) = types
        && random.flip()
    {
        let (mut inner, mut outer) = (Map::new(), Map::new());
        for (key, value) in std::mem::take(schema) {
            let is_outer = matches!(key.as_str(), "description" | "example" | "default");
            if is_outer {
                outer.insert(key, value)
            } else {
                inner.insert(key, value)
            };
        }
        inner.insert("type".to_owned(), types[0].clone());
        outer.insert("anyOf".to_owned(), json!([inner, { "type": "null" }]));
        *schema = outer;
    } else if let Some(choices) = schema.get("oneOf").and_then(Value::as_array).cloned()
        && choices.iter().any(|choice| choice == &json!({ "type": "null" }))
        && random.flip()
    {
        schema.remove("oneOf");
        schema.insert("anyOf".to_owned(), json!(choices));
    }
}

fn null_of_old(schema: &mut Map<String, Value>) {
    let types = schema.get("type").and_then(Value::as_array).cloned();
    let choices = schema.get("oneOf").and_then(Value::as_array).cloned().unwrap_or_default();
    if let Some(types) = types {
        schema.insert("type".to_owned(), types[0].clone());
        schema.insert("nullable".to_owned(), json!(true));
    } else if let [one, null] = choices.as_slice()
        && null == &json!({ "type": "null" })
    {
        schema.remove("oneOf");
        // In 3.0, a composition is needed next to a reference.
        schema.insert("allOf".to_owned(), json!([one]));
        schema.insert("nullable".to_owned(), json!(true));
    }
}

/// Writes the schemas of some references in place of them.
fn inline_references(document: &mut Value, random: &mut Random) {
    let schemas = document["components"]["schemas"].clone();
    let plain = |name: &str| {
        let schema = schemas.get(name)?;
        let is_plain = schema.get("properties").is_some() || schema.get("enum").is_some();
        (is_plain && name != "ErrorResponse").then(|| schema.clone())
    };
    let mut inline = |members: &mut Map<String, Value>| {
        let name = members.get("$ref").and_then(Value::as_str);
        let name = name.and_then(|target| target.strip_prefix("#/components/schemas/"));
        if let Some(Value::Object(schema)) = name.and_then(plain)
            && members.len() == 1
            && random.below(5) == 0
        {
            *members = schema;
        }
    };
    each_schema(document, &mut inline);
}

/// Writes the names of some components in snake case.
fn respell_components(document: &mut Value, random: &mut Random) {
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let mut names = Vec::new();
    for name in schemas.keys() {
        let plain = name.to_snake_case();
        if random.flip() && name != "ErrorResponse" && !schemas.contains_key(&plain) {
            names.push((name.clone(), plain));
        }
    }
    let schemas = document["components"]["schemas"].as_object_mut().unwrap();
    let old = std::mem::take(schemas);
    for (name, schema) in old {
        let new = names.iter().find(|(old, _)| *old == name).map(|(_, new)| new.clone());
        schemas.insert(new.unwrap_or(name), schema);
    }
    refer(document, &names);
}

fn refer(value: &mut Value, names: &[(String, String)]) {
    match value {
        Value::String(text) => {
            let Some(name) = text.strip_prefix("#/components/schemas/") else { return };
            if let Some((_, new)) = names.iter().find(|(old, _)| old == name) {
                *text = format!("#/components/schemas/{new}");
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| refer(item, names)),
        Value::Object(members) => members.values_mut().for_each(|value| refer(value, names)),
        _ => {}
    }
}

fn respell_operations(document: &mut Value, random: &mut Random) {
    let paths = document["paths"].as_object_mut().unwrap();
    for item in paths.values_mut() {
        for method in METHODS {
            let Some(operation) = item.get_mut(*method).and_then(Value::as_object_mut) else {
                continue;
            };
            let id = operation["operationId"].as_str().unwrap_or_default().to_snake_case();
            match random.below(4) {
                0 => _ = operation.remove("operationId"),
                1 => _ = operation.insert("operationId".to_owned(), json!(id)),
                _ => {}
            }
            if operation.get("security") == Some(&json!([])) && random.flip() {
                operation.remove("security");
            }
            if random.below(4) == 0 {
                operation["tags"].as_array_mut().unwrap().push(json!("second"));
            }
        }
    }
}
