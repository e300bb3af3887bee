//! Request bodies.

use std::collections::BTreeSet;

use super::parts::Parts;
use super::{keywords, parameters, walk};
use crate::document::{Node, Result, all};
use crate::model::{Body, Shape};

/// The fault of a body with an inline schema.
pub const NAMELESS_BODY: &str =
    "the schema of a body has a name: make it a component and `$ref` it";

/// The media type of a JSON merge patch (RFC 7396).
const MERGE_PATCH: &str = "application/merge-patch+json";

const MIB: u64 = 1024 * 1024;

/// Limit of `x-max-bytes`, which is the limit of an upload.
const MOST_MIB: u64 = 20;

/// Limit of `x-max-bytes` of a raw body, which is streamed.
const MOST_STREAMED_MIB: u64 = 256;

pub fn read(node: &Node<'_>, parts: &Parts<'_>) -> Result<Body> {
    if node.is_reference_to("requestBodies") {
        let advice = "a request body is in its operation: copy the component to here";
        return Err(node.fault_hiding_reference(advice));
    }
    node.only(&["required", "description", "content", "x-max-bytes", "x-message", "x-raw"]);
    let message = keywords::message(node);
    let raw = node.flag("x-raw");
    let content = node.need("content")?;
    let entries = content.entries()?;
    let [(media_type, media)] = entries.as_slice() else {
        return Err(content.fault("give exactly one content type"));
    };
    media.only(&["schema", "example", "examples"]);
    if !["application/json", MERGE_PATCH, "multipart/form-data"].contains(media_type) {
        let advice =
            "must be application/json, application/merge-patch+json or multipart/form-data";
        return Err(media.fault_hiding_reference(advice));
    }
    let is_json = *media_type != "multipart/form-data";
    let schema = media.need("schema")?;
    let (Some(name), target) = schema.resolve_alone("schemas")? else {
        return Err(schema.fault_hiding_reference(NAMELESS_BODY));
    };
    let name = name.to_owned();
    let raw = raw?;
    let (message, _) = message?;
    let max_mib = max_mib(node)?;
    check_required(node, is_json && !raw, parts.shape(&name).ok().flatten());
    if raw || !is_json {
        node.without(&["x-message"], "only JSON that is decoded has this message: remove it");
    }
    if !is_json {
        node.without(&["x-max-bytes"], "only JSON has this limit: remove it");
    }
    let is_merge_patch = *media_type == MERGE_PATCH;
    if is_merge_patch {
        check_merge_patch(media, raw, parts.shape(&name).ok().flatten());
    }
    match (is_json, raw) {
        (true, true) => Ok(Body::Raw { schema: name, streamed_mib: max_mib }),
        (true, false) => {
            let statuses = walk::statuses(&schema).into_iter().collect();
            Ok(Body::Json { schema: name, message, statuses, max_mib, is_merge_patch })
        }
        (false, false) => form(name, &schema, &target, parts),
        (false, true) => Err(node.need("x-raw")?.fault("a form is not taken raw: remove it")),
    }
}

/// Requires that the schema of a merge patch distinguishes absent from null.
fn check_merge_patch(media: &Node<'_>, raw: bool, shape: Option<&Shape>) {
    if raw || !matches!(shape, Some(Shape::Struct { patch: true, .. })) {
        media
            .fault("the schema of a merge patch has `x-patch: true`, because null removes a value");
    }
}

/// Returns the maximum size of a JSON body in MiB, if the document states it.
pub fn max_mib(node: &Node<'_>) -> Result<Option<u64>> {
    let Some(bytes) = node.get("x-max-bytes") else { return Ok(None) };
    let most = if node.flag("x-raw")? { MOST_STREAMED_MIB } else { MOST_MIB };
    let mib = bytes.value.as_u64().filter(|bytes| bytes % MIB == 0).map(|bytes| bytes / MIB);
    match mib.filter(|mib| (1..=most).contains(mib)) {
        Some(mib) => Ok(Some(mib)),
        None => Err(bytes.fault(format!(
            "must be a multiple of {MIB} (1 MiB) of at most {} ({most} MiB)",
            most * MIB
        ))),
    }
}

/// Requires that a body is required, except JSON of which no member is required.
fn check_required(node: &Node<'_>, is_json: bool, shape: Option<&Shape>) {
    let Some(Shape::Struct { fields, .. }) = shape else { return };
    let Ok(is_required) = node.flag("required") else { return };
    let may_be_absent = is_json && fields.iter().all(|field| !field.required);
    if is_required && may_be_absent {
        let advice = "no member of the body is required, so it may be absent: write `false`";
        _ = node.need("required").map(|required| required.fault(advice));
    } else if !is_required && !may_be_absent {
        node.fault("this body cannot be absent: add `required: true`");
    }
}

fn form(name: String, schema: &Node<'_>, target: &Node<'_>, parts: &Parts<'_>) -> Result<Body> {
    for (_, property) in target.entries_of("properties").unwrap_or_default() {
        if let Some(constant) = property.get("const") {
            constant.fault("a form has no constants: remove it");
        }
    }
    let Some(Shape::Struct { fields, .. }) = parts.shape(&name)? else {
        return Err(schema.fault_hiding_reference("a form is an object: `$ref` one"));
    };
    let advice = "is ignored in a form: write `x-message` at the properties";
    target.without(&["x-message", "x-patch"], advice);
    let properties = target.need("properties")?;
    let parts = all(fields.iter().map(|field| {
        let property = properties.need(&field.name)?;
        parameters::part(&field.name, &property, field.required, field.binary, parts)
    }))?;
    Ok(Body::Multipart { parts, schema: name })
}

/// The statuses with which this body can be refused.
pub fn statuses(node: &Node<'_>, body: &Body) -> BTreeSet<u16> {
    if let Body::Raw { .. } = body {
        // A raw body is never refused with 415: any content type is accepted, because the handler checks the bytes.
        return BTreeSet::from([400, 413]);
    }
    let mut statuses = BTreeSet::from([400, 413, 415]);
    for (_, media) in node.entries_of("content").unwrap_or_default() {
        statuses
            .extend(media.get("schema").map(|schema| walk::statuses(&schema)).unwrap_or_default());
    }
    statuses
}
