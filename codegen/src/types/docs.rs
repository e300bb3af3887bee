//! The documentation of a type or a field: its own description, or the description of its type.

use super::fields::deprecated;
use crate::code::{Code, code};
use crate::model::{Api, Field, Schema, SuccessBody};
use crate::rust::doc;

/// Returns the lines above a type: its description, the webhooks whose payload it is, and the attribute `deprecated`.
pub fn above(api: &Api, schema: &Schema) -> Code {
    let webhooks = api.webhooks.iter().filter(|webhook| webhook.payload == schema.name);
    let names: Vec<String> = webhooks.map(|webhook| format!("`{}`", webhook.name)).collect();
    let payload = match names.as_slice() {
        [] => String::new(),
        names => format!("The payload of the webhook {}.", listed(names)),
    };
    let about = doc(&[&about(api, schema), &payload]);
    code!("{about}{deprecated}", about, deprecated = deprecated(schema.deprecated))
}

/// Returns a schema's description. For the schema of a response without a description, names the operations that return
/// it.
pub fn of_schema(api: &Api, schema: &Schema) -> Code {
    doc(&[&about(api, schema)])
}

fn about(api: &Api, schema: &Schema) -> String {
    if !schema.doc.is_empty() {
        return schema.doc.clone();
    }
    let gives =
        |body: &SuccessBody| matches!(body, SuccessBody::Json(name) if *name == schema.name);
    let operations = api.operations().filter(|operation| gives(&operation.success.body));
    let names: Vec<String> = operations.map(|operation| format!("`{}`", operation.id)).collect();
    match names.as_slice() {
        [] => String::new(),
        names => format!("The answer of {}.", listed(names)),
    }
}

/// A field's description, or the description of its type.
pub fn of_field(api: &Api, field: &Field) -> Code {
    match field.ty.named() {
        Some(name) if field.doc.is_empty() => of_variant(api, name),
        _ => doc(&[&field.doc]),
    }
}

/// The description of a union's variant, which is the description of its schema.
pub fn of_variant(api: &Api, schema: &str) -> Code {
    api.schema(schema).map_or_else(|| doc(&[]), |schema| of_schema(api, schema))
}

/// Joins names: `a`; `a or b`; `a, b or c`.
fn listed(names: &[String]) -> String {
    match names {
        [most @ .., last] if !most.is_empty() => format!("{} or {last}", most.join(", ")),
        _ => names.concat(),
    }
}
