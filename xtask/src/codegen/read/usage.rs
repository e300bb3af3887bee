//! Which schema is used where: by which tags, in requests, in responses.

use std::collections::{BTreeMap, BTreeSet};

use crate::codegen::document::{Node, Result};
use crate::codegen::model::{Api, Body, Operation, Shape, SuccessBody, Type};

/// Fills `tags`, `in_requests` and `in_responses` of every schema.
pub fn mark(api: &mut Api) {
    let edges: BTreeMap<String, Vec<String>> =
        api.schemas.iter().map(|schema| (schema.name.clone(), parts(&schema.shape))).collect();
    let mut marks: Vec<(BTreeSet<String>, bool, String)> = Vec::new();
    for tag in &api.tags {
        for operation in &tag.operations {
            marks.push((reach(&edges, requests(operation)), true, tag.name.clone()));
            marks.push((reach(&edges, answers(operation)), false, tag.name.clone()));
        }
    }
    for schema in &mut api.schemas {
        for (_, in_request, tag) in marks.iter().filter(|(names, ..)| names.contains(&schema.name))
        {
            schema.in_requests |= *in_request;
            schema.in_responses |= !*in_request;
            if !schema.tags.contains(tag) {
                schema.tags.push(tag.clone());
            }
        }
    }
}

/// A component that nothing uses would be documentation of nothing.
pub fn refuse_unused(root: &Node<'_>, api: &Api) -> Result<()> {
    let schemas = root.get("components").and_then(|components| components.get("schemas"));
    for (name, node) in schemas.map(|schemas| schemas.entries()).unwrap_or_default() {
        let used = api.schema(name).is_some_and(|schema| !schema.tags.is_empty());
        // Only the data of an event becomes a type, not the object around it.
        let wraps = api.schemas.iter().any(|schema| {
            matches!(&schema.shape, Shape::Events { wrappers, .. } if wrappers.iter().any(|wrapper| wrapper == name))
        });
        if !used && !wraps && name != "ErrorResponse" {
            return Err(node.fault("nothing uses this schema: remove it"));
        }
    }
    Ok(())
}

fn requests(operation: &Operation) -> Vec<String> {
    let parameters = operation.parameters.iter().filter_map(|parameter| named(&parameter.ty));
    let body = match &operation.body {
        Some(Body::Json { schema, .. } | Body::Multipart { schema } | Body::Raw { schema }) => {
            Some(schema.clone())
        }
        None => None,
    };
    parameters.chain(body).collect()
}

fn answers(operation: &Operation) -> Vec<String> {
    match &operation.success.body {
        SuccessBody::Json(schema) | SuccessBody::Events(schema) => vec![schema.clone()],
        _ => Vec::new(),
    }
}

fn reach(edges: &BTreeMap<String, Vec<String>>, from: Vec<String>) -> BTreeSet<String> {
    let mut reached = BTreeSet::new();
    let mut waiting = from;
    while let Some(name) = waiting.pop() {
        if reached.insert(name.clone()) {
            waiting.extend(edges.get(&name).into_iter().flatten().cloned());
        }
    }
    reached
}

fn parts(shape: &Shape) -> Vec<String> {
    match shape {
        Shape::Struct { fields, .. } => {
            fields.iter().filter_map(|field| named(&field.ty)).collect()
        }
        Shape::Tagged { variants, .. } | Shape::Events { variants, .. } => {
            variants.iter().map(|variant| variant.schema.clone()).collect()
        }
        Shape::Untagged { variants } => variants.clone(),
        Shape::Alias(ty) => named(ty).into_iter().collect(),
        Shape::Enum { .. } | Shape::IntegerOrString => Vec::new(),
    }
}

fn named(ty: &Type) -> Option<String> {
    match ty {
        Type::Named(name) => Some(name.clone()),
        Type::Array(item) | Type::Map(item) => named(item),
        _ => None,
    }
}
