//! Webhooks: requests that the server sends. Only the types of their payloads are generated; the rest is documentation.

use super::path_items::METHODS;
use super::usage::Uses;
use crate::document::{Node, Result, all};
use crate::model::Webhook;

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
];

pub fn read(root: &Node<'_>, uses: &mut Uses) -> Result<Vec<Webhook>> {
    let Some(webhooks) = root.get("webhooks") else { return Ok(Vec::new()) };
    let read = all(webhooks.entries_but_extensions()?.iter().map(|(name, item)| {
        item.only(&[METHODS, &["summary", "description"]].concat());
        let operations = item.entries()?.into_iter().filter(|(key, _)| METHODS.contains(key));
        all(operations.map(|(_, operation)| {
            Ok(Webhook { name: (*name).to_owned(), payload: payload(&operation)? })
        }))
    }));
    let read: Vec<Webhook> = read?.into_iter().flatten().collect();
    read.iter().for_each(|webhook| uses.add_response(&webhook.payload));
    Ok(read)
}

/// The name of the schema of a webhook's JSON.
fn payload(operation: &Node<'_>) -> Result<String> {
    operation.only(KEYS);
    documentation(operation);
    let body = operation.need("requestBody")?;
    body.only(&["required", "description", "content"]);
    _ = body.flag("required");
    let content = body.need("content")?;
    content.only(&["application/json"]);
    let media = content.need("application/json")?;
    media.only(&["schema", "example", "examples"]);
    let schema = media.need("schema")?;
    match schema.resolve_alone("schemas")? {
        (Some(name), _) => Ok(name.to_owned()),
        _ => Err(schema.fault_hiding_reference("make it a component and `$ref` it")),
    }
}

/// Checks the references of the parts that are only documentation.
fn documentation(operation: &Node<'_>) {
    for parameter in operation.items_of("parameters").unwrap_or_default() {
        _ = parameter.resolve_alone("parameters");
    }
    for (_, response) in operation.entries_of("responses").unwrap_or_default() {
        _ = response.resolve_alone("responses");
    }
}
