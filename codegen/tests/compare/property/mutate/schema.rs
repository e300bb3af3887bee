//! Changes of one schema.

use serde_json::{Value, json};

use super::super::random::Random;
use super::Change;
use super::edit::{remove, remove_item, set, take};

pub const CHANGES: &[(&str, Change)] = &[
    ("type", |schema, random| {
        set(
            schema,
            "type",
            &[
                json!("integer"),
                json!("number"),
                json!("string"),
                json!("boolean"),
                json!("array"),
                json!("object"),
            ],
            random,
        )
    }),
    ("no type", |schema, _| remove(schema, "type")),
    ("nullable", nullable),
    ("minimum", |schema, random| {
        of(schema, &["integer", "number"]) && number(schema, "minimum", random)
    }),
    ("maximum", |schema, random| {
        of(schema, &["integer", "number"]) && number(schema, "maximum", random)
    }),
    ("minLength", |schema, random| of(schema, &["string"]) && number(schema, "minLength", random)),
    ("maxLength", |schema, random| of(schema, &["string"]) && number(schema, "maxLength", random)),
    ("minItems", |schema, random| of(schema, &["array"]) && number(schema, "minItems", random)),
    ("maxItems", |schema, random| of(schema, &["array"]) && number(schema, "maxItems", random)),
    ("bound in allOf", all_of),
    ("no allOf", |schema, _| remove(schema, "allOf")),
    ("pattern", |schema, random| {
        of(schema, &["string"])
            && set(schema, "pattern", &[json!("@"), json!("^#"), json!("a")], random)
    }),
    ("no pattern", |schema, _| remove(schema, "pattern")),
    ("format", |schema, random| {
        let formats = [json!("date-time"), json!("email"), json!("uri"), json!("uuid")];
        of(schema, &["string"]) && set(schema, "format", &formats, random)
    }),
    ("integer format", |schema, random| {
        of(schema, &["integer"]) && set(schema, "format", &[json!("int32"), json!("int64")], random)
    }),
    ("no format", |schema, _| remove(schema, "format")),
    ("required", required),
    ("required removed", |schema, random| remove_item(schema, "required", random)),
    ("property removed", |schema, random| {
        let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
        properties.and_then(|properties| take(properties, random)).is_some()
    }),
    ("property renamed", |schema, random| {
        let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) else {
            return false;
        };
        let Some((name, property)) = take(properties, random) else { return false };
        properties.insert(format!("{name}New"), property);
        true
    }),
    ("property added", |schema, random| {
        let fresh = a_schema(random);
        let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
        properties.map(|properties| properties.insert("fresh".to_owned(), fresh)).is_some()
    }),
    ("enum", |schema, _| {
        of(schema, &["string"]) && {
            schema["enum"] = json!(["newest", "draft", "a"]);
            true
        }
    }),
    ("enum value", |schema, _| {
        let list = schema.get_mut("enum").and_then(Value::as_array_mut);
        list.map(|list| list.push(json!("fresh"))).is_some()
    }),
    ("enum value removed", |schema, random| remove_item(schema, "enum", random)),
    ("no enum", |schema, _| remove(schema, "enum")),
    ("const", |schema, random| {
        schema.get("const").is_some()
            && set(schema, "const", &[json!("fresh"), json!(true), json!("plain")], random)
    }),
    ("no const", |schema, _| {
        remove(schema, "const") && {
            schema["type"] = json!("string");
            true
        }
    }),
    ("variant", |schema, random| {
        let fresh = a_schema(random);
        let list = schema.get_mut("oneOf").and_then(Value::as_array_mut);
        list.map(|list| list.push(fresh)).is_some()
    }),
    ("variant removed", |schema, random| remove_item(schema, "oneOf", random)),
    ("items", |schema, random| inner(schema, "items", random)),
    ("map", |schema, random| inner(schema, "additionalProperties", random)),
    ("no map", |schema, _| remove(schema, "additionalProperties")),
    ("another schema", |schema, random| {
        *schema = a_schema(random);
        true
    }),
];

/// A small schema, or a reference to a schema of the document.
pub fn a_schema(random: &mut Random) -> Value {
    let schemas = [
        json!({"type": "string"}),
        json!({"type": "string", "maxLength": 3}),
        json!({"type": ["string", "null"]}),
        json!({"type": "integer", "format": "int64"}),
        json!({"type": "integer"}),
        json!({"type": "number"}),
        json!({"type": "boolean"}),
        json!({}),
        json!({"type": "array", "items": {"type": "string"}}),
        json!({"type": "object", "additionalProperties": true}),
        json!({"$ref": "#/components/schemas/State"}),
        json!({"$ref": "#/components/schemas/Gone"}),
        json!({"$ref": "#/components/schemas/OwnerId"}),
        json!({"$ref": "#/components/schemas/Hook"}),
        json!({"oneOf": [{"$ref": "#/components/schemas/Gone"}, {"type": "null"}]}),
        json!({"oneOf": [{"type": "integer"}, {"type": "string"}]}),
        json!({"const": "fresh"}),
    ];
    random.one(&schemas).cloned().unwrap_or_default()
}

fn of(schema: &Value, types: &[&str]) -> bool {
    schema["type"].as_str().is_some_and(|name| types.contains(&name))
}

fn number(at: &mut Value, key: &str, random: &mut Random) -> bool {
    let now = at.get(key).and_then(Value::as_i64);
    match (now, random.below(4)) {
        (Some(_), 0) => remove(at, key),
        (Some(now), 1) => set(at, key, &[json!(now + 1)], random),
        (Some(now), 2) => set(at, key, &[json!((now - 1).max(0))], random),
        _ => set(at, key, &[json!(0), json!(1), json!(2), json!(7), json!(500)], random),
    }
}

pub fn nullable(schema: &mut Value, _: &mut Random) -> bool {
    match schema.get("type").cloned() {
        Some(Value::String(name)) => schema["type"] = json!([name, "null"]),
        Some(Value::Array(names)) => schema["type"] = names.first().cloned().unwrap_or_default(),
        _ if schema.get("$ref").is_some() => {
            *schema = json!({"oneOf": [schema.clone(), {"type": "null"}]})
        }
        _ => return false,
    }
    true
}

fn all_of(schema: &mut Value, random: &mut Random) -> bool {
    let entry = match schema["type"].as_str() {
        Some("string") => json!({"maxLength": random.below(9), "x-message": "too long"}),
        Some("integer") => json!({"minimum": random.below(9), "x-message": "too small"}),
        _ => return false,
    };
    set(schema, "allOf", &[json!([entry])], random)
}

fn required(schema: &mut Value, random: &mut Random) -> bool {
    let names = schema["properties"]
        .as_object()
        .map(|properties| properties.keys().cloned().collect::<Vec<_>>());
    let Some(name) = names.and_then(|names| random.one(&names).cloned()) else { return false };
    let list = schema.as_object_mut().map(|schema| schema.entry("required").or_insert(json!([])));
    let Some(list) = list.and_then(Value::as_array_mut) else { return false };
    let is_new = !list.contains(&json!(name));
    if is_new {
        list.push(json!(name));
    }
    is_new
}

fn inner(schema: &mut Value, key: &str, random: &mut Random) -> bool {
    let fresh = a_schema(random);
    schema.get(key).is_some() && set(schema, key, &[fresh], random)
}
