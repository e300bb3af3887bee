//! `x-rate-limits` of the document, and `x-rate-limit` of its operations.

use heck::ToKebabCase;
use serde_json::Value;

use super::names;
use crate::codegen::document::{Node, Result};
use crate::codegen::model::{Api, RateLimit};

/// Every limit, in the document's order.
pub fn read(root: &Node<'_>) -> Result<Vec<RateLimit>> {
    let limits = root.entries_of("x-rate-limits")?;
    limits.into_iter().map(|(name, node)| limit(name, &node)).collect()
}

fn limit(name: &str, node: &Node<'_>) -> Result<RateLimit> {
    node.only(&["calls", "seconds", "per", "counts", "message", "description"])?;
    names::property(name, node)?;
    if name != name.to_kebab_case() {
        return Err(node.fault("name it in lower case with hyphens, as `new-carts`"));
    }
    let per = node.need("per")?.string()?;
    let counts = node.need("counts")?;
    let counts_calls = match counts.string()? {
        "calls" if per == "client" => true,
        "calls" => {
            return Err(counts.fault("a route knows no more than the client: write `outcomes`"));
        }
        "outcomes" => false,
        _ => return Err(counts.fault("must be `calls` or `outcomes`")),
    };
    let message = node.text("message")?;
    if message.is_none() && counts_calls {
        return Err(node.fault("add `message`: a route refuses by it"));
    }
    Ok(RateLimit {
        name: name.to_owned(),
        calls: number(node, "calls", 1, 1_000_000_000)?,
        seconds: number(node, "seconds", 60, 86_400)?,
        per: per.to_owned(),
        message: message.map(str::to_owned),
        doc: node.need("description")?.string()?.to_owned(),
        counts_calls,
    })
}

fn number(node: &Node<'_>, key: &str, least: u64, most: u64) -> Result<u64> {
    let node = node.need(key)?;
    let number = node.value.as_u64().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| node.fault(format!("must be a number from {least} to {most}")))
}

/// The limits of an operation, which documents the refusal of each.
pub fn of_operation(operation: &Node<'_>, api: &Api) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for item in operation.items_of("x-rate-limit")? {
        let name = item.string()?;
        let limit = api.rate_limits.iter().find(|limit| limit.name == name);
        let limit =
            limit.ok_or_else(|| item.fault("stands not in the document's `x-rate-limits`"))?;
        if names.contains(&limit.name) {
            return Err(item.fault("stands twice: remove one"));
        }
        if let Some(message) = &limit.message {
            refusal(&operation.need("responses")?, message)?;
        }
        names.push(limit.name.clone());
    }
    Ok(names)
}

/// The 429 has `Retry-After`, and shows the message.
fn refusal(responses: &Node<'_>, message: &str) -> Result<()> {
    let place = responses.need("429")?;
    let (_, response) = place.resolve("responses")?;
    if response.get("headers").and_then(|headers| headers.get("Retry-After")).is_none() {
        return Err(response.fault("add the header `Retry-After`: a rate limit answers it"));
    }
    match response.get("content").is_some_and(|content| shows(content.value, message)) {
        true => Ok(()),
        false => Err(response.fault(format!("show the message of its rate limit: `{message}`"))),
    }
}

/// Whether this text is anywhere in the value.
fn shows(value: &Value, message: &str) -> bool {
    match value {
        Value::String(text) => text == message,
        Value::Array(items) => items.iter().any(|item| shows(item, message)),
        Value::Object(entries) => entries.values().any(|entry| shows(entry, message)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Refuses a limit that no operation has.
pub fn all_used(root: &Node<'_>, api: &Api) -> Result<()> {
    for (name, node) in root.entries_of("x-rate-limits")? {
        if !api
            .operations()
            .any(|operation| operation.rate_limits.iter().any(|known| known == name))
        {
            return Err(node.fault("no operation has this rate limit: remove it"));
        }
    }
    Ok(())
}
