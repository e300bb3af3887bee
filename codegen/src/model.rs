//! The model of an API, read from its document: all that the emitters need, and no YAML.

mod access;
mod operation;
mod parameter;
mod schema;

use std::collections::BTreeSet;

pub use access::{Access, Credential, NamedScheme, Restriction, Scheme, credential_names};
pub use operation::{
    Body, Deprecation, Header, Limited, Operation, PagePlace, Pages, Reason, Success, SuccessBody,
};
pub use parameter::{Parameter, Place};
pub use schema::{Field, Schema, Shape, Type, Variant};
use serde_json::Value;

use crate::package::Package;

#[derive(Debug)]
pub struct Api {
    pub package: Package,
    pub title: String,
    pub version: String,
    /// The path after `{baseUrl}`: `/api/v1`.
    pub base_path: String,
    pub tags: Vec<Tag>,
    pub schemas: Vec<Schema>,
    pub schemes: Vec<Scheme>,
    pub rate_limits: Vec<RateLimit>,
    pub error_body: ErrorBody,
    pub webhooks: Vec<Webhook>,
}

/// The body of every error response.
#[derive(Debug)]
pub struct ErrorBody {
    /// The name of its schema: `ErrorResponse`.
    pub schema: String,
    /// `application/json` or `application/problem+json`.
    pub media_type: String,
    /// The properties that the server writes, in the document's order.
    pub members: Vec<(String, ErrorMember)>,
}

impl ErrorBody {
    /// The names that the message may have, the preferred one first. `stoa-client-core` looks for them in this order.
    pub const MESSAGE_NAMES: &[&str] = &["message", "detail", "error"];
}

/// The value that the server writes into a property of the error body.
#[derive(Debug)]
pub enum ErrorMember {
    Message,
    /// The status as a number.
    Status,
    /// The name of the status: `Not Found`.
    StatusName,
    Constant(Value),
}

/// A request that the server sends to an integrator.
#[derive(Debug, Clone)]
pub struct Webhook {
    pub name: String,
    /// The name of the schema of its JSON.
    pub payload: String,
}

#[derive(Debug)]
pub struct RateLimit {
    /// The limit's name: `new-carts`.
    pub name: String,
    /// The maximum number of calls, outcomes or bytes in a window.
    pub amount: u64,
    pub seconds: u64,
    /// The party whose calls are counted together. Generated code recognizes `client`; any other word is only for
    /// readers.
    pub per: String,
    /// The message of the 429. `None` if the limit refuses no calls.
    pub message: Option<String>,
    pub doc: String,
    pub counts: Counts,
}

/// The units that a rate limit counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counts {
    /// Every call. The route counts.
    Calls,
    /// The outcomes that the limit's description names. The guard or the handler counts.
    Outcomes,
    /// The bytes that calls store. The handler counts, and its request has the size of a JSON body.
    Bytes,
}

/// A tag of the document. It becomes a trait and a router.
#[derive(Debug)]
pub struct Tag {
    pub name: String,
    pub doc: String,
    /// Whether providers, instead of clients, call the tag's operations (`x-inbound`). The client has no methods for
    /// these operations.
    pub inbound: bool,
    pub operations: Vec<Operation>,
}

impl Api {
    pub fn schema(&self, name: &str) -> Option<&Schema> {
        self.schemas.iter().find(|schema| schema.name == name)
    }

    pub fn operations(&self) -> impl Iterator<Item = &Operation> {
        self.tags.iter().flat_map(|tag| &tag.operations)
    }

    /// The tags whose operations clients call.
    pub fn client_tags(&self) -> impl Iterator<Item = &Tag> {
        self.tags.iter().filter(|tag| !tag.inbound)
    }

    pub fn client_operations(&self) -> impl Iterator<Item = &Operation> {
        self.client_tags().flat_map(|tag| &tag.operations)
    }

    pub fn has_events(&self) -> bool {
        self.client_operations()
            .any(|operation| matches!(operation.success.body, SuccessBody::Events(_)))
    }

    /// Whether the document has webhooks that the types crate has a union of.
    pub fn has_webhook_events(&self) -> bool {
        self.schemas.iter().any(|schema| matches!(schema.shape, Shape::WebhookEvents { .. }))
    }

    pub fn roles(&self) -> BTreeSet<&str> {
        let restrictions = self.operations().filter_map(|operation| operation.restriction.as_ref());
        let roles = restrictions.flat_map(|restriction| restriction.alternatives.iter().flatten());
        roles.map(String::as_str).collect()
    }

    /// Whether a type or a field is deprecated.
    pub fn has_deprecated_types(&self) -> bool {
        self.schemas.iter().any(|schema| {
            let fields = match &schema.shape {
                Shape::Struct { fields, .. } => fields.as_slice(),
                _ => &[],
            };
            schema.deprecated || fields.iter().any(|field| field.deprecated)
        })
    }

    /// Whether any operation's responses have an `ETag`.
    pub fn has_tags(&self) -> bool {
        self.client_operations().any(|operation| operation.success.conditional)
    }

    pub fn has_forms(&self) -> bool {
        self.client_operations()
            .any(|operation| matches!(operation.body, Some(Body::Multipart { .. })))
    }

    /// Whether a handler returns free-form JSON, which has no type in the document.
    pub fn has_free_form(&self) -> bool {
        let payload = |operation: &Operation| match &operation.success.body {
            SuccessBody::Json(schema) => self.payload(schema),
            _ => None,
        };
        self.operations().filter_map(payload).any(|field| field.ty.is_free_form())
    }

    pub fn used_rate_limits(&self) -> impl Iterator<Item = &RateLimit> {
        let is_used = |limit: &&RateLimit| {
            self.operations().any(|operation| operation.limited(&limit.name).is_some())
        };
        self.rate_limits.iter().filter(is_used)
    }

    /// The rate limits that an operation's route counts. If only calls with a certain query parameter count, the limit
    /// comes with the name of that parameter.
    pub fn counted_by_route<'a>(
        &'a self,
        operation: &'a Operation,
    ) -> impl Iterator<Item = (&'a RateLimit, Option<&'a str>)> {
        let counted = self.rate_limits.iter().filter(|limit| limit.counts == Counts::Calls);
        counted.filter_map(|limit| Some((limit, operation.limited(&limit.name)?.when.as_deref())))
    }

    /// Whether the handler counts the bytes that the operation stores.
    pub fn counts_bytes(&self, operation: &Operation) -> bool {
        let mut limits = self.rate_limits.iter().filter(|limit| limit.counts == Counts::Bytes);
        limits.any(|limit| operation.limited(&limit.name).is_some())
    }

    /// The payload of an envelope such as `{success: true, data: X}`: the only field without a constant value. `None`
    /// if the schema is not such an envelope, or if the field is optional or nullable.
    pub fn payload(&self, schema: &str) -> Option<&Field> {
        let Shape::Struct { fields, .. } = &self.schema(schema)?.shape else { return None };
        let mut variable = fields.iter().filter(|field| field.constant.is_none());
        let (only, rest) = (variable.next()?, variable.next());
        let envelope = fields.len() > 1 && only.required && !only.nullable;
        (envelope && rest.is_none()).then_some(only)
    }
}
