//! The error body of an API. All failures of a document have the same one. The server fills it, so each of its required
//! properties must be a constant or have a name that says what it contains.

use serde_json::json;

use super::path_items;
use crate::document::{Node, Result, all};
use crate::model::{ErrorBody, ErrorMember};

/// The media types that an error body may have.
const MEDIA_TYPES: &[&str] = &["application/json", "application/problem+json"];

/// The media type and the schema of all failures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Format<'a> {
    pub media_type: &'a str,
    pub schema: &'a str,
}

impl Default for Format<'_> {
    fn default() -> Self {
        Self { media_type: MEDIA_TYPES[0], schema: "ErrorResponse" }
    }
}

/// Returns the format of the document's first failure. If there is a schema `ErrorResponse`, only failures with that schema
/// count.
pub fn format<'a>(root: &Node<'a>) -> Format<'a> {
    let usual = Format::default();
    let has_usual = root.components("schemas").iter().any(|(name, _)| *name == usual.schema);
    let operations = path_items::all(root).into_iter();
    let responses = operations.flat_map(|node| node.entries_of("responses").unwrap_or_default());
    let failures = responses.filter(|(code, _)| code.starts_with(['4', '5']));
    let mut formats =
        failures.filter_map(|(_, place)| format_of(&place.resolve("responses").ok()?.1));
    formats.find(|format| !has_usual || format.schema == usual.schema).unwrap_or(usual)
}

fn format_of<'a>(response: &Node<'a>) -> Option<Format<'a>> {
    let content = response.get("content")?;
    MEDIA_TYPES.iter().find_map(|media_type| {
        let target = content.get(media_type)?.get("schema")?.get("$ref")?.value.as_str()?;
        Some(Format { media_type, schema: target.strip_prefix("#/components/schemas/")? })
    })
}

pub fn media<'a>(response: &Node<'a>) -> Option<Node<'a>> {
    let content = response.get("content")?;
    MEDIA_TYPES.iter().find_map(|name| content.get(name))
}

/// The examples of a failure, named or not.
pub fn examples<'a>(media: &Node<'a>) -> Vec<Node<'a>> {
    let named = media.entries_of("examples").unwrap_or_default();
    let values = named.iter().filter_map(|(_, example)| example.get("value"));
    values.chain(media.get("example")).collect()
}

/// Refuses examples with another status than that of the response, which the server writes.
pub fn check_status(status: u16, media: &Node<'_>, schema: &Node<'_>) {
    let properties = schema.entries_of("properties").unwrap_or_default();
    let is_status = |name: &str, property: &Node<'_>| {
        matches!(member(name, property, false), Some(ErrorMember::Status))
    };
    for (name, _) in properties.iter().filter(|(name, property)| is_status(name, property)) {
        for shown in examples(media).iter().filter_map(|example| example.get(name)) {
            if shown.value != status {
                shown.fault(format!("this is the example of a {status}: write {status}"));
            }
        }
    }
}

pub fn message<'a>(body: &Node<'a>) -> Option<Node<'a>> {
    ErrorBody::MESSAGE_NAMES.iter().find_map(|name| body.get(name))
}

pub fn read(root: &Node<'_>, format: Format<'_>) -> Result<ErrorBody> {
    let schema = root.need("components")?.need("schemas")?.need(format.schema)?;
    let properties = schema.need("properties")?;
    let is_text = |name: &str| {
        let property = properties.get(name);
        property.is_some_and(|property| type_of(&property).as_deref() == Some("string"))
    };
    let message = ErrorBody::MESSAGE_NAMES.iter().find(|name| is_text(name));
    let message = message.ok_or_else(|| {
        schema.fault("is the error body: add the error's text, a string `message` or `detail`")
    });
    let required = schema.items_of("required")?;
    let members = all(properties.entries()?.iter().map(|(name, property)| {
        let member = member(name, property, message.is_ok_and(|message| message == name));
        let is_required = required.iter().any(|node| node.value == name);
        if member.is_none() && is_required {
            let advice = "the server cannot fill it: make it optional or a `const`, or call it `message`, `title` or `status`";
            return Err(property.fault(advice));
        }
        Ok(member.map(|member| ((*name).to_owned(), member)))
    }));
    let (_, members) = (message?, members?);
    Ok(ErrorBody {
        schema: format.schema.to_owned(),
        media_type: format.media_type.to_owned(),
        members: members.into_iter().flatten().collect(),
    })
}

/// What the server writes into a property. `None` if it has no value for the property.
fn member(name: &str, property: &Node<'_>, is_message: bool) -> Option<ErrorMember> {
    if let Some(constant) = property.get("const") {
        return Some(ErrorMember::Constant(constant.value.clone()));
    }
    match (name, type_of(property)?.as_str()) {
        _ if is_message => Some(ErrorMember::Message),
        ("status" | "statusCode" | "code", "integer") => Some(ErrorMember::Status),
        ("title" | "error", "string") => Some(ErrorMember::StatusName),
        // RFC 9457, section 4.2.1: `about:blank` means that the status alone describes the problem.
        ("type", "string") => Some(ErrorMember::Constant(json!("about:blank"))),
        _ => None,
    }
}

/// The type of a property that is not nullable.
fn type_of(property: &Node<'_>) -> Option<String> {
    Some(property.get("type")?.value.as_str()?.to_owned())
}
