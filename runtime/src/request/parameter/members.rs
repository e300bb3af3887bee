//! Decodes a JSON parameter that a query gives as members of an object: `parcel[lengthIn]=12&parcel[widthIn]=9`.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::rule::Rule;
use crate::{operation::invalid::Message, request::text::Text};

/// Returns the members as a JSON object, or `None` if all of them are empty. `decode` turns the text of a member into a
/// value, or returns `None` if the schema lacks the member. Such members are ignored.
pub(super) fn object<'a>(
    rule: Rule,
    members: impl Iterator<Item = (String, Text<'a>)>,
    decode: impl Fn(&str, &str) -> Option<Value>,
) -> Result<Option<Vec<u8>>, Message> {
    let mut object = None;
    let mut seen = HashSet::new();
    for (key, text) in members {
        let text = match text {
            Text::Valid(text) if !text.contains('\0') => Some(text),
            _ => None,
        };
        let value = decode(&key, text.as_deref().unwrap_or_default());
        if value.is_some() && !seen.insert(key.clone()) {
            return Err(rule.twice());
        }
        match (value, text.as_deref()) {
            (_, Some("")) => {}
            (None, _) => drop(object.get_or_insert_with(Map::new)),
            (Some(_), None) => return Err(rule.must_be("valid text without NUL")),
            (Some(value), Some(_)) => {
                object.get_or_insert_with(Map::new).insert(key, value);
            }
        }
    }
    Ok(object.map(|object| Value::Object(object).to_string().into_bytes()))
}
