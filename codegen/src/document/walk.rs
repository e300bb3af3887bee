//! Visits the schemas of an OpenAPI document, and the objects that can contain schemas. Skips examples and extensions.

use serde_json::Value;

use super::escape;

/// Whether an object is a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    Schema,
    Other,
}

/// Keys of objects whose keys are names.
const NAMED: &[&str] = &[
    "callbacks",
    "content",
    "encoding",
    "headers",
    "paths",
    "parameters",
    "requestBodies",
    "responses",
    "webhooks",
];

/// Schemas by name.
const NAMED_SCHEMAS: &[&str] =
    &["$defs", "definitions", "dependentSchemas", "patternProperties", "properties", "schemas"];

/// Keywords of a schema that contain schemas.
const SCHEMAS: &[&str] = &[
    "additionalProperties",
    "allOf",
    "anyOf",
    "contains",
    "else",
    "if",
    "items",
    "not",
    "oneOf",
    "prefixItems",
    "propertyNames",
    "schema",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];

/// Keys of OpenAPI's own objects.
const OTHERS: &[&str] = &[
    "components",
    "delete",
    "get",
    "head",
    "options",
    "patch",
    "post",
    "put",
    "requestBody",
    "trace",
];

/// Calls the visitor with the JSON pointer, the kind and the value of each object, outer objects first.
pub fn visit<'a>(root: &'a Value, visitor: &mut impl FnMut(&str, Place, &'a Value)) {
    object("", Place::Other, root, visitor);
}

fn object<'a>(
    pointer: &str,
    place: Place,
    value: &'a Value,
    visitor: &mut impl FnMut(&str, Place, &'a Value),
) {
    visitor(pointer, place, value);
    for (key, value) in value.as_object().into_iter().flatten() {
        let pointer = format!("{pointer}/{}", escape(key));
        let key = key.as_str();
        let is_named = value.is_object()
            && match place {
                Place::Schema => NAMED_SCHEMAS.contains(&key),
                Place::Other => NAMED.contains(&key) || key == "schemas",
            };
        let inner = match place {
            Place::Schema => Place::Schema,
            Place::Other if matches!(key, "schema" | "schemas") => Place::Schema,
            Place::Other => Place::Other,
        };
        if is_named {
            // A callback maps expressions to path items, so it has one more level of names.
            let members = value.as_object().into_iter().flatten();
            for (name, value) in members {
                let pointer = format!("{pointer}/{}", escape(name));
                match key {
                    "callbacks" => callback(&pointer, value, visitor),
                    _ => object(&pointer, inner, value, visitor),
                }
            }
            continue;
        }
        let is_inside = match place {
            Place::Schema => SCHEMAS.contains(&key),
            Place::Other => key == "schema" || key == "parameters" || OTHERS.contains(&key),
        };
        match value {
            Value::Array(items) if is_inside => {
                for (index, item) in items.iter().enumerate() {
                    object(&format!("{pointer}/{index}"), inner, item, visitor);
                }
            }
            _ if is_inside => object(&pointer, inner, value, visitor),
            _ => {}
        }
    }
}

fn callback<'a>(pointer: &str, value: &'a Value, visitor: &mut impl FnMut(&str, Place, &'a Value)) {
    visitor(pointer, Place::Other, value);
    for (expression, item) in value.as_object().into_iter().flatten() {
        object(&format!("{pointer}/{}", escape(expression)), Place::Other, item, visitor);
    }
}
