//! Checks one response against the documented responses of its operation: status, headers, media type, body.

use std::collections::{BTreeSet, HashMap};

use http::{HeaderMap, HeaderName, header};
use jsonschema::{ValidationError, Validator, error::ValidationErrorKind};
use serde_json::Value;

/// Statuses that every operation may answer without documenting them: 408 for a slow body, 500 for a fault, 503 for a
/// server that is unable to answer.
const ALWAYS_ALLOWED_STATUSES: [u16; 3] = [408, 500, 503];

/// Headers that clients act on, so all of them must be documented.
const MUST_BE_DOCUMENTED: [HeaderName; 3] = [header::ETAG, header::RETRY_AFTER, header::LOCATION];

/// A response of an operation.
#[derive(Debug, Clone, Copy)]
pub struct Answer<'a> {
    pub status: u16,
    pub headers: &'a HeaderMap,
    /// `None` if the body is not checked: for `HEAD`, and for a body that is sent in pieces.
    pub body: Option<&'a [u8]>,
}

/// A difference between a response and its document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disagreement {
    /// The place of the difference: `status`, `header ETag`, or a JSON pointer into the body. In the pointer, `*`
    /// stands for each name that is not in the document.
    pub pointer: String,
    /// The violated rule: a keyword of the schema, `status`, `content`, `header`, or `JSON`.
    pub rule: String,
    /// A description that includes the value. It must not be logged, because the value may be data of a user.
    pub detail: String,
}

/// A documented response of an operation.
#[derive(Debug)]
pub(crate) struct DocumentedResponse {
    pub(crate) headers: Vec<DocumentedHeader>,
    /// The schemas of the body. `None` if the document describes no body.
    pub(crate) content: Option<Content>,
}

/// The schemas of a body, by media type.
pub(crate) type Content = HashMap<String, Validator>;

#[derive(Debug)]
pub(crate) struct DocumentedHeader {
    pub(crate) name: String,
    pub(crate) required: bool,
    pub(crate) is_text: bool,
    pub(crate) schema: Validator,
}

pub(crate) fn check(
    responses: &HashMap<u16, DocumentedResponse>,
    names: &BTreeSet<String>,
    answer: &Answer<'_>,
) -> Vec<Disagreement> {
    let Some(response) = responses.get(&answer.status) else {
        return match ALWAYS_ALLOWED_STATUSES.contains(&answer.status) {
            true => Vec::new(),
            false => vec![disagreement("status", "status", "the status is not documented")],
        };
    };
    let mut found = headers(response, names, answer.headers);
    found.extend(body(response, names, answer));
    found
}

fn headers(
    response: &DocumentedResponse,
    names: &BTreeSet<String>,
    given: &HeaderMap,
) -> Vec<Disagreement> {
    let mut found = Vec::new();
    for documented in &response.headers {
        let name = &documented.name;
        let pointer = format!("header {name}");
        match given.get(name.as_str()).map(|value| value.to_str()) {
            None if documented.required => {
                found.push(disagreement(&pointer, "required", &format!("{name} is missing")));
            }
            None => {}
            Some(Err(_)) => {
                found.push(disagreement(&pointer, "type", &format!("{name} is no text")))
            }
            Some(Ok(text)) => {
                let value = match documented.is_text {
                    true => text.into(),
                    false => serde_json::from_str(text).unwrap_or(Value::Null),
                };
                let violations = violations(&documented.schema, names, &value);
                found.extend(violations.into_iter().map(|violation| Disagreement {
                    pointer: pointer.clone(),
                    detail: format!("{name}: {text}: {}", violation.detail),
                    ..violation
                }));
            }
        }
    }
    let is_documented = |name: &HeaderName| {
        response.headers.iter().any(|header| header.name.eq_ignore_ascii_case(name.as_str()))
    };
    let must_be_documented = |name: &&HeaderName| {
        MUST_BE_DOCUMENTED.contains(name) || name.as_str().starts_with("x-ratelimit")
    };
    for name in given.keys().filter(must_be_documented).filter(|name| !is_documented(name)) {
        let detail = format!("the header {name} is not documented");
        found.push(disagreement(&format!("header {name}"), "header", &detail));
    }
    found
}

fn body(
    response: &DocumentedResponse,
    names: &BTreeSet<String>,
    answer: &Answer<'_>,
) -> Vec<Disagreement> {
    let of_content = |detail: &str| vec![disagreement("header Content-Type", "content", detail)];
    let Some(content) = &response.content else {
        return match answer.body {
            Some([]) | None => Vec::new(),
            Some(_) => vec![disagreement("", "content", "a body, where the document has none")],
        };
    };
    let media_type = answer.headers.get(header::CONTENT_TYPE).map(|value| value.to_str());
    let Some(Ok(media_type)) = media_type else {
        return of_content("Content-Type is missing");
    };
    let Some(schema) = content.get(media_type) else {
        return of_content(&format!("{media_type} is not documented"));
    };
    let Some(bytes) = answer.body.filter(|_| is_json(media_type)) else {
        return Vec::new();
    };
    match serde_json::from_slice(bytes) {
        Ok(value) => violations(schema, names, &value),
        Err(error) => vec![disagreement("", "JSON", &format!("the body is no JSON: {error}"))],
    }
}

fn is_json(media_type: &str) -> bool {
    matches!(media_type, "application/json" | "application/problem+json")
}

pub(crate) fn violations(
    schema: &Validator,
    names: &BTreeSet<String>,
    value: &Value,
) -> Vec<Disagreement> {
    let violations = schema.iter_errors(value).map(|error| {
        let innermost = innermost(&error);
        Disagreement {
            pointer: pointer(innermost, names),
            rule: innermost.kind().keyword().to_owned(),
            detail: format!("{}: {innermost}", innermost.instance_path()),
        }
    });
    violations.collect()
}

/// Returns the deepest violation in a union. The value was most likely meant as the variant with that violation.
fn innermost<'e, 'v>(error: &'e ValidationError<'v>) -> &'e ValidationError<'v> {
    let ValidationErrorKind::OneOfNotValid { context } = error.kind() else { return error };
    let own_depth = error.instance_path().segments().count();
    let deepest = context.iter().flatten().map(innermost);
    let depth = |error: &&ValidationError<'_>| error.instance_path().segments().count();
    deepest.max_by_key(depth).filter(|inner| depth(inner) > own_depth).unwrap_or(error)
}

/// Returns the JSON pointer of a violation. The pointer includes the name of a missing property, which is in the
/// document.
fn pointer(error: &ValidationError<'_>, names: &BTreeSet<String>) -> String {
    let path = error.instance_path().segments().map(|segment| segment.to_string());
    let missing = match error.kind() {
        ValidationErrorKind::Required { property: Value::String(name) } => Some(name.clone()),
        _ => None,
    };
    let is_known = |name: &String| names.contains(name) || is_index(name);
    let shown = path.chain(missing).map(|name| match is_known(&name) {
        true => format!("/{}", name.replace('~', "~0").replace('/', "~1")),
        false => "/*".to_owned(),
    });
    shown.collect()
}

/// Whether this is an index of a list. A number of more than five digits may be data of a user.
fn is_index(name: &str) -> bool {
    name.len() <= 5 && name.bytes().all(|byte| byte.is_ascii_digit())
}

fn disagreement(pointer: &str, rule: &str, detail: &str) -> Disagreement {
    Disagreement { pointer: pointer.to_owned(), rule: rule.to_owned(), detail: detail.to_owned() }
}
