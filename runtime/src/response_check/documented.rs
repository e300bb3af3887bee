//! The documented responses of all operations of a document, compiled for checking.

use std::{
    collections::{BTreeSet, HashMap},
    ops::{Range, RangeInclusive},
};

use jsonschema::{Draft, PatternOptions, Validator};
use serde_json::Value;

use super::responses::{self, Answer, Content, Disagreement, DocumentedHeader, DocumentedResponse};
use crate::schemas::document::{resolved, standing_alone};

/// A document's responses, by operation and status.
#[derive(Debug)]
pub struct DocumentedResponses {
    /// Responses by method and path, with the base path: `GET /api/v1/sites/{siteId}/posts`.
    operations: HashMap<String, HashMap<u16, DocumentedResponse>>,
    /// The names of all properties in the document. Any other name in a JSON pointer is data of a user.
    names: BTreeSet<String>,
}

impl DocumentedResponses {
    /// Compiles the schemas of all responses of this JSON document, whose API is served under this base path.
    pub fn new(base_path: &str, document: &str) -> Result<Self, String> {
        let mut document: Value =
            serde_json::from_str(document).map_err(|error| error.to_string())?;
        if let Some(schemas) = document.pointer_mut("/components/schemas") {
            close(schemas);
        }
        let mut names = BTreeSet::new();
        collect_names(&document, &mut names);
        let mut operations = HashMap::new();
        for (path, item) in members(&document["paths"]) {
            for (method, operation) in members(item).filter(|(key, _)| *key != "parameters") {
                let mut responses = HashMap::new();
                let documented = members(&operation["responses"]);
                // Skip extensions, which may be next to the statuses.
                for (status, response) in documented.filter(|(key, _)| !key.starts_with("x-")) {
                    let place = |error: String| format!("{method} {path} {status}: {error}");
                    let code = status.parse().map_err(|_| place("no status".to_owned()))?;
                    let response = response_of(&document, response).map_err(place)?;
                    responses.insert(code, response);
                }
                let key = key(&method.to_uppercase(), &format!("{base_path}{path}"));
                operations.insert(key, responses);
            }
        }
        Ok(Self { operations, names })
    }

    /// Returns the differences between a response and the document, or `None` if the document lacks the operation.
    pub fn check(
        &self,
        method: &str,
        path: &str,
        answer: &Answer<'_>,
    ) -> Option<Vec<Disagreement>> {
        let responses = self.operations.get(&key(method, path))?;
        Some(responses::check(responses, &self.names, answer))
    }

    /// Checks the body of a response, or an event of a stream in the form `{"event": name, "data": …}`. Returns `None`
    /// if the document has no such body.
    pub fn check_value(
        &self,
        (method, path): (&str, &str),
        status: u16,
        media_type: &str,
        value: &Value,
    ) -> Option<Vec<Disagreement>> {
        let content = self.operations.get(&key(method, path))?.get(&status)?.content.as_ref()?;
        Some(responses::violations(content.get(media_type)?, &self.names, value))
    }
}

fn key(method: &str, path: &str) -> String {
    format!("{method} {path}")
}

fn members(node: &Value) -> impl Iterator<Item = (&String, &Value)> {
    node.as_object().into_iter().flatten()
}

fn response_of(document: &Value, response: &Value) -> Result<DocumentedResponse, String> {
    let response = resolved(document, response);
    let mut headers = Vec::new();
    for (name, header) in members(&response["headers"]) {
        let header = resolved(document, header);
        headers.push(DocumentedHeader {
            name: name.clone(),
            required: header["required"] == true,
            is_text: resolved(document, &header["schema"])["type"] == "string",
            schema: validator(document, &header["schema"])?,
        });
    }
    let mut content = Content::new();
    for (media_type, node) in members(&response["content"]) {
        content.insert(media_type.clone(), validator(document, &node["schema"])?);
    }
    let content = response["content"].is_object().then_some(content);
    Ok(DocumentedResponse { headers, content })
}

fn validator(document: &Value, schema: &Value) -> Result<Validator, String> {
    let schema = if schema.is_null() { Value::Bool(true) } else { schema.clone() };
    let alone = if schema.is_object() { standing_alone(document, &schema) } else { schema };
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .should_validate_formats(true)
        .with_format("date-time", is_timestamp)
        .with_pattern_options(PatternOptions::regex())
        .build(&alone)
        .map_err(|error| error.to_string())
}

/// Forbids properties that the schema does not name. Fields may be added to an API, but only together with its
/// document.
fn close(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            let is_open_object = members.get("properties").is_some_and(Value::is_object)
                && members.get("type").is_some_and(|kind| kind == "object")
                && !members.contains_key("additionalProperties");
            members.values_mut().for_each(close);
            if is_open_object {
                members.insert("additionalProperties".into(), false.into());
            }
        }
        Value::Array(items) => items.iter_mut().for_each(close),
        _ => {}
    }
}

fn collect_names(node: &Value, names: &mut BTreeSet<String>) {
    match node {
        Value::Object(map) => {
            let properties = map.get("properties").into_iter().flat_map(members);
            names.extend(properties.map(|(name, _)| name.clone()));
            map.values().for_each(|value| collect_names(value, names));
        }
        Value::Array(list) => list.iter().for_each(|value| collect_names(value, names)),
        _ => {}
    }
}

/// Whether the text is a time as all APIs write it: RFC 3339 in UTC with milliseconds, `2026-01-31T09:00:00.000Z`.
fn is_timestamp(text: &str) -> bool {
    let shape = text.bytes().map(|byte| if byte.is_ascii_digit() { b'0' } else { byte });
    let is_within = |place: Range<usize>, range: RangeInclusive<u32>| {
        text[place].parse().is_ok_and(|number| range.contains(&number))
    };
    shape.eq(*b"0000-00-00T00:00:00.000Z")
        && is_within(5..7, 1..=12)
        && is_within(8..10, 1..=31)
        && is_within(11..13, 0..=23)
        && is_within(14..16, 0..=59)
        && is_within(17..19, 0..=60)
}
