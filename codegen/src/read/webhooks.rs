//! Webhooks: requests that the server sends. The types of their payloads are generated, and the union of all payloads.
//! The rest is documentation.

use std::collections::BTreeSet;

use super::names;
use super::path_items::{self, METHODS};
use super::usage::Uses;
use crate::document::{Node, Result, all};
use crate::model::{Api, Schema, Shape, Variant, Webhook};

/// The name of the union of all payloads.
const EVENT: &str = "WebhookEvent";

/// The name of the type of an event that the document lacks.
const UNKNOWN_EVENT: &str = "UnknownWebhookEvent";

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

/// Refuses names that the code of the union of the payloads cannot have, if there is a union.
pub fn refuse_names(root: &Node<'_>) {
    let webhooks = root.get("webhooks").and_then(|node| node.entries_but_extensions().ok());
    let webhooks: Vec<_> = webhooks
        .unwrap_or_default()
        .into_iter()
        .flat_map(|(name, item)| {
            path_items::operations(&item).map(move |node| (name, node)).collect::<Vec<_>>()
        })
        .collect();
    if webhooks.is_empty() || !webhooks.iter().all(|(name, node)| is_typed(name, node, root)) {
        return;
    }
    let mut seen = BTreeSet::new();
    for (name, operation) in webhooks {
        if let Ok(variant) = names::variant(name, &operation)
            && !seen.insert(variant)
        {
            operation.fault("has the same Rust name as another webhook: rename it");
        }
    }
    for (name, schema) in root.components("schemas") {
        _ = names::refuse_taken(name, &[EVENT, UNKNOWN_EVENT], &schema);
    }
}

/// Whether the payload of a webhook has the webhook's name as its `type`.
pub fn is_typed(name: &str, operation: &Node<'_>, root: &Node<'_>) -> bool {
    let payload = schema(operation).and_then(|schema| {
        schema.get("$ref")?.value.as_str()?.strip_prefix("#/components/schemas/")
    });
    let schemas = root.components("schemas");
    let payload = schemas.iter().find(|(schema, _)| Some(*schema) == payload);
    payload.is_some_and(|(_, schema)| {
        schema.value.pointer("/properties/type/const").is_some_and(|kind| kind == name)
    })
}

/// The schema of a webhook's JSON, if the webhook has one.
pub fn schema<'a>(operation: &Node<'a>) -> Option<Node<'a>> {
    operation.get("requestBody")?.get("content")?.get("application/json")?.get("schema")
}

/// Returns the union of the payloads, if each has a member `type` that is the name of its webhook.
pub fn events(api: &Api) -> Option<Schema> {
    let variants: Vec<Variant> =
        api.webhooks.iter().filter_map(|webhook| variant(api, webhook)).collect();
    if variants.is_empty() || variants.len() < api.webhooks.len() {
        return None;
    }
    Some(Schema {
        name: EVENT.to_owned(),
        doc: "An event that the server sends as a webhook.".to_owned(),
        deprecated: false,
        shape: Shape::WebhookEvents { variants },
        in_responses: true,
        in_requests: false,
        is_built: false,
        is_error_body: false,
        tags: Vec::new(),
        in_webhooks: true,
    })
}

fn variant(api: &Api, webhook: &Webhook) -> Option<Variant> {
    let Shape::Struct { fields, .. } = &api.schema(&webhook.payload)?.shape else { return None };
    let of_type = fields.iter().find(|field| field.name == "type")?.constant.as_ref()?;
    (of_type.as_str() == Some(&webhook.name))
        .then(|| Variant { value: webhook.name.clone(), schema: webhook.payload.clone() })
}
