//! Reads a document into the model. Refuses anything outside the dialect with a suggested fix, and reports all faults
//! in one run.
//!
//! `Node::fault` records a fault, and reading continues. A function that cannot return its value returns
//! [`Faulty`](super::document::Faulty), the proof that a fault is recorded. A caller reads all parts before it uses `?`
//! on any of them, so that no fault is missed. For the same reason it combines items with [`all`](super::document::all)
//! instead of `collect`.
//!
//! A fault that only follows from another fault is not reported. For example, a schema that could not be read is not
//! reported as missing.

mod advice;
mod bodies;
mod cache_seconds;
mod clashes;
mod complete;
mod conditional;
mod defaults;
mod deprecation;
mod error_body;
mod examples;
mod headers;
mod idempotency;
mod info;
mod keywords;
mod names;
mod operations;
mod pages;
mod parameters;
mod parts;
mod path_items;
mod rate_limits;
mod reasons;
mod recursion;
mod responses;
mod roles;
mod schemas;
mod secrets;
mod security;
mod servers;
mod tags;
mod types;
mod unions;
mod unused;
mod usage;
mod validation;
mod validators;
mod walk;
mod webhooks;

pub use complete::check as complete;
pub use path_items::METHODS;
pub use walk::references;

use super::document::{Document, Node, Result};
use super::model::Api;
use super::package::Package;
use parts::{Named, Parts};
use usage::Uses;

pub fn read(document: &Document, package: &Package) -> Result<Api> {
    let api = api(document, package);
    examples::check(document);
    roles::check(document, package.requires_roles);
    api
}

fn api(document: &Document, package: &Package) -> Result<Api> {
    let root = &document.root();
    root.only(&[
        "openapi",
        "info",
        "servers",
        "tags",
        "paths",
        "components",
        "externalDocs",
        "security",
        "webhooks",
        "x-rate-limits",
        "x-requires-roles",
    ]);
    version(root);
    let info = info::read(root);
    let base_path = servers::base_path(root);
    let parts = parts(root);
    let error_body = error_body::read(root, parts.error_format);
    // Check unreferenced components too; a `$ref` may be misspelt.
    root.components("headers").iter().for_each(|(_, node)| _ = headers::check(node));
    let parameters = root.components("parameters").into_iter().map(|(_, node)| node);
    let others = parameters.filter(|node| !conditional::is_if_none_match(node));
    others.for_each(|node| _ = parameters::parameter(&node, &parts));
    let mut uses = Uses::default();
    let operations = operations::read(root, &parts, &mut uses);
    let webhooks = webhooks::read(root, &mut uses);
    webhooks::refuse_names(root);
    if let Ok(error_body) = &error_body {
        uses.add_response(&error_body.schema);
    }
    _ = root.get("security").map(|security| security::required(&security, &parts));
    recursion::refuse(root, &parts);
    usage::check(document, &uses);
    root.components("schemas").iter().for_each(|(_, node)| secrets::refuse_misplaced(node));
    unused::refuse(document);
    let (title, version) = info?;
    let (error_body, mut schemas) = (error_body?, parts.schemas.all()?);
    for schema in &mut schemas {
        schema.is_error_body = schema.name == error_body.schema;
    }
    let mut api = Api {
        package: package.clone(),
        title,
        version,
        base_path: base_path?,
        tags: parts.tags.all()?,
        schemas,
        schemes: parts.schemes.all()?,
        rate_limits: parts.rate_limits.all()?,
        error_body,
        webhooks: webhooks?,
    };
    for (name, operation) in operations? {
        if let Some(tag) = api.tags.iter_mut().find(|tag| tag.name == name) {
            tag.operations.push(operation);
        }
    }
    usage::mark(&mut api);
    api.schemas.extend(webhooks::events(&api));
    Ok(api)
}

/// Reads the components, tags and rate limits that operations refer to.
fn parts<'a>(root: &Node<'a>) -> Parts<'a> {
    let components = root.need("components");
    if let Ok(components) = &components {
        components.only(&["schemas", "parameters", "responses", "headers", "securitySchemes"]);
    }
    let schemes = components.clone().and_then(|node| node.entries_of("securitySchemes"));
    Parts {
        error_format: error_body::format(root),
        tags: tags::read(root),
        schemas: schemas::read(&components.and_then(|node| node.need("schemas"))),
        schemes: Named::of_entries(schemes, security::scheme),
        rate_limits: Named::of_entries(root.entries_of("x-rate-limits"), rate_limits::limit),
    }
}

fn version(root: &Node<'_>) {
    let Ok(version) = root.need("openapi") else { return };
    if version.string().is_ok_and(|text| text != "3.1.0") {
        version.fault("must be 3.1.0");
    }
}
