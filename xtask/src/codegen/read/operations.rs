//! Operations: their request, their answers, and who may call them.

use std::collections::BTreeSet;

use heck::{ToLowerCamelCase, ToSnakeCase};

use super::parameters;
use crate::codegen::document::{Node, Result};
use crate::codegen::model::{
    Access, Api, Body, Operation, Parameter, Place, Success, SuccessBody, Type,
};

const METHODS: &[&str] = &["get", "post", "put", "patch", "delete"];
const HANDLER_HEADERS: &[&str] = &["Location", "Set-Cookie"];

pub fn read(paths: &Node<'_>, api: &mut Api) -> Result<()> {
    let mut ids = BTreeSet::new();
    for (path, item) in paths.entries() {
        item.only(&[METHODS, &["parameters"]].concat())?;
        for (method, node) in item.entries() {
            if method == "parameters" {
                continue;
            }
            let shared = item.get("parameters");
            let (tag, operation) = operation(method, path, shared, &node, api)?;
            if !ids.insert(operation.id.to_snake_case()) {
                return Err(node.need("operationId")?.fault("stands twice: rename one"));
            }
            api.tags[tag].operations.push(operation);
        }
    }
    Ok(())
}

fn operation(
    method: &str,
    path: &str,
    shared: Option<Node<'_>>,
    node: &Node<'_>,
    api: &Api,
) -> Result<(usize, Operation)> {
    node.only(&[
        "operationId",
        "tags",
        "summary",
        "description",
        "security",
        "parameters",
        "requestBody",
        "responses",
    ])?;
    let id = node.need("operationId")?;
    if id.string()? != id.string()?.to_lower_camel_case() {
        return Err(id.fault(format!("name it `{}`", id.string()?.to_lower_camel_case())));
    }
    let tags = node.need("tags")?;
    let mend = "give it exactly one tag, listed in the document's `tags`";
    let [tag] = tags.items().try_into().map_err(|_| tags.fault(mend))?;
    let position = api.tags.iter().position(|known| tag.value == &known.name);
    let parameters = parameters::read(&[shared, node.get("parameters")], path, api)?;
    let body = node.get("requestBody").map(|body| request_body(&body)).transpose()?;
    let (success, statuses) = responses(&node.need("responses")?)?;
    let operation = Operation {
        id: id.string()?.to_owned(),
        method: method.to_owned(),
        path: path.to_owned(),
        summary: node.need("summary")?.string()?.to_owned(),
        description: node.text("description")?.unwrap_or_default().to_owned(),
        access: access(&node.need("security")?, api)?,
        parameters,
        body,
        success,
        statuses,
    };
    must_document(&operation, node)?;
    Ok((position.ok_or_else(|| tag.fault(mend))?, operation))
}

/// Decoding can answer these statuses, so the document has to name them.
fn must_document(operation: &Operation, node: &Node<'_>) -> Result<()> {
    let mut needed: Vec<u16> = Vec::new();
    let can_fail =
        |parameter: &Parameter| parameter.place != Place::Path || parameter.ty != Type::String;
    if operation.parameters.iter().any(can_fail) {
        needed.push(400);
    }
    if operation.body.is_some() {
        needed.extend([400, 413, 415]);
    }
    if matches!(operation.body, Some(Body::Raw { .. })) {
        needed.retain(|status| *status != 415);
    }
    needed.extend(
        operation
            .parameters
            .iter()
            .filter_map(|parameter| parameter.status)
            .map(|status| status as u16),
    );
    if !operation.access.principals.is_empty() {
        needed.push(401);
    }
    match needed.into_iter().find(|status| !operation.statuses.contains(status)) {
        Some(status) => Err(node
            .need("responses")?
            .fault(format!("document {status}: its parameters, body or security can answer it"))),
        None => Ok(()),
    }
}

fn request_body(node: &Node<'_>) -> Result<Body> {
    node.only(&["required", "description", "content", "x-message", "x-raw"])?;
    if !node.flag("required") {
        return Err(node.fault("add `required: true` (a body of optional properties may be `{}`)"));
    }
    let content = node.need("content")?;
    let entries = content.entries();
    let [(media_type, media)] = entries.as_slice() else {
        return Err(content.fault("give exactly one content type"));
    };
    media.only(&["schema", "example", "examples"])?;
    let schema = media.need("schema")?;
    let Some(name) = schema.resolve("schemas")?.0 else {
        return Err(schema.fault("make it a component and `$ref` it"));
    };
    let schema = name.to_owned();
    match *media_type {
        "application/json" if node.flag("x-raw") => Ok(Body::Raw { schema }),
        "application/json" => {
            Ok(Body::Json { schema, message: node.text("x-message")?.map(str::to_owned) })
        }
        "multipart/form-data" => Ok(Body::Multipart { schema }),
        _ => Err(media.fault("must be application/json or multipart/form-data")),
    }
}

fn responses(node: &Node<'_>) -> Result<(Success, Vec<u16>)> {
    let mut statuses = Vec::new();
    let mut success: Option<Success> = None;
    for (code, response) in node.entries() {
        let status: u16 = match code.parse() {
            Ok(status @ 200..600) => status,
            _ => {
                return Err(
                    response.fault("write the status itself: \"404\", not `4XX` or `default`")
                );
            }
        };
        statuses.push(status);
        let (_, response) = response.resolve("responses")?;
        response.only(&["description", "headers", "content"])?;
        response.need("description")?;
        if status >= 400 {
            error_body(&response)?;
            continue;
        }
        let (body, conditional, headers) = success_body(&response)?;
        match &mut success {
            None => success = Some(Success { statuses: vec![status], body, conditional, headers }),
            Some(first) if first.body == body => first.statuses.push(status),
            Some(_) => {
                return Err(
                    response.fault("has another body than the other success: use one schema")
                );
            }
        }
    }
    statuses.sort_unstable();
    let success = success.ok_or_else(|| node.fault("document a success"))?;
    Ok((success, statuses))
}

fn error_body(response: &Node<'_>) -> Result<()> {
    let schema =
        response.get("content").and_then(|content| content.get("application/json")?.get("schema"));
    match schema.map(|schema| schema.resolve("schemas")).transpose()? {
        Some((Some("ErrorResponse"), _)) => Ok(()),
        _ => Err(response.fault(
            "an error is application/json with `$ref: '#/components/schemas/ErrorResponse'`",
        )),
    }
}

fn success_body(response: &Node<'_>) -> Result<(SuccessBody, bool, Vec<String>)> {
    let headers = response.get("headers").map(|headers| headers.entries()).unwrap_or_default();
    for (_, header) in &headers {
        header.resolve("headers")?.1.only(&["description", "schema", "example", "required"])?;
    }
    let conditional = headers.iter().any(|(name, _)| *name == "ETag");
    let given = headers.iter().map(|(name, _)| *name).filter(|name| HANDLER_HEADERS.contains(name));
    let given = given.map(str::to_owned).collect();
    let Some(content) = response.get("content") else {
        return Ok((SuccessBody::None, conditional, given));
    };
    let entries = content.entries();
    let [(media_type, media)] = entries.as_slice() else {
        return Err(content.fault("give exactly one content type"));
    };
    media.only(&["schema", "example", "examples"])?;
    let body = match *media_type {
        "application/json" | "text/event-stream" => {
            let schema = media.need("schema")?;
            let Some(name) = schema.resolve("schemas")?.0 else {
                return Err(schema.fault("make it a component and `$ref` it"));
            };
            match *media_type {
                "application/json" => SuccessBody::Json(name.to_owned()),
                _ => SuccessBody::Events(name.to_owned()),
            }
        }
        other => SuccessBody::Bytes(other.to_owned()),
    };
    Ok((body, conditional, given))
}

fn access(node: &Node<'_>, api: &Api) -> Result<Access> {
    let mut access = Access { principals: Vec::new(), optional: false };
    let schemes = node.document_security();
    for alternative in node.items() {
        let entries = alternative.entries();
        match entries.as_slice() {
            [] => access.optional = true,
            [(name, scopes)] => {
                if !scopes.items().is_empty() {
                    return Err(scopes.fault("scopes are not checked: remove them"));
                }
                let position = schemes.iter().position(|known| known == name);
                let position = position
                    .ok_or_else(|| alternative.fault(format!("no security scheme `{name}`")))?;
                let principal = &api.schemes[position].principal;
                if !access.principals.contains(principal) {
                    access.principals.push(principal.clone());
                }
            }
            _ => {
                return Err(alternative
                    .fault("two schemes at once are outside the dialect: list alternatives"));
            }
        }
    }
    Ok(access)
}
