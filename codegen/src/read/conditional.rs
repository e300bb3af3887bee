//! Conditional reads. The `ETag` of a 200, the header parameter `If-None-Match` and the 304 belong together: an
//! operation documents all three, or none of them. The runtime reads the parameter and answers 304, so handlers see
//! neither.

use crate::document::{Node, Result};
use crate::model::Success;

const IF_NONE_MATCH: &str = "If-None-Match";

/// Removes the header parameter `If-None-Match` from the parameters of an operation, and returns it.
pub fn take_if_none_match<'a>(parameters: &mut Vec<Node<'a>>) -> Option<Node<'a>> {
    let mut found = parameters.extract_if(.., |parameter| is_if_none_match(parameter));
    let first = found.next();
    found.for_each(|again| _ = again.fault("occurs twice: remove one"));
    first
}

/// Whether this is the parameter, or a reference to it.
pub fn is_if_none_match(parameter: &Node<'_>) -> bool {
    let Ok((_, target)) = parameter.resolve("parameters") else { return false };
    let text = |key| target.get(key).and_then(|node| node.value.as_str());
    text("in") == Some("header")
        && text("name").is_some_and(|name| name.eq_ignore_ascii_case(IF_NONE_MATCH))
}

/// Checks that an operation whose 200 has an `ETag` declares the parameter and the 304, and that other operations
/// declare neither.
pub fn check(
    success: &Success,
    operation: &Node<'_>,
    responses: &Node<'_>,
    parameter: Option<&Node<'_>>,
) {
    let not_modified = responses.get("304");
    if !success.conditional {
        for idle in [parameter, not_modified.as_ref()].into_iter().flatten() {
            idle.fault("it has an effect only if the 200 has an `ETag`: add that, or remove it");
        }
        return;
    }
    match parameter {
        Some(parameter) => _ = check_parameter(parameter),
        None => {
            operation.fault(format!(
                "a client sends the `ETag` of its copy: add the header parameter `{IF_NONE_MATCH}`"
            ));
        }
    }
    if not_modified.is_none() {
        responses.fault("document 304: the answer to a client whose copy has the current `ETag`");
    }
}

fn check_parameter(parameter: &Node<'_>) -> Result<()> {
    let (_, target) = parameter.resolve_alone("parameters")?;
    target.only(&["name", "in", "required", "description", "schema", "example", "examples"]);
    let schema = target.need("schema")?;
    schema.only(&["type", "description", "example", "examples"]);
    if target.flag("required")? || schema.text("type")? != Some("string") {
        target.fault(format!("`{IF_NONE_MATCH}` is an optional `type: string`"));
    }
    Ok(())
}

/// Checks a documented 304.
pub fn not_modified(response: &Node<'_>) {
    response.without(&["content"], "a 304 has no body: remove it");
    if response.get("headers").is_none_or(|headers| headers.get("ETag").is_none()) {
        response.fault("a 304 has the `ETag` of the client's copy: add the header");
    }
}
