//! Which schema is used where, and what is wrong about a component in the places where it is used.

use std::collections::{BTreeMap, BTreeSet};

use super::keywords::BOUNDS;
use super::walk;
use crate::codegen::document::{Node, Result};
use crate::codegen::model::{Api, Body, Operation, Place, Shape, SuccessBody, Type};

type Edges = BTreeMap<String, Vec<String>>;

/// Fills `tags`, `in_requests` and `in_responses` of every schema.
pub fn mark(api: &mut Api) {
    let edges = edges(api, |_| true);
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

/// Refuses components that nothing uses, and keys that nothing heeds where their schema is used.
pub fn check(root: &Node<'_>, api: &Api) -> Result<()> {
    let Some(components) = root.get("components") else { return Ok(()) };
    let mut references = BTreeSet::new();
    collect(root.value, &mut references);
    for kind in ["parameters", "responses", "headers"] {
        for (name, node) in components.entries_of(kind)? {
            if !references.contains(format!("#/components/{kind}/{name}").as_str()) {
                return Err(node.fault("nothing uses this: remove it"));
            }
        }
    }
    let checked = reach(&edges(api, |_| true), api.operations().flat_map(validated).collect());
    let bodies = reach(&edges(api, is_union), api.operations().flat_map(validated).collect());
    let members: Vec<String> = bodies.iter().flat_map(|name| fields(api, name)).collect();
    let members = reach(&edges(api, |_| true), members);
    let forms: Vec<String> = api.operations().filter_map(form).collect();
    for (name, node) in components.entries_of("schemas")? {
        let Some(schema) = api.schema(name) else { continue };
        refuse_unused(name, &node, api)?;
        walk::refuse(&node, &["x-cap"], "only an integer parameter has it: remove it")?;
        walk::refuse(&node, &["x-max-words"], "only a text parameter has it: remove it")?;
        let form = forms.iter().any(|form| form == name);
        if !checked.contains(name) && !form {
            let keys = [&["x-message", "x-status", "x-trim"], BOUNDS].concat();
            walk::refuse(&node, &keys, "no body of this schema is checked: remove it")?;
        }
        if checked.contains(name) {
            bounded(&node)?;
        }
        if let Some(patch) = node.get("x-patch").filter(|_| schema.in_responses) {
            return Err(patch.fault("an answer is no change of something: remove it"));
        }
        let top = bodies.contains(name) && !members.contains(name);
        trimmed(&node, top)?;
        binary(&node, schema.in_responses || checked.contains(name))?;
    }
    Ok(())
}

/// A component that nothing uses would be documentation of nothing.
fn refuse_unused(name: &str, node: &Node<'_>, api: &Api) -> Result<()> {
    let used = api.schema(name).is_some_and(|schema| !schema.tags.is_empty());
    // Only the data of an event becomes a type, not the object around it.
    let wraps = api.schemas.iter().any(|schema| match &schema.shape {
        Shape::Events { wrappers, .. } => wrappers.iter().any(|wrapper| wrapper == name),
        _ => false,
    });
    match used || wraps || name == "ErrorResponse" {
        true => Ok(()),
        false => Err(node.fault("nothing uses this: remove it")),
    }
}

/// Free-form JSON that a client sends has its bounds, or the list or map around it has them.
fn bounded(node: &Node<'_>) -> Result<()> {
    let ty = node.get("type");
    let is_map = node.get("additionalProperties").is_some_and(|values| values.value == true);
    let says_more = ["$ref", "oneOf", "const"].into_iter().any(|key| node.get(key).is_some());
    let has_bounds = node.get(BOUNDS[0]).is_some();
    if !has_bounds && (is_map || ty.is_none() && !says_more) {
        let bounds = BOUNDS.join(", ");
        return Err(node.fault(format!("a client may send any JSON here: add {bounds}")));
    }
    walk::parts(node)?.iter().try_for_each(|inner| match has_bounds {
        true => walk::refuse(inner, BOUNDS, "what is around it has bounds: remove it"),
        false => bounded(inner),
    })
}

/// The runtime trims the properties of the body itself.
fn trimmed(node: &Node<'_>, top: bool) -> Result<()> {
    let mend = "only string properties of a JSON body itself are trimmed: remove it";
    for inner in walk::inner(node)? {
        if let Some(trim) = inner.get("x-trim").filter(|_| !top) {
            return Err(trim.fault(mend));
        }
        walk::inner(&inner)?.iter().try_for_each(|deep| walk::refuse(deep, &["x-trim"], mend))?;
    }
    match node.get("x-trim") {
        Some(trim) => Err(trim.fault(mend)),
        None => Ok(()),
    }
}

fn binary(node: &Node<'_>, json: bool) -> Result<()> {
    for (_, property) in node.entries_of("properties")? {
        if let Some(format) =
            property.get("format").filter(|format| json && format.value == "binary")
        {
            return Err(format.fault("JSON holds no files: use multipart/form-data"));
        }
    }
    Ok(())
}

/// Every `$ref` of the document.
fn collect<'a>(value: &'a serde_json::Value, found: &mut BTreeSet<&'a str>) {
    if let Some(reference) = value.get("$ref").and_then(|reference| reference.as_str()) {
        found.insert(reference);
    }
    value.as_object().into_iter().flatten().for_each(|(_, value)| collect(value, found));
    value.as_array().into_iter().flatten().for_each(|value| collect(value, found));
}

/// The schemas that a request's JSON is held against.
fn validated(operation: &Operation) -> Vec<String> {
    let json = operation.parameters.iter().filter(|parameter| parameter.place == Place::QueryJson);
    let mut names: Vec<String> = json.filter_map(|parameter| named(&parameter.ty)).collect();
    if let Some(Body::Json { schema, .. }) = &operation.body {
        names.push(schema.clone());
    }
    names
}

fn form(operation: &Operation) -> Option<String> {
    match &operation.body {
        Some(Body::Multipart { schema, .. }) => Some(schema.clone()),
        _ => None,
    }
}

fn requests(operation: &Operation) -> Vec<String> {
    let parameters = operation.parameters.iter().filter_map(|parameter| named(&parameter.ty));
    let body = match &operation.body {
        Some(Body::Json { schema, .. } | Body::Multipart { schema, .. } | Body::Raw { schema }) => {
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

/// What each schema refers to, for the schemas of these shapes.
fn edges(api: &Api, follow: fn(&Shape) -> bool) -> Edges {
    let schemas = api.schemas.iter().filter(|schema| follow(&schema.shape));
    let owned = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect();
    schemas.map(|schema| (schema.name.clone(), owned(schema.shape.parts()))).collect()
}

/// A shape that is what it refers to: a body of it is a body of that.
fn is_union(shape: &Shape) -> bool {
    match shape {
        Shape::Tagged { .. } | Shape::Untagged { .. } => true,
        Shape::Alias(ty) => matches!(ty, Type::Named(_)),
        _ => false,
    }
}

fn fields(api: &Api, name: &str) -> Vec<String> {
    match api.schema(name).map(|schema| &schema.shape) {
        Some(shape @ Shape::Struct { .. }) => {
            shape.parts().into_iter().map(str::to_owned).collect()
        }
        Some(Shape::Alias(ty @ (Type::Array(_) | Type::Map(_)))) => named(ty).into_iter().collect(),
        _ => Vec::new(),
    }
}

fn named(ty: &Type) -> Option<String> {
    ty.named().map(str::to_owned)
}
