//! Finds the schemas that operations use, and checks components for faults that depend on this use.

use std::collections::{BTreeMap, BTreeSet};

use super::keywords::{ANNOTATIONS, BOUNDS, MESSAGE};
use super::walk;
use crate::document::{Document, Node, Result};
use crate::model::{Api, Body, Operation, Parameter, Place, Success, SuccessBody, Type};

type Edges = BTreeMap<String, Vec<String>>;

/// The names of the schemas that operations use.
#[derive(Debug, Default)]
pub struct Uses {
    /// Schemas that the JSON of a request is validated against.
    checked: Vec<String>,
    forms: Vec<String>,
    answers: Vec<String>,
    /// Whether a request could not be read. That request may use schemas that `checked` and `forms` lack.
    is_incomplete: bool,
}

impl Uses {
    /// Adds the parts of an operation that could be read.
    pub fn add(
        &mut self,
        parameters: &Result<Vec<Parameter>>,
        body: &Result<Option<Body>>,
        success: &Result<Success>,
    ) {
        self.is_incomplete |= parameters.is_err() || body.is_err();
        let json = parameters.iter().flatten().filter(|given| given.place == Place::QueryJson);
        self.checked.extend(json.filter_map(|parameter| named(&parameter.ty)));
        match body {
            Ok(Some(Body::Json { schema, .. })) => self.checked.push(schema.clone()),
            Ok(Some(Body::Multipart { schema, .. })) => self.forms.push(schema.clone()),
            _ => {}
        }
        self.answers.extend(success.iter().flat_map(|success| answers(&success.body)));
    }

    /// Adds the schema of JSON that the server sends.
    pub fn add_response(&mut self, schema: &str) {
        self.answers.push(schema.to_owned());
    }
}

/// Checks each schema against the places that use it. Finds keys without effect, missing bounds, and files in JSON.
pub fn check(document: &Document, uses: &Uses) {
    let schemas = document.root().components("schemas");
    let all_known = !uses.is_incomplete && document.has_all_references();
    let edges: Edges =
        schemas.iter().map(|(name, node)| ((*name).to_owned(), refers_to(node))).collect();
    let checked = reach(&edges, uses.checked.clone());
    let answered = reach(&edges, uses.answers.clone());
    // `bodies` are the schemas of whole bodies. If a body is a union or a reference, its variants and its target are
    // bodies too. `inside` are the schemas of parts of bodies.
    let unions = schemas.iter().filter(|(_, node)| is_union(node));
    let unions: Edges = unions.map(|(name, node)| ((*name).to_owned(), refers_to(node))).collect();
    let bodies = reach(&unions, uses.checked.clone());
    let inside = bodies.iter().filter(|name| !unions.contains_key(*name));
    let inside =
        reach(&edges, inside.flat_map(|name| edges.get(name)).flatten().cloned().collect());
    for (name, node) in &schemas {
        let is_form = uses.forms.iter().any(|form| form == name);
        let is_checked = checked.contains(*name);
        walk::refuse(node, &["x-cap"], "only an integer parameter has it: remove it");
        if is_checked {
            bounded(node);
            trimmed(node, bodies.contains(*name) && !inside.contains(*name));
        } else if !is_form && all_known && !node.is_faulty() {
            let keys = [&["x-message", "x-status", "x-trim"], BOUNDS].concat();
            walk::refuse(node, &keys, "no request is validated against this schema: remove it");
        }
        if is_checked || is_form {
            let advice = "is required in requests too: remove it, or make the property optional";
            refuse_required(node, "readOnly", advice);
        }
        if answered.contains(*name) {
            let advice = "is required in responses too: remove it, or make the property optional";
            refuse_required(node, "writeOnly", advice);
        }
        if answered.contains(*name) {
            no_null_for_default(node);
            node.without(
                &["x-patch"],
                "only requests are patches, and a response has this schema: remove it",
            );
        }
        if is_checked || answered.contains(*name) {
            no_files(node);
        }
    }
}

/// Refuses null for an optional property with a default. In a request, this null means the default.
fn no_null_for_default(node: &Node<'_>) {
    let required = node.items_of("required").unwrap_or_default();
    for (name, property) in node.entries_of("properties").unwrap_or_default() {
        let default = property.get("default").filter(|default| !default.value.is_null());
        if let Some(default) = default
            && takes_null(&property)
            && !required.iter().any(|given| given.value == name)
        {
            default.fault("a nullable property of a response is null when absent: remove it");
        }
    }
}

/// Whether the schema is `type: [X, "null"]` or `oneOf: [X, {type: "null"}]`.
fn takes_null(node: &Node<'_>) -> bool {
    let second = ["/type/1", "/oneOf/1/type"].map(|pointer| node.value.pointer(pointer));
    second.into_iter().flatten().any(|name| name == "null")
}

/// Requires bounds on free-form JSON that a client sends. A list or map around it may have the bounds instead.
fn bounded(node: &Node<'_>) {
    let is_map = node.get("additionalProperties").is_some_and(|values| values.value == true);
    let is_map = is_map && node.get("properties").is_none();
    let says_nothing = [ANNOTATIONS, MESSAGE, BOUNDS].concat();
    let keys = node.entries_but_extensions();
    let is_any = keys.is_ok_and(|keys| keys.iter().all(|(key, _)| says_nothing.contains(key)));
    let has_bounds = node.get(BOUNDS[0]).is_some();
    if !has_bounds && (is_map || is_any) {
        node.fault(format!("a client may send any JSON here: add {}", BOUNDS.join(", ")));
    }
    for inner in walk::parts(node) {
        match has_bounds {
            true => walk::refuse(
                &inner,
                BOUNDS,
                "the list or map around it already has bounds: remove it",
            ),
            false => bounded(&inner),
        }
    }
}

/// Refuses `x-trim` except on the properties of the body itself, because the runtime trims only these.
fn trimmed(node: &Node<'_>, is_body: bool) {
    let advice = "only string properties of a JSON body itself are trimmed: remove it";
    node.without(&["x-trim"], advice);
    for inner in walk::inner(node) {
        if !is_body {
            inner.without(&["x-trim"], advice);
        }
        walk::inner(&inner).iter().for_each(|deep| walk::refuse(deep, &["x-trim"], advice));
    }
}

/// Refuses the key on required properties. OpenAPI 3.0 and 3.1 disagree on whether such a property is then required.
fn refuse_required(node: &Node<'_>, key: &str, advice: &str) {
    let required = node.get("required");
    let names = required.iter().filter_map(|list| list.value.as_array()).flatten();
    for name in names.filter_map(|name| name.as_str()) {
        let flag = node.get("properties").and_then(|properties| properties.get(name)?.get(key));
        if let Some(flag) = flag.filter(|flag| flag.value == true) {
            flag.fault(advice);
        }
    }
}

fn no_files(node: &Node<'_>) {
    for (_, property) in node.entries_of("properties").unwrap_or_default() {
        if let Some(format) = property.get("format").filter(|format| format.value == "binary") {
            format.fault("JSON holds no files: use multipart/form-data");
        }
    }
}

fn refers_to(node: &Node<'_>) -> Vec<String> {
    let references = walk::references(node.value).into_iter();
    references
        .filter_map(|to| to.strip_prefix("#/components/schemas/"))
        .map(str::to_owned)
        .collect()
}

/// Whether the schema is a union or a reference, so that each of its values is a value of another schema.
fn is_union(node: &Node<'_>) -> bool {
    node.get("oneOf").is_some() || node.get("$ref").is_some()
}

/// The request or the successful response of an operation.
struct Message {
    /// All schemas that it can contain.
    schemas: BTreeSet<String>,
    is_request: bool,
    tag: String,
}

/// Fills `tags`, `in_requests`, `is_built` and `in_responses` of every schema.
pub fn mark(api: &mut Api) {
    let edges = edges(api);
    let mut messages = Vec::new();
    for tag in &api.tags {
        for operation in &tag.operations {
            let (sent, answered) = (requests(operation), answers(&operation.success.body));
            let tag = tag.name.clone();
            let schemas = reach(&edges, sent);
            messages.push(Message { schemas, is_request: true, tag: tag.clone() });
            messages.push(Message { schemas: reach(&edges, answered), is_request: false, tag });
        }
    }
    let sent = api.webhooks.iter().map(|webhook| webhook.payload.clone()).collect();
    let sent = reach(&edges, sent);
    let failed = reach(&edges, vec![api.error_body.schema.clone()]);
    let built = reach(&edges, api.client_operations().flat_map(built).collect());
    for schema in &mut api.schemas {
        let uses = messages.iter().filter(|message| message.schemas.contains(&schema.name));
        for Message { is_request, tag, .. } in uses {
            schema.in_requests |= is_request;
            schema.in_responses |= !is_request;
            if !schema.tags.contains(tag) {
                schema.tags.push(tag.clone());
            }
        }
        schema.in_webhooks = sent.contains(&schema.name);
        // A client reads a payload like a response.
        schema.in_responses |= schema.in_webhooks;
        schema.in_responses |= failed.contains(&schema.name) && !schema.is_error_body;
        schema.is_built = built.contains(&schema.name);
    }
}

fn requests(operation: &Operation) -> Vec<String> {
    let parameters = operation.parameters.iter().filter_map(|parameter| named(&parameter.ty));
    let body = match &operation.body {
        Some(Body::Json { schema, .. } | Body::Raw { schema, .. }) => vec![schema.clone()],
        // The client's struct of a form is not a type of the types crate, because it has files.
        Some(Body::Multipart { parts, .. }) => {
            parts.iter().filter_map(|part| named(&part.ty)).collect()
        }
        None => Vec::new(),
    };
    parameters.chain(body).collect()
}

/// The schemas that a client writes as JSON. A client sends a raw body as bytes.
fn built(operation: &Operation) -> Vec<String> {
    match &operation.body {
        Some(Body::Multipart { .. } | Body::Raw { .. }) => Vec::new(),
        _ => requests(operation),
    }
}

fn answers(body: &SuccessBody) -> Vec<String> {
    match body {
        SuccessBody::Json(schema) | SuccessBody::Events(schema) => vec![schema.clone()],
        _ => Vec::new(),
    }
}

fn reach(edges: &Edges, from: Vec<String>) -> BTreeSet<String> {
    let mut reached = BTreeSet::new();
    let mut waiting = from;
    while let Some(name) = waiting.pop() {
        if reached.insert(name.clone()) {
            waiting.extend(edges.get(&name).into_iter().flatten().cloned());
        }
    }
    reached
}

/// The schemas that each schema's type refers to. An event refers to the schema of its data.
fn edges(api: &Api) -> Edges {
    let schemas = api.schemas.iter();
    let owned = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect();
    schemas.map(|schema| (schema.name.clone(), owned(schema.shape.parts()))).collect()
}

fn named(ty: &Type) -> Option<String> {
    ty.named().map(str::to_owned)
}
