//! What an operation answers.

use super::headers;
use crate::codegen::document::{Node, Result};
use crate::codegen::model::{Api, Header, Shape, Success, SuccessBody};
use crate::codegen::statuses::{self, FAILURES};

/// The success, and every documented status, ascending.
pub fn read(node: &Node<'_>, api: &Api) -> Result<(Success, Vec<u16>)> {
    let mut statuses = Vec::new();
    let mut success: Option<Success> = None;
    for (code, place) in node.entries()? {
        let status: u16 = match code.parse() {
            Ok(304) => {
                let mend = "a 200 with `ETag` is answered so by itself: remove it";
                return Err(place.fault(mend));
            }
            Ok(status @ 400..600) if code.len() == 3 && !FAILURES.contains(&status) => {
                return Err(place.fault(statuses::refusal(status)));
            }
            Ok(status @ 200..600) if code.len() == 3 => status,
            _ => {
                let mend = "write the status itself: \"404\", not `4XX` or `default`";
                return Err(place.fault(mend));
            }
        };
        statuses.push(status);
        let (_, response) = place.resolve_alone("responses")?;
        response.only(&["description", "headers", "content", "x-message"])?;
        response.need("description")?.string()?;
        if status >= 400 {
            error_body(&response)?;
            continue;
        }
        let (body, conditional, headers) = success_body(status, &response, api)?;
        let no_store = no_store(&response)?;
        let known = match &mut success {
            Some(known) => known,
            None => {
                let statuses = Vec::new();
                success.insert(Success { statuses, body, conditional, no_store, headers })
            }
        };
        if known.no_store != no_store {
            return Err(response.fault("`Cache-Control: no-store` is on all successes or none"));
        }
        if !known.statuses.is_empty() {
            agree(status, &response, known, api)?;
        }
        known.statuses.push(status);
    }
    statuses.sort_unstable();
    let success = success.ok_or_else(|| node.fault("document a success"))?;
    Ok((success, statuses))
}

/// Several successes differ in the status alone.
fn agree(status: u16, response: &Node<'_>, first: &Success, api: &Api) -> Result<()> {
    let (body, conditional, headers) = success_body(status, response, api)?;
    if body != first.body {
        return Err(response.fault("has another body than the other success: use one schema"));
    }
    let given = conditional || !headers.is_empty();
    if given || first.conditional || !first.headers.is_empty() {
        let mend = "several successes have no `ETag`, `Location` or `Set-Cookie`: keep one success";
        return Err(response.fault(mend));
    }
    match (first.statuses.as_slice(), status) {
        ([.., 200..=202 | 204], 200..=202 | 204) => Ok(()),
        _ => Err(response.fault("beside another success only 200, 201, 202 and 204 have a name")),
    }
}

/// Whether the operation's answers are never stored.
fn no_store(response: &Node<'_>) -> Result<bool> {
    let (mut no_store, mut tag) = (false, None);
    for (name, header) in headers::read(response)? {
        no_store |= headers::is_no_store(name, &header)?;
        tag = tag.or((name == "ETag").then_some(header));
    }
    match tag {
        Some(tag) if no_store => Err(tag.fault("what is never stored needs no tag: remove it")),
        _ => Ok(no_store),
    }
}

fn error_body(response: &Node<'_>) -> Result<()> {
    for (name, header) in headers::read(response)? {
        if headers::is_no_store(name, &header)? {
            let mend = "every answer has it where the success has: write it there";
            return Err(header.fault(mend));
        }
        if name == "ETag" || headers::GIVEN.contains(&name) {
            return Err(header.fault("only a success has this header: remove it"));
        }
    }
    let mend = "an error is application/json with `$ref: '#/components/schemas/ErrorResponse'`";
    let content = response.get("content").ok_or_else(|| response.fault(mend))?;
    let entries = content.entries()?;
    let [("application/json", media)] = entries.as_slice() else {
        return Err(content.fault(mend));
    };
    media.only(&["schema", "example", "examples"])?;
    match media.need("schema")?.resolve_alone("schemas")? {
        (Some("ErrorResponse"), _) => Ok(()),
        _ => Err(media.fault(mend)),
    }
}

/// The body, whether it has an `ETag`, and the headers that the handler gives.
fn success_body(
    status: u16,
    response: &Node<'_>,
    api: &Api,
) -> Result<(SuccessBody, bool, Vec<Header>)> {
    let body = match response.get("content") {
        Some(content) => content_of(status, &content, api)?,
        None => SuccessBody::None,
    };
    let (mut conditional, mut given) = (false, Vec::new());
    for (name, header) in headers::read(response)? {
        if name == "ETag" {
            if status != 200 || matches!(body, SuccessBody::None | SuccessBody::Events(_)) {
                return Err(header.fault("only a 200 with a body has a tag: remove it"));
            }
            conditional = true;
        }
        if headers::GIVEN.contains(&name) {
            if let SuccessBody::Events(_) = body {
                return Err(header.fault("a handler gives a stream no headers: remove it"));
            }
            // A redirect without its target would be none.
            let required = headers::is_required(&header)? || status >= 300 && name == "Location";
            given.push(Header { name: name.to_owned(), required });
        }
    }
    if status >= 300 && !given.iter().any(|header| header.name == "Location") {
        return Err(response.fault("a redirect needs the header `Location`: document it"));
    }
    Ok((body, conditional, given))
}

fn content_of(status: u16, content: &Node<'_>, api: &Api) -> Result<SuccessBody> {
    if matches!(status, 204 | 205) || status >= 300 {
        return Err(content.fault(format!("a {status} has no body: remove it")));
    }
    let entries = content.entries()?;
    let [(media_type, media)] = entries.as_slice() else {
        return Err(content.fault("give exactly one content type"));
    };
    media.only(&["schema", "example", "examples"])?;
    if !matches!(*media_type, "application/json" | "text/event-stream") {
        return bytes(media_type, media);
    }
    let schema = media.need("schema")?;
    let Some(name) = schema.resolve_alone("schemas")?.0 else {
        return Err(schema.fault("make it a component and `$ref` it"));
    };
    if *media_type == "application/json" {
        return Ok(SuccessBody::Json(name.to_owned()));
    }
    let shape = api.schema(name).map(|schema| &schema.shape);
    if !matches!(shape, Some(Shape::Events { .. })) {
        return Err(schema.fault("a stream's schema is a union told apart by `event`, with `data`"));
    }
    match status {
        200 => Ok(SuccessBody::Events(name.to_owned())),
        _ => Err(content.fault("a stream is answered with 200: move it there")),
    }
}

fn bytes(media_type: &str, media: &Node<'_>) -> Result<SuccessBody> {
    let fits = |letter: char| letter.is_ascii_graphic() && letter != '*';
    let named =
        media_type.split_once('/').is_some_and(|(ty, sub)| !ty.is_empty() && !sub.is_empty());
    if !named || !media_type.replace("; ", "").chars().all(fits) {
        return Err(media.fault("must be one media type: `image/png`"));
    }
    if media_type.starts_with("application/json") || media_type.starts_with("text/event-stream") {
        return Err(media.fault("leave out what follows the media type"));
    }
    if let Some(schema) = media.get("schema") {
        schema.only(&["type", "format", "description"])?;
        if schema.text("type")?.is_some_and(|name| name != "string") {
            return Err(schema.fault("other media types are raw bytes: remove the schema"));
        }
    }
    Ok(SuccessBody::Bytes(media_type.to_owned()))
}
