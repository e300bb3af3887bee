//! The responses of an operation.

use serde_json::Value;

use super::bodies::NAMELESS_BODY;
use super::conditional;
use super::error_body::{self, Format};
use super::headers;
use super::parts::Parts;
use crate::document::{Node, Result, all};
use crate::model::{Field, Header, Shape, Success, SuccessBody, Type};
use crate::statuses::{self, FAILURES};

/// Every documented status, ascending.
pub fn statuses(node: &Node<'_>) -> Result<Vec<u16>> {
    let entries = node.entries_but_extensions()?;
    let mut statuses = all(entries.iter().map(|(code, place)| status(code, place)))?;
    statuses.sort_unstable();
    Ok(statuses)
}

fn status(code: &str, place: &Node<'_>) -> Result<u16> {
    match code.parse() {
        Ok(status @ 400..600) if code.len() == 3 && !FAILURES.contains(&status) => {
            Err(place.fault(statuses::refusal(status)))
        }
        Ok(status @ 200..600) if code.len() == 3 => Ok(status),
        _ => Err(place.fault("write the status itself: \"404\", not `4XX` or `default`")),
    }
}

/// Reads the successes of an operation. Checks the failures too, but their faults do not prevent the result.
pub fn success(node: &Node<'_>, parts: &Parts<'_>) -> Result<Success> {
    let answers = node.entries_but_extensions()?;
    let answers = all(answers.iter().map(|(code, place)| {
        let status = status(code, place);
        let response = response(place);
        match status? {
            status @ 400.. => {
                _ = response.and_then(|response| failure(status, &response, parts.error_format));
                Ok(None)
            }
            304 => {
                _ = response.map(|response| conditional::not_modified(&response));
                Ok(None)
            }
            status => response.and_then(|node| Ok(Some((success_of(status, &node, parts)?, node)))),
        }
    }))?;
    let mut successes = answers.into_iter().flatten();
    let (mut first, _) = successes.next().ok_or_else(|| node.fault("document a success"))?;
    for (other, response) in successes {
        agree(&first, &other, &response);
        first.statuses.extend(other.statuses);
    }
    Ok(first)
}

fn response<'a>(place: &Node<'a>) -> Result<Node<'a>> {
    let (_, response) = place.resolve_alone("responses")?;
    response.only(&["description", "headers", "content", "x-message", "x-raw"]);
    _ = response.need("description").and_then(|description| description.string());
    Ok(response)
}

/// Several successes may differ only in their status.
fn agree(first: &Success, other: &Success, response: &Node<'_>) {
    if first.no_store != other.no_store {
        response.fault("`Cache-Control: no-store` is on all successes or none");
    }
    if first.body != other.body || first.raw != other.raw {
        response.fault("has another body than the other success: use one schema");
    }
    let gives = |success: &Success| {
        success.conditional || success.version.is_some() || !success.headers.is_empty()
    };
    if gives(first) || gives(other) {
        let advice = "`ETag`, `Location` and `Set-Cookie` require a single success: remove them, or keep one success";
        response.fault(advice);
    }
    let has_name = |success: &Success| matches!(success.statuses[..], [.., 200..=202 | 204]);
    if !has_name(first) || !has_name(other) {
        response.fault("an operation with several successes may have only 200, 201, 202 and 204: remove the others");
    }
}

/// Whether the response has `Cache-Control: no-store`. Refuses an `ETag` next to it.
fn no_store(response: &Node<'_>) -> Result<bool> {
    let (mut no_store, mut tag) = (false, None);
    for (name, header) in headers::read(response)? {
        no_store |= headers::is_no_store(name, &header)?;
        let is_tag_of_content = name == "ETag" && headers::version(&header)?.is_none();
        tag = tag.or(is_tag_of_content.then_some(header));
    }
    match tag {
        Some(tag) if no_store => {
            Err(tag.fault("a `no-store` response is not cached, so it needs no `ETag`: remove it"))
        }
        _ => Ok(no_store),
    }
}

fn failure(status: u16, response: &Node<'_>, format: Format<'_>) -> Result<()> {
    if let Some(mark) = response.get("x-raw") {
        mark.fault("only a success is written raw: remove it");
    }
    let headers = headers::read(response);
    for (name, header) in headers.iter().flatten() {
        if headers::is_no_store(name, header)? {
            header.fault("if the success has this header, the server sends it with failures too: write it only at the success");
        }
        let is_tag = *name == "ETag" && !(status == 412 && headers::version(header)?.is_some());
        if is_tag || headers::SET_BY_HANDLER.contains(name) {
            header.fault("only a success has this header: remove it");
        }
    }
    let Format { media_type, schema } = format;
    let advice = format!("an error is {media_type} with `$ref: '#/components/schemas/{schema}'`");
    let content = response.get("content").ok_or_else(|| response.fault(&advice))?;
    let entries = content.entries()?;
    let [(given, media)] = entries.as_slice() else {
        return Err(content.fault(advice));
    };
    if *given != media_type {
        return Err(content.fault(advice));
    }
    media.only(&["schema", "example", "examples"]);
    match media.need("schema")?.resolve_alone("schemas")? {
        (Some(name), schema_node) if name == schema => {
            error_body::check_status(status, media, &schema_node);
            Ok(())
        }
        _ => Err(media.fault(advice)),
    }
}

/// Reads one success: the body, whether it has an `ETag`, and the headers that the handler sets.
fn success_of(status: u16, response: &Node<'_>, parts: &Parts<'_>) -> Result<Success> {
    let body = match response.get("content") {
        Some(content) => content_of(status, &content, parts),
        None => Ok(SuccessBody::None),
    };
    let (mut conditional, mut version, mut given) = (false, None, Vec::new());
    let headers = headers::read(response);
    let (headers, body) = (headers?, body?);
    for (name, header) in headers {
        if name == "ETag"
            && let Some(property) = headers::version(&header)?
        {
            check_version(&property, &body, &header, parts)?;
            version = Some(property);
        } else if name == "ETag" {
            if status != 200 || matches!(body, SuccessBody::None | SuccessBody::Events(_)) {
                header.fault("only a 200 with a body has a tag: remove it");
            } else {
                conditional = true;
            }
        }
        if headers::SET_BY_HANDLER.contains(&name) {
            if let SuccessBody::Events(_) = body {
                header.fault("a handler gives a stream no headers: remove it");
            }
            // A redirect always has a `Location`, even if the document does not call the header required.
            let required = headers::is_required(&header)? || status >= 300 && name == "Location";
            given.push(Header { name: name.to_owned(), required });
        }
    }
    if status >= 300 && !given.iter().any(|header| header.name == "Location") {
        response.fault("a redirect needs the header `Location`: document it");
    }
    let raw = response.flag("x-raw")?;
    if raw && (conditional || version.is_some() || !matches!(body, SuccessBody::Json(_))) {
        response.fault("only JSON without an `ETag` is written raw: remove `x-raw`");
    }
    let no_store = no_store(response)?;
    no_retired(response);
    let example = example(response);
    Ok(Success {
        statuses: vec![status],
        body,
        raw,
        conditional,
        version,
        no_store,
        headers: given,
        example,
    })
}

/// Requires that the payload of a body has this integer.
fn check_version(
    property: &str,
    body: &SuccessBody,
    header: &Node<'_>,
    parts: &Parts<'_>,
) -> Result<()> {
    let fields = |schema: &str| match parts.shape(schema) {
        Ok(Some(Shape::Struct { fields, .. })) => fields.as_slice(),
        _ => &[],
    };
    let is_version = |field: &Field| {
        field.name == property && field.ty == Type::Integer && field.required && !field.nullable
    };
    let payload = match body {
        SuccessBody::Json(schema) => fields(schema).iter().find(|field| field.constant.is_none()),
        _ => None,
    };
    match payload.map(|payload| &payload.ty) {
        Some(Type::Named(schema)) if fields(schema).iter().any(is_version) => Ok(()),
        _ => Err(header.fault(format!(
            "`x-version` names a required integer of the payload, and there is no such `{property}`"
        ))),
    }
}

/// Refuses the mark of a retired failure on the examples of a success.
fn no_retired(response: &Node<'_>) {
    let media = response.entries_of("content").unwrap_or_default();
    for (_, example) in
        media.iter().flat_map(|(_, media)| media.entries_of("examples").unwrap_or_default())
    {
        if let Some(mark) = example.get("x-retired") {
            mark.fault("only a failure is retired: remove it");
        }
    }
}

/// The example of the body, or the first of several.
fn example(response: &Node<'_>) -> Option<Value> {
    let media = response.get("content")?.entries().ok()?.into_iter().next()?.1;
    let first = || media.entries_of("examples").ok()?.into_iter().next()?.1.get("value");
    media.get("example").or_else(first).map(|example| example.value.clone())
}

fn content_of(status: u16, content: &Node<'_>, parts: &Parts<'_>) -> Result<SuccessBody> {
    if matches!(status, 204 | 205) || status >= 300 {
        return Err(content.fault(format!("a {status} has no body: remove it")));
    }
    let entries = content.entries()?;
    let [(media_type, media)] = entries.as_slice() else {
        return Err(content.fault("give exactly one content type"));
    };
    media.only(&["schema", "example", "examples"]);
    if !matches!(*media_type, "application/json" | "text/event-stream") {
        return bytes(media_type, media);
    }
    let schema = media.need("schema")?;
    let Some(name) = schema.resolve_alone("schemas")?.0 else {
        return Err(schema.fault_hiding_reference(NAMELESS_BODY));
    };
    if *media_type == "application/json" {
        return Ok(SuccessBody::Json(name.to_owned()));
    }
    if !matches!(parts.shape(name)?, Some(Shape::Events { .. })) {
        return Err(schema.fault_hiding_reference(
            "a stream's schema is a union told apart by `event`, with `data`",
        ));
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
        schema.only(&["type", "format", "description"]);
        if schema.text("type")?.is_some_and(|name| name != "string") {
            return Err(schema.fault("other media types are raw bytes: remove the schema"));
        }
    }
    Ok(SuccessBody::Bytes(media_type.to_owned()))
}
