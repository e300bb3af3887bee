//! Converts a document to OpenAPI 3.0.3, for generators that cannot read 3.1.
//!
//! Features that 3.0 expresses differently are translated. Features that 3.0 lacks become extensions. The types of the
//! `openapiv3` crate write the result, so the result is always valid 3.0. Code generation fails if these types would
//! drop a part of the document.

mod schemas;

use std::collections::BTreeSet;

use openapiv3::OpenAPI;
use serde_json::{Map, Value, json};

use super::document::{Document, Result, escape, is_vendor_extension, segments};
use super::read::{METHODS, references};

/// The document as OpenAPI 3.0.3, in JSON. A part that 3.0 cannot have is a fault, unless another fault explains it.
pub fn emit(document: &Document) -> Result<String> {
    let mut lowered = part(document.json(), document.json());
    lowered["openapi"] = json!("3.0.3");
    if let Some(root) = lowered.as_object_mut()
        && let Some(webhooks) = root.remove("webhooks")
    {
        root.insert("x-webhooks".to_owned(), webhooks);
    }
    inherit_roles(&mut lowered);
    open_answers(&mut lowered);
    let root = document.root();
    let read: OpenAPI = serde_json::from_value(lowered.clone()).map_err(|error| {
        root.fault_if_first(format!("its OpenAPI 3.0 version is not valid: {error}"))
    })?;
    let written = match serde_json::to_value(&read) {
        Ok(written) => written,
        Err(error) => {
            return Err(root.fault_if_first(format!("its OpenAPI 3.0 version is no JSON: {error}")));
        }
    };
    match dropped(&lowered, &written) {
        None => Ok(format!("{written:#}\n")),
        Some(pointer) => {
            let place = root.descend(segments(&pointer));
            let text = "the OpenAPI 3.0 version of the document cannot express it: remove it";
            Err(place.fault_if_first(text))
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
        // Generators refuse media types that they do not know. The server reads the same body as `application/json`.
        "content" => {
            each(&renamed_key(value, "application/merge-patch+json", "application/json"), |media| {
                part(media, document)
            })
        }
        // The keys of these objects are names. A name may be the same word as a keyword.
        "headers" | "paths" | "responses" | "securitySchemes" | "webhooks" => {
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

fn renamed_key(value: &Value, from: &str, to: &str) -> Value {
    let members =
        value.as_object().into_iter().flatten().map(|(key, value)| {
            (if key == from { to.to_owned() } else { key.clone() }, value.clone())
        });
    Value::Object(members.collect())
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

/// In 3.0 only OAuth has roles, which it calls scopes. An operation's roles move from its `security` to `x-roles`: the
/// roles of its only alternative, or a list for each alternative.
fn move_roles(operation: &mut Map<String, Value>) {
    let Some(alternatives) = operation.get_mut("security").and_then(Value::as_array_mut) else {
        return;
    };
    let schemes = alternatives.iter_mut().filter_map(Value::as_object_mut).flatten();
    let listed: Vec<(String, Value)> = schemes
        .map(|(scheme, roles)| (scheme.clone(), std::mem::replace(roles, json!([]))))
        .collect();
    // Without their roles, alternatives of one scheme are the same.
    let mut seen = Vec::new();
    alternatives.retain(|alternative| {
        let is_new = !seen.contains(alternative);
        seen.push(alternative.clone());
        is_new
    });
    // Every scheme lists the same roles.
    let first = listed.first().map(|(scheme, _)| scheme.clone());
    let of_first = listed.into_iter().filter(|(scheme, _)| Some(scheme) == first.as_ref());
    let mut lists: Vec<Value> =
        of_first.map(|(_, roles)| roles).filter(|roles| *roles != json!([])).collect();
    let roles = if lists.len() > 1 { lists.into() } else { lists.pop().unwrap_or_default() };
    if !roles.is_null() {
        operation.insert("x-roles".to_owned(), roles);
    }
}

/// Moves the roles of the document's `security` to the operations that inherit it.
fn inherit_roles(document: &mut Value) {
    let roles = document.as_object_mut().and_then(|root| root.remove("x-roles"));
    let paths = document.get_mut("paths").and_then(Value::as_object_mut);
    let (Some(roles), Some(paths)) = (roles, paths) else { return };
    let items = paths.values_mut().filter_map(Value::as_object_mut).flatten();
    let operations = items.filter(|(key, _)| METHODS.contains(&key.as_str()));
    for operation in operations.filter_map(|(_, operation)| operation.as_object_mut()) {
        if !operation.contains_key("security") {
            operation.insert("x-roles".to_owned(), roles.clone());
        }
    }
}

/// Says `additionalProperties: true` in the objects of responses, which may get new properties. It is the default, but
/// openapi-generator reads an object without it as closed, and its clients then refuse a new property.
fn open_answers(document: &mut Value) {
    let read: BTreeSet<String> = answers(document).into_iter().map(str::to_owned).collect();
    for pointer in read {
        let schema = document.pointer_mut(&pointer).and_then(Value::as_object_mut);
        if let Some(schema) = schema.filter(|schema| schema.contains_key("properties")) {
            schema.entry("additionalProperties").or_insert(json!(true));
        }
    }
}

/// The pointers of all components that a response refers to, directly or through other components.
fn answers(document: &Value) -> BTreeSet<&str> {
    let paths = document["paths"].as_object().into_iter().flatten();
    let members = paths.filter_map(|(_, item)| item.as_object()).flatten();
    let operations = members.filter(|(key, _)| METHODS.contains(&key.as_str()));
    let mut waiting: Vec<&Value> =
        operations.map(|(_, operation)| &operation["responses"]).collect();
    let mut found = BTreeSet::new();
    while let Some(value) = waiting.pop() {
        for reference in references(value) {
            if let Some(pointer) = reference.strip_prefix('#')
                && found.insert(pointer)
            {
                waiting.extend(document.pointer(pointer));
            }
        }
    }
    found
}

/// Returns the pointer of the first value that `written` lacks. `written` may lack vendor extensions and values that
/// equal a default, such as an empty list.
fn dropped(lowered: &Value, written: &Value) -> Option<String> {
    match (lowered, written) {
        (Value::Object(members), Value::Object(_)) => {
            let mut members = members.iter().filter(|(key, _)| !is_vendor_extension(key));
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
        // `openapiv3` omits these defaults: an empty list or mapping, a false flag, the usual style of a parameter.
        (Value::Array(list), Value::Null) if list.is_empty() => None,
        (Value::Object(members), Value::Null) if members.is_empty() => None,
        (Value::Bool(false), Value::Null) => None,
        (Value::String(style), Value::Null) if style == "form" || style == "simple" => None,
        _ => Some(String::new()),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn lowered(whole: Value) -> Value {
        let document = Document::from_json(Path::new("x.yaml"), whole);
        serde_json::from_str(&emit(&document).unwrap()).unwrap()
    }

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
            let document = Document::from_json(Path::new("x.yaml"), document(schema));
            emit(&document).unwrap_err();
            assert_eq!(
                document.faulty_pointers(),
                [format!("/components/schemas/Thing/{keyword}")]
            );
        }
    }

    #[test]
    fn the_same_rule_twice_stays_apart() {
        let rule = json!({"maxLength": 5, "x-message": "at most 5"});
        let typed = json!({"type": ["string", "null"], "minLength": 1});
        let schema = json!({"type": ["string", "null"], "maxLength": 9, "allOf": [rule, typed]});
        let lowered = lowered(document(schema));
        let expected = json!({
            "type": "string",
            "nullable": true,
            "minLength": 1,
            "maxLength": 9,
            "allOf": [rule],
            "x-messages": [rule, typed],
        });
        assert_eq!(lowered["components"]["schemas"]["Thing"], expected);
    }

    #[test]
    fn a_scheme_may_have_any_name() {
        for name in ["schema", "content", "headers", "info"] {
            let mut whole = document(json!({"type": "string"}));
            let operation = json!({"security": [{name: ["store"]}], "responses": {}});
            whole["paths"] = json!({"/things": {"get": operation}});
            let lowered = lowered(whole);
            let operation = &lowered["paths"]["/things"]["get"];
            assert_eq!(operation["security"], json!([{name: []}]));
            assert_eq!(operation["x-roles"], json!(["store"]));
        }
    }

    #[test]
    fn roles_are_inherited() {
        let mut whole = document(json!({"type": "string"}));
        whole["security"] = json!([{"key": ["store"]}]);
        let own = json!({"security": [], "responses": {}});
        whole["paths"] = json!({"/things": {"get": {"responses": {}}, "post": own}});
        let lowered = lowered(whole);
        assert_eq!(lowered["security"], json!([{"key": []}]));
        assert_eq!(lowered["paths"]["/things"]["get"]["x-roles"], json!(["store"]));
        assert_eq!(lowered["paths"]["/things"]["post"].get("x-roles"), None);
        assert_eq!(lowered.get("x-roles"), None);
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
