//! Operations: method and path, request, responses and access.

use std::collections::{BTreeMap, BTreeSet};

use super::parts::Parts;
use super::path_items::METHODS;
use super::usage::Uses;
use super::{
    bodies, cache_seconds, clashes, conditional, deprecation, idempotency, names, pages,
    parameters, rate_limits, reasons, responses, security,
};
use crate::document::{Node, Result, all};
use crate::model::{Access, Body, Operation, Parameter, Place, Type};
use heck::{ToLowerCamelCase, ToSnakeCase};

const KEYS: &[&str] = &[
    "operationId",
    "tags",
    "summary",
    "description",
    "externalDocs",
    "deprecated",
    "security",
    "parameters",
    "requestBody",
    "responses",
    "x-credential",
    "x-deprecated-at",
    "x-essential",
    "x-grows-storage",
    "x-idempotent",
    "x-rate-limit",
    "x-requires-roles",
    "x-cache-seconds",
    "x-sunset",
];

/// An operation in the document, before it is read.
struct Described<'a> {
    method: &'a str,
    path: &'a str,
    /// The names of the parameters in the path.
    segments: Result<Vec<&'a str>>,
    node: Node<'a>,
    /// The parameters of the path item, then those of the operation, without `If-None-Match`.
    parameters: Result<Vec<Node<'a>>>,
    if_none_match: Option<Node<'a>>,
}

/// Reads every operation, and returns each with the name of its tag.
pub fn read(
    root: &Node<'_>,
    parts: &Parts<'_>,
    uses: &mut Uses,
) -> Result<Vec<(String, Operation)>> {
    let described = described(root)?;
    let security = root.get("security");
    check_grows_storage(&described);
    let read: Vec<_> = described
        .iter()
        .map(|described| operation(described, security.as_ref(), parts, uses))
        .collect();
    let ids = ids(&described);
    let readable: Vec<_> = read.iter().flatten().map(|(_, operation)| operation).collect();
    clashes::refuse(root, &readable, parts, &ids);
    all(read)
}

fn described<'a>(root: &Node<'a>) -> Result<Vec<Described<'a>>> {
    let mut templates = BTreeSet::new();
    let mut found = Vec::new();
    for (path, item) in root.need("paths")?.entries_but_extensions()? {
        item.only(&[METHODS, &["parameters", "summary", "description"]].concat());
        let segments = template(path, &item);
        let names = segments.iter().flatten();
        let shape = names.fold(path.to_owned(), |path, name| path.replace(name, ""));
        if !templates.insert(shape) {
            item.fault("differs from another path only in names: join the two");
        }
        let shared = item.items_of("parameters");
        let operations = item.entries().unwrap_or_default().into_iter();
        for (method, node) in operations.filter(|(key, _)| METHODS.contains(key)) {
            let own = node.items_of("parameters");
            let mut parameters = shared.clone().and_then(|shared| Ok([shared, own?].concat()));
            let if_none_match = parameters.as_mut().ok().and_then(conditional::take_if_none_match);
            let segments = segments.clone();
            found.push(Described { method, path, segments, node, parameters, if_none_match });
        }
    }
    Ok(found)
}

/// Returns the names of the parameters in a path. A parameter must be a whole segment.
fn template<'a>(path: &'a str, item: &Node<'_>) -> Result<Vec<&'a str>> {
    let advice = "write a path as `/word/{name}`, without a slash at the end";
    let segments = path.strip_prefix('/').ok_or_else(|| item.fault(advice))?;
    let mut found = Vec::new();
    if segments.is_empty() {
        return Ok(found);
    }
    for segment in segments.split('/') {
        let name = segment.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
        let word = name.unwrap_or(segment);
        let fits = |letter: char| letter.is_ascii_alphanumeric() || "-._~".contains(letter);
        if word.is_empty() || !word.chars().all(fits) {
            return Err(item.fault(advice));
        }
        if name.is_some_and(|name| found.contains(&name)) {
            item.fault(format!("has `{{{word}}}` twice: rename one"));
        }
        found.extend(name);
    }
    Ok(found)
}

/// Returns every `operationId` by its name in snake case, and refuses duplicates.
fn ids<'a>(described: &[Described<'a>]) -> BTreeMap<String, Node<'a>> {
    let mut ids = BTreeMap::new();
    for id in described.iter().filter_map(|described| described.node.get("operationId")) {
        let Some(name) = id.value.as_str().map(ToSnakeCase::to_snake_case) else { continue };
        if ids.insert(name, id.clone()).is_some() {
            id.fault("occurs twice: rename one");
        }
    }
    ids
}

/// A document that uses `x-grows-storage` must state it for each operation that may write.
fn check_grows_storage(described: &[Described<'_>]) {
    let is_stated = |operation: &&Described<'_>| operation.node.get("x-grows-storage").is_some();
    if !described.iter().any(|operation| is_stated(&operation)) {
        return;
    }
    let may_write = described.iter().filter(|operation| operation.method != "get");
    for operation in may_write.filter(|operation| !is_stated(operation)) {
        operation.node.fault("add `x-grows-storage: true` or `false`, as other operations have it");
    }
}

fn operation(
    described: &Described<'_>,
    security: Option<&Node<'_>>,
    parts: &Parts<'_>,
    uses: &mut Uses,
) -> Result<(String, Operation)> {
    let Described { method, path, node, .. } = described;
    node.only(KEYS);
    let tag = tag(node, parts);
    let id = id(node, tag.unwrap_or_default());
    let summary = node.need("summary").and_then(|summary| summary.string());
    let secured = security::access(node, security, parts);
    let given = described.parameters.as_ref().map_err(|faulty| *faulty);
    let mut parameters = given.and_then(|nodes| parameters::read(nodes, parts));
    let body = node.get("requestBody").map(|body| bodies::read(&body, parts)).transpose();
    let responses = node.need("responses");
    let success = responses.clone().and_then(|node| responses::success(&node, parts));
    let reasons = responses.clone().and_then(|node| reasons::read(&node));
    let mut statuses = responses.clone().and_then(|node| responses::statuses(&node));
    if let (Ok(statuses), Ok(reasons)) = (&mut statuses, &reasons) {
        statuses.retain(|status| !reasons::is_retired(*status, reasons));
    }
    let idempotent = node.flag("x-idempotent");

    uses.add(&parameters, &body, &success);
    if let (Ok(segments), Ok(parameters)) = (&described.segments, &mut parameters) {
        check_path_parameters(segments, parameters, node);
        sort_by_path(segments, parameters);
    }
    if let (Ok(statuses), Ok(responses)) = (&statuses, &responses) {
        let mut needed = BTreeSet::new();
        needed.extend(parameters.iter().flat_map(|parameters| statuses_of_parameters(parameters)));
        needed.extend(body.iter().flatten().flat_map(|body| statuses_of_body(node, body)));
        needed.extend(secured.iter().filter_map(|(access, _)| status_of_access(access)));
        for status in needed.into_iter().filter(|status| !statuses.contains(status)) {
            responses.fault(format!(
                "document {status}: its parameters, body or security can answer it"
            ));
        }
    }
    let restriction = match (&secured, &responses) {
        (Ok((_, roles)), Ok(responses)) => security::restriction(roles, responses),
        _ => Ok(None),
    };
    let access = secured.map(|(access, _)| access);
    // A part with a fault gets its default, so that the checks below find more faults. No code is generated then.
    let mut operation = Operation {
        id: id.unwrap_or_default().to_owned(),
        method: (*method).to_owned(),
        path: (*path).to_owned(),
        summary: summary.unwrap_or_default().to_owned(),
        description: node.description().unwrap_or_default(),
        access: access.unwrap_or_default(),
        idempotent: idempotent.unwrap_or_default(),
        repeatable: node.get("x-idempotent").is_none_or(|marker| marker.value == true),
        restriction: restriction.unwrap_or_default(),
        rate_limits: rate_limits::of_operation(node, parts).unwrap_or_default(),
        cache_seconds: cache_seconds::read(node).unwrap_or_default(),
        grows_storage: node.flag("x-grows-storage").unwrap_or_default(),
        is_essential: node.flag("x-essential").unwrap_or_default(),
        reasons: reasons.unwrap_or_default(),
        pages: None,
        deprecation: deprecation::read(node).unwrap_or_default(),
        // These come last, because the parts above report faults of their own.
        parameters: parameters?,
        body: body?,
        success: success?,
        statuses: statuses?,
    };
    check_unique_members(&operation, node);
    if idempotent.is_ok() {
        idempotency::check(&operation, node, given?);
    }
    if let Ok(responses) = &responses {
        let parameter = described.if_none_match.as_ref();
        conditional::check(&operation.success, node, responses, parameter);
    }
    rate_limits::check(&operation, node);
    cache_seconds::check(&operation, node, given?, parts);
    operation.pages = pages::read(&operation, node, parts).unwrap_or_default();
    Ok((tag?.to_owned(), operation))
}

fn tag<'a>(node: &Node<'a>, parts: &Parts<'_>) -> Result<&'a str> {
    let tags = node.need("tags")?;
    let listed = tags.items()?;
    let [tag] = listed.as_slice() else { return Err(tags.fault("give it exactly one tag")) };
    let name = tag.string()?;
    match parts.tags.get(name) {
        Some(known) => known.map(|_| name),
        None => Err(tag.fault("is not in the document's `tags`: write one of these, or add it")),
    }
}

fn id<'a>(node: &Node<'a>, tag: &str) -> Result<&'a str> {
    let id = node.need("operationId")?;
    let name = id.string()?;
    names::operation(name, tag, &id)?;
    let plain = name.to_lower_camel_case();
    match name == plain {
        true => Ok(name),
        false => Err(id.fault(format!("an operation has a name in camelCase: write `{plain}`"))),
    }
}

/// Puts the path parameters first, in the order of the path. They are arguments of clients, so the order in which the
/// document lists them must not matter.
fn sort_by_path(segments: &[&str], parameters: &mut [Parameter]) {
    let position = |parameter: &Parameter| match parameter.place {
        Place::Path => segments.iter().position(|name| *name == parameter.name),
        _ => None,
    };
    parameters.sort_by_key(|parameter| position(parameter).unwrap_or(segments.len()));
}

/// The path and the path parameters must have the same names.
fn check_path_parameters(segments: &[&str], parameters: &[Parameter], node: &Node<'_>) {
    let parameters = parameters.iter().filter(|parameter| parameter.place == Place::Path);
    let names: Vec<&str> = parameters.map(|parameter| parameter.name.as_str()).collect();
    for name in names.iter().filter(|name| !segments.contains(name)) {
        node.fault(format!("the path has no `{{{name}}}`: add it, or remove the parameter"));
    }
    for name in segments.iter().filter(|name| !names.contains(name)) {
        node.fault(format!("add the path parameter `{name}`"));
    }
}

/// The parameters and the body are fields of one struct, so their names must differ. A form has no body field: each of
/// its parts is a field of the struct instead.
fn check_unique_members(operation: &Operation, node: &Node<'_>) {
    let members: Vec<&str> = match &operation.body {
        Some(Body::Multipart { parts, .. }) => {
            parts.iter().map(|part| part.member.as_str()).collect()
        }
        Some(Body::Json { .. } | Body::Raw { .. }) => vec!["body"],
        None => Vec::new(),
    };
    let Some(body) = node.get("requestBody") else { return };
    for twice in
        operation.parameters.iter().filter(|other| members.contains(&other.member.as_str()))
    {
        body.fault(format!(
            "the parameter `{}` has the same Rust name as the body: rename it",
            twice.name
        ));
    }
}

/// The statuses with which decoding the parameters can fail. The operation must document them.
fn statuses_of_parameters(parameters: &[Parameter]) -> Vec<u16> {
    let status =
        |parameter: &Parameter| can_fail(parameter).then(|| parameter.status.unwrap_or(400));
    parameters.iter().filter_map(status).collect()
}

fn statuses_of_body(operation: &Node<'_>, body: &Body) -> BTreeSet<u16> {
    let node = operation.get("requestBody");
    node.map(|node| bodies::statuses(&node, body)).unwrap_or_default()
}

fn status_of_access(access: &Access) -> Option<u16> {
    (!access.principals.is_empty() && !access.lenient).then_some(401)
}

/// Whether decoding the parameter can fail. A string in the path without rules cannot fail: if the operation documents
/// no 400, invalid UTF-8 is replaced.
fn can_fail(parameter: &Parameter) -> bool {
    let rules = parameter.min_length.is_some()
        || parameter.max_length.is_some()
        || parameter.pattern.is_some()
        || parameter.format.is_some();
    parameter.place != Place::Path
        || parameter.ty != Type::String
        || parameter.message.is_some()
        || rules
}
