//! Request bodies.

use super::{keywords, parameters, walk};
use crate::codegen::document::{Node, Result};
use crate::codegen::model::{Api, Body, Shape};

pub fn read(node: &Node<'_>, api: &Api) -> Result<Body> {
    node.only(&["required", "description", "content", "x-message", "x-raw"])?;
    if !node.flag("required")? {
        return Err(node.fault("add `required: true` (a body of optional properties may be `{}`)"));
    }
    let content = node.need("content")?;
    let entries = content.entries()?;
    let [(media_type, media)] = entries.as_slice() else {
        return Err(content.fault("give exactly one content type"));
    };
    media.only(&["schema", "example", "examples"])?;
    let schema = media.need("schema")?;
    let (Some(name), target) = schema.resolve_alone("schemas")? else {
        return Err(schema.fault("make it a component and `$ref` it"));
    };
    let (message, _) = keywords::message(node)?;
    let raw = node.flag("x-raw")?;
    if let (true, Some(message)) = (raw || *media_type != "application/json", node.get("x-message"))
    {
        return Err(message.fault("only JSON that is decoded has this message: remove it"));
    }
    let name = name.to_owned();
    match (*media_type, raw) {
        ("application/json", true) => Ok(Body::Raw { schema: name }),
        ("application/json", false) => {
            let statuses = walk::statuses(&schema)?.into_iter().collect();
            Ok(Body::Json { schema: name, message, statuses })
        }
        ("multipart/form-data", false) => form(name, &schema, &target, api),
        ("multipart/form-data", true) => {
            Err(node.need("x-raw")?.fault("a form is not taken raw: remove it"))
        }
        _ => Err(media.fault("must be application/json or multipart/form-data")),
    }
}

fn form(name: String, schema: &Node<'_>, target: &Node<'_>, api: &Api) -> Result<Body> {
    let Some(Shape::Struct { fields, .. }) = api.schema(&name).map(|schema| &schema.shape) else {
        return Err(schema.fault("a form is an object: `$ref` one"));
    };
    if let Some(message) = target.get("x-message").or_else(|| target.get("x-patch")) {
        return Err(message.fault("not heeded in a form: write `x-message` at the properties"));
    }
    let properties = target.need("properties")?;
    let parts = fields.iter().map(|field| {
        let property = properties.need(&field.name)?;
        parameters::part(&field.name, &property, field.required, field.binary, api)
    });
    Ok(Body::Multipart { parts: parts.collect::<Result<_>>()?, schema: name })
}

/// The statuses that checking this body can answer.
pub fn statuses(node: &Node<'_>, body: &Body) -> Result<Vec<u16>> {
    let mut statuses = vec![400, 413, 415];
    if let Body::Raw { .. } = body {
        // No content type is asked for: the bytes are the handler's to judge.
        statuses.pop();
        return Ok(statuses);
    }
    for (_, media) in node.entries_of("content")? {
        statuses.extend(walk::statuses(&media.need("schema")?)?);
    }
    Ok(statuses)
}
