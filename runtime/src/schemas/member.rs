//! Decodes a member of an object from query text.

use serde_json::{Number, Value};

use super::document;
use crate::request::integer;

/// Decodes text by the type of this property, or returns `None` if the schema lacks the property. Text that does not
/// fit the type remains a string, which validation refuses.
pub(crate) fn of_text(schema: &Value, key: &str, text: &str) -> Option<Value> {
    let typed = types(schema, key)?.into_iter().find_map(|name| match name {
        "integer" => integer(text).map(Value::from),
        "number" => text.parse().ok().and_then(Number::from_f64).map(Value::Number),
        "boolean" => text.parse().ok().map(Value::Bool),
        _ => None,
    });
    Some(typed.unwrap_or_else(|| Value::from(text)))
}

/// Decodes the texts of an object whose properties are not text. Empty texts count as absent. So do texts that are no
/// value of a property with a default.
pub(crate) fn decode_texts(schema: &Value, value: &mut Value) {
    let Some(members) = value.as_object_mut() else { return };
    members.retain(|key, member| {
        let Some(text) = member.as_str() else { return true };
        if types(schema, key).is_none_or(|types| types.contains(&"string")) {
            return true;
        }
        if text.is_empty() {
            return false;
        }
        let property = document::property(schema, schema, key);
        let has_default = property.is_some_and(|property| property.get("default").is_some());
        match of_text(schema, key, text) {
            // A text with NUL is refused later, like any other.
            Some(Value::String(text)) if has_default => text.contains('\0'),
            Some(typed) => {
                *member = typed;
                true
            }
            None => true,
        }
    });
}

/// The types of a property and of its variants, or `None` if the schema lacks the property.
fn types<'a>(schema: &'a Value, key: &str) -> Option<Vec<&'a str>> {
    let property = document::child(schema, schema, key)?;
    Some(document::described(schema, property).into_iter().flat_map(document::types).collect())
}
