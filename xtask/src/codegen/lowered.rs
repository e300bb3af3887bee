//! Converts a document to OpenAPI 3.0.3, for generators that cannot read 3.1.
//!
//! Features that 3.0 expresses differently are translated. Features that 3.0 lacks become extensions. The types of the
//! `openapiv3` crate write the result, so the result is always valid 3.0. Code generation fails if these types would
//! drop a part of the document.

mod schemas;

use anyhow::{Context, bail};
use openapiv3::OpenAPI;
use serde_json::{Map, Value, json};

use super::document::{escape, is_others};

/// The document as OpenAPI 3.0.3, in JSON.
pub fn emit(document: &Value) -> anyhow::Result<String> {
    let mut lowered = part(document, document);
    lowered["openapi"] = json!("3.0.3");
    let read: OpenAPI =
        serde_json::from_value(lowered.clone()).context("lowered, it is no OpenAPI 3.0")?;
    let written = serde_json::to_value(&read)?;
    match dropped(&lowered, &written) {
        None => Ok(format!("{written:#}\n")),
        Some(pointer) => {
            bail!("{pointer}: OpenAPI 3.0 has no place for it: extend xtask/src/codegen/lowered.rs")
        }
    }
}

/// Converts any part of the document except a schema.
fn part(value: &Value, document: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(|item| part(item, document)).collect(),
        Value::Object(members) => {
            if let Some(copy) = described_copy(members, document) {
                return part(&copy, document);
            }
            let lowered = members.iter().map(|(key, value)| member(key, value, document));
            let mut lowered = lowered.collect();
            move_roles(&mut lowered);
            Value::Object(lowered)
        }
        scalar => scalar.clone(),
    }
}

fn member(key: &str, value: &Value, document: &Value) -> (String, Value) {
    let lowered = match key {
        "schema" => schemas::lower(value),
        "schemas" => each(value, schemas::lower),
        // The keys of these objects are names. A name may be the same word as a keyword.
        "content" | "headers" | "paths" | "responses" | "securitySchemes" => {
            each(value, |named| part(named, document))
        }
        "parameters" if value.is_object() => each(value, |named| part(named, document)),
        "example" | "examples" | "security" => value.clone(),
        "info" => renamed(value, "summary"),
        _ if key.starts_with("x-") => value.clone(),
        _ => part(value, document),
    };
    (key.to_owned(), lowered)
}

fn each(value: &Value, lower: impl Fn(&Value) -> Value) -> Value {
    let members = value.as_object().into_iter().flatten();
    Value::Object(members.map(|(name, value)| (name.clone(), lower(value))).collect())
}

/// Renames members that only 3.1 has to extensions: `only_in_3_1`, and `identifier` in `license`.
fn renamed(value: &Value, only_in_3_1: &str) -> Value {
    let members = value.as_object().into_iter().flatten().map(|(key, value)| match key {
        key if key == only_in_3_1 => (format!("x-{key}"), value.clone()),
        key if key == "license" => (key.clone(), renamed(value, "identifier")),
        key => (key.clone(), value.clone()),
    });
    Value::Object(members.collect())
}

/// In 3.0 a `$ref` has no siblings. A reference with a description of its own becomes a copy of its target.
fn described_copy(members: &Map<String, Value>, document: &Value) -> Option<Value> {
    let description = members.get("description")?;
    let pointer = members.get("$ref")?.as_str()?.strip_prefix('#')?;
    let mut copy = document.pointer(pointer)?.clone();
    copy["description"] = description.clone();
    Some(copy)
}

/// In 3.0 only OAuth has roles, which it calls scopes. An operation's roles move from its `security` to `x-roles`.
fn move_roles(operation: &mut Map<String, Value>) {
    let Some(alternatives) = operation.get_mut("security").and_then(Value::as_array_mut) else {
        return;
    };
    let schemes = alternatives.iter_mut().filter_map(Value::as_object_mut).flatten();
    let roles = schemes.map(|(_, roles)| std::mem::replace(roles, json!([])));
    // Every alternative has the same roles.
    let roles = roles.collect::<Vec<_>>().into_iter().find(|roles| *roles != json!([]));
    if let Some(roles) = roles {
        operation.insert("x-roles".to_owned(), roles);
    }
}

/// Returns the pointer of the first value that `written` lacks. `written` may lack vendor extensions and values that
/// equal a default, such as an empty list.
fn dropped(lowered: &Value, written: &Value) -> Option<String> {
    match (lowered, written) {
        (Value::Object(members), Value::Object(_)) => {
            let mut members = members.iter().filter(|(key, _)| !is_others(key));
            members.find_map(|(key, value)| {
                let written = written.get(key).unwrap_or(&Value::Null);
                dropped(value, written).map(|pointer| format!("/{}{pointer}", escape(key)))
            })
        }
        (Value::Array(items), Value::Array(written)) if items.len() == written.len() => {
            let mut pairs = items.iter().zip(written).enumerate();
            pairs.find_map(|(index, (item, written))| {
                dropped(item, written).map(|pointer| format!("/{index}{pointer}"))
            })
        }
        // `openapiv3` reads some numbers as floats, and then writes 1 as 1.0.
        (Value::Number(_), Value::Number(_)) if lowered.as_f64() == written.as_f64() => None,
        _ if lowered == written => None,
        // `openapiv3` omits these defaults: an empty list or mapping, a false flag, the style of a query parameter.
        (Value::Array(list), Value::Null) if list.is_empty() => None,
        (Value::Object(members), Value::Null) if members.is_empty() => None,
        (Value::Bool(false), Value::Null) => None,
        (Value::String(style), Value::Null) if style == "form" => None,
        _ => Some(String::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(schema: Value) -> Value {
        json!({
            "openapi": "3.1.0",
            "info": {"title": "A test", "version": "1.0.0"},
            "paths": {},
            "components": {"schemas": {"Thing": schema}},
        })
    }

    #[test]
    fn unsupported_parts_are_named() {
        for keyword in ["prefixItems", "contentMediaType", "$comment"] {
            let mut schema = json!({"type": "string"});
            schema[keyword] = json!("x");
            let fault = emit(&document(schema)).unwrap_err().to_string();
            let pointer = format!("/components/schemas/Thing/{keyword}: ");
            assert!(fault.starts_with(&pointer), "{fault}");
        }
    }

    #[test]
    fn the_same_rule_twice_stays_apart() {
        let rule = json!({"maxLength": 5, "x-message": "at most 5"});
        let schema = json!({"type": ["string", "null"], "maxLength": 9, "allOf": [rule]});
        let lowered: Value = serde_json::from_str(&emit(&document(schema)).unwrap()).unwrap();
        let expected = json!({
            "type": "string",
            "nullable": true,
            "maxLength": 9,
            "allOf": [rule],
            "x-messages": [rule],
        });
        assert_eq!(lowered["components"]["schemas"]["Thing"], expected);
    }

    #[test]
    fn a_scheme_may_have_any_name() {
        for name in ["schema", "content", "headers", "info"] {
            let mut document = document(json!({"type": "string"}));
            let operation = json!({"security": [{name: ["store"]}], "responses": {}});
            document["paths"] = json!({"/things": {"get": operation}});
            let lowered: Value = serde_json::from_str(&emit(&document).unwrap()).unwrap();
            let operation = &lowered["paths"]["/things"]["get"];
            assert_eq!(operation["security"], json!([{name: []}]));
            assert_eq!(operation["x-roles"], json!(["store"]));
        }
    }

    #[test]
    fn a_reference_has_no_siblings() {
        let target = json!({"$ref": "#/components/schemas/Other"});
        for (schema, expected) in [
            (target.clone(), target.clone()),
            (
                json!({"$ref": target["$ref"], "default": 1, "examples": [1, 2]}),
                json!({"default": 1, "example": 1, "x-examples": [1, 2], "allOf": [target]}),
            ),
            (
                json!({"oneOf": [target, {"type": "null"}]}),
                json!({"nullable": true, "allOf": [target]}),
            ),
        ] {
            assert_eq!(schemas::lower(&schema), expected);
        }
    }
}
