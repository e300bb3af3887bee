//! Operations: where each one stands, its request, its answers, and who may call it.

use std::collections::{BTreeMap, BTreeSet};

use heck::{ToLowerCamelCase, ToSnakeCase};

use super::{bodies, clashes, idempotency, names, parameters, rate_limits, responses, security};
use crate::codegen::document::{Node, Result};
use crate::codegen::model::{Api, Body, Operation, Parameter, Place, Type};

const METHODS: &[&str] = &["get", "post", "put", "patch", "delete"];

/// Reads every operation into its tag.
pub fn read(root: &Node<'_>, api: &mut Api) -> Result<()> {
    let mut ids = BTreeMap::new();
    let mut templates = BTreeSet::new();
    let mut schemes = Vec::new();
    for (path, item) in root.need("paths")?.entries()? {
        item.only(&[METHODS, &["parameters"]].concat())?;
        let segments = template(path, &item)?;
        let shape = segments.iter().fold(path.to_owned(), |path, name| path.replace(name, ""));
        if !templates.insert(shape) {
            return Err(item.fault("differs from another path only in names: join the two"));
        }
        let operations = item.entries()?.into_iter().filter(|(key, _)| *key != "parameters");
        for (method, node) in operations {
            let shared = item.get("parameters");
            let (tag, operation) = operation(method, path, shared, &node, api)?;
            no_stranger(&segments, &operation, &node)?;
            security::access(&node, api, &mut schemes)?;
            let id = node.need("operationId")?;
            if ids.insert(operation.id.to_snake_case(), id.clone()).is_some() {
                return Err(id.fault("stands twice: rename one"));
            }
            api.tags[tag].operations.push(operation);
        }
    }
    clashes::refuse(api, &ids)?;
    for operation in api.operations() {
        let guard = operation.access.guard();
        if let Some(id) = ids.get(&guard) {
            return Err(id.fault(format!("generated code uses `{guard}` itself: rename it")));
        }
        let Some(reply) = operation.reply_name() else { continue };
        if let Some(id) = ids.get(&reply.to_snake_case()) {
            return Err(id.fault(format!("generated code uses `{reply}` itself: rename it")));
        }
    }
    let known = root.get("components").map(|node| node.entries_of("securitySchemes"));
    for (name, node) in known.transpose()?.unwrap_or_default() {
        if !schemes.contains(&name) {
            return Err(node.fault("no operation uses this scheme: remove it"));
        }
    }
    Ok(())
}

/// The parameters in a path; a parameter is a whole segment of it.
fn template<'a>(path: &'a str, item: &Node<'_>) -> Result<Vec<&'a str>> {
    let mend = "write a path as `/word/{name}`, without a slash at the end";
    let segments = path.strip_prefix('/').ok_or_else(|| item.fault(mend))?;
    let mut found = Vec::new();
    if segments.is_empty() {
        return Ok(found);
    }
    for segment in segments.split('/') {
        let name = segment.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
        let word = name.unwrap_or(segment);
        let fits = |letter: char| letter.is_ascii_alphanumeric() || "-._~".contains(letter);
        if word.is_empty() || !word.chars().all(fits) {
            return Err(item.fault(mend));
        }
        if name.is_some_and(|name| found.contains(&name)) {
            return Err(item.fault(format!("has `{{{word}}}` twice: rename one")));
        }
        found.extend(name);
    }
    Ok(found)
}

/// Path and path parameters name each other.
fn no_stranger(segments: &[&str], operation: &Operation, node: &Node<'_>) -> Result<()> {
    let parameters = operation.parameters.iter().filter(|parameter| parameter.place == Place::Path);
    let names: Vec<&str> = parameters.map(|parameter| parameter.name.as_str()).collect();
    if let Some(name) = names.iter().find(|name| !segments.contains(name)) {
        return Err(
            node.fault(format!("the path has no `{{{name}}}`: add it, or remove the parameter"))
        );
    }
    match segments.iter().find(|name| !names.contains(name)) {
        Some(name) => Err(node.fault(format!("add the path parameter `{name}`"))),
        None => Ok(()),
    }
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
        "x-credential",
        "x-idempotent",
        "x-rate-limit",
    ])?;
    let id = node.need("operationId")?;
    if id.string()? != id.string()?.to_lower_camel_case() {
        return Err(id.fault(format!("name it `{}`", id.string()?.to_lower_camel_case())));
    }
    let tags = node.need("tags")?;
    let mend = "give it exactly one tag, listed in the document's `tags`";
    let [tag] = tags.items()?.try_into().map_err(|_| tags.fault(mend))?;
    let position = api.tags.iter().position(|known| tag.value == &known.name);
    let position = position.ok_or_else(|| tag.fault(mend))?;
    names::operation(id.string()?, &api.tags[position].name, &id)?;
    let parameters = parameters::read(&[shared.clone(), node.get("parameters")], api)?;
    let body = node.get("requestBody").map(|body| bodies::read(&body, api)).transpose()?;
    let responses = node.need("responses")?;
    let (success, statuses) = responses::read(&responses, api)?;
    let access = security::access(node, api, &mut Vec::new())?;
    let refusal = security::refusal(&access, &responses)?;
    let operation = Operation {
        id: id.string()?.to_owned(),
        method: method.to_owned(),
        path: path.to_owned(),
        summary: node.need("summary")?.string()?.to_owned(),
        description: node.description()?,
        access,
        parameters,
        body,
        success,
        statuses,
        idempotent: node.flag("x-idempotent")?,
        refusal,
        rate_limits: rate_limits::of_operation(node, api)?,
    };
    one_name_each(&operation, node)?;
    must_document(&operation, node)?;
    idempotency::check(&operation, node, shared.as_ref())?;
    Ok((position, operation))
}

/// Parameters and what is made of the body are members of one struct.
fn one_name_each(operation: &Operation, node: &Node<'_>) -> Result<()> {
    let members: Vec<&str> = match &operation.body {
        Some(Body::Multipart { parts, .. }) => {
            parts.iter().map(|part| part.member.as_str()).collect()
        }
        Some(Body::Json { .. } | Body::Raw { .. }) => vec!["body"],
        None => Vec::new(),
    };
    match operation.parameters.iter().find(|other| members.contains(&other.member.as_str())) {
        Some(twice) => Err(node.need("requestBody")?.fault(format!(
            "the parameter `{}` has the same Rust name as what stands in the body: rename it",
            twice.name
        ))),
        None => Ok(()),
    }
}

/// Decoding can answer these statuses, so the document has to name them.
fn must_document(operation: &Operation, node: &Node<'_>) -> Result<()> {
    let mut needed: Vec<u16> = Vec::new();
    if operation.parameters.iter().any(can_fail) {
        needed.push(400);
    }
    needed.extend(operation.parameters.iter().filter_map(|parameter| parameter.status));
    if let (Some(body), Some(read)) = (node.get("requestBody"), &operation.body) {
        needed.extend(bodies::statuses(&body, read)?);
    }
    if !operation.access.principals.is_empty() && !operation.access.lenient {
        needed.push(401);
    }
    match needed.into_iter().find(|status| !operation.statuses.contains(status)) {
        Some(status) => Err(node
            .need("responses")?
            .fault(format!("document {status}: its parameters, body or security can answer it"))),
        None => Ok(()),
    }
}

/// The text of a path parameter without rules is taken as it is where 400 is not documented.
fn can_fail(parameter: &Parameter) -> bool {
    let rules = parameter.min_length.is_some() || parameter.max_length.is_some();
    parameter.place != Place::Path
        || parameter.ty != Type::String
        || parameter.message.is_some()
        || rules
}
