//! The model of an API, read from its document: all that the emitters need, and no YAML.

mod schema;

use heck::{ToPascalCase, ToSnakeCase};
pub use schema::{Field, Schema, Shape, Type, Variant};
use serde_json::Value;

/// An API, as one document describes it.
#[derive(Debug)]
pub struct Api {
    /// The file's name without its extension: `rest-v1`.
    pub name: String,
    pub title: String,
    pub version: String,
    /// The path after `{baseUrl}`: `/api/v1`.
    pub base_path: String,
    pub tags: Vec<Tag>,
    pub schemas: Vec<Schema>,
    pub schemes: Vec<Scheme>,
    pub rate_limits: Vec<RateLimit>,
}

/// How often a caller may call (`x-rate-limits`).
#[derive(Debug)]
pub struct RateLimit {
    /// The limit's name: `new-carts`.
    pub name: String,
    pub calls: u64,
    pub seconds: u64,
    /// The unit that calls are counted for: `client`, or a word for readers.
    pub per: String,
    /// Absent if the limit refuses no calls.
    pub message: Option<String>,
    pub doc: String,
    /// Whether the route counts every call. Otherwise the guard or the handler counts what `doc` describes.
    pub counts_calls: bool,
}

/// A tag: one trait and one router.
#[derive(Debug)]
pub struct Tag {
    pub name: String,
    pub doc: String,
    /// Whether providers call the tag's operations. The client has no such operations.
    pub inbound: bool,
    pub operations: Vec<Operation>,
}

#[derive(Debug)]
pub struct Operation {
    pub id: String,
    /// The HTTP method in lower case, as in the document.
    pub method: String,
    pub path: String,
    pub summary: String,
    pub description: String,
    pub access: Access,
    pub parameters: Vec<Parameter>,
    pub body: Option<Body>,
    pub success: Success,
    /// Every documented status, ascending.
    pub statuses: Vec<u16>,
    /// Whether a client may repeat a call under one `Idempotency-Key` (`x-idempotent: true`).
    pub idempotent: bool,
    /// Whether a client may repeat a call if the call's method or key allows that. False only with `x-idempotent:
    /// false`.
    pub repeatable: bool,
    /// Present if `access` has roles.
    pub refusal: Option<Refusal>,
    pub rate_limits: Vec<Limited>,
    /// Seconds for which the response is cached, for all callers (`x-cache-seconds`).
    pub cache_seconds: Option<u64>,
    /// Whether calls are refused while the database's disk is nearly full (`x-grows-storage`).
    pub grows_storage: bool,
    /// The reasons for refusing a call.
    pub reasons: Vec<Reason>,
    /// Present if the response is a page of a list.
    pub pages: Option<Pages>,
}

/// A rate limit of an operation.
#[derive(Debug)]
pub struct Limited {
    /// The limit's name: `searches`.
    pub limit: String,
    /// Only calls with this query parameter count.
    pub when: Option<String>,
}

/// How a response describes a page of a list.
#[derive(Debug)]
pub struct Pages {
    /// The field with the items.
    pub items: String,
    pub item: Type,
    /// The field with the page's position.
    pub standing: String,
    /// Whether pages are counted by `page` or by `offset`.
    pub by: String,
}

/// A refusal that the document shows in a named example.
#[derive(Debug, PartialEq, Eq)]
pub struct Reason {
    /// The name of the variant: `InsufficientStock`.
    pub name: String,
    /// The statuses of the refusal, usually one.
    pub statuses: Vec<u16>,
    pub message: String,
}

/// The callers that an operation accepts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Access {
    /// Alternatives, by the name of the principal; empty for a public operation.
    pub principals: Vec<String>,
    pub optional: bool,
    /// Whether an invalid credential is accepted, so that the handler decides what it means.
    pub lenient: bool,
    /// Roles that the caller also needs; empty for a public or optional operation.
    pub roles: Vec<String>,
}

/// The response to a caller without the roles.
#[derive(Debug)]
pub struct Refusal {
    pub status: u16,
    pub message: String,
}

/// A security scheme.
#[derive(Debug)]
pub struct Scheme {
    pub principal: String,
    pub doc: String,
    pub place: Credential,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Credential {
    Bearer,
    Header(String),
    Query(String),
    Cookie(String),
}

#[derive(Debug)]
pub struct Parameter {
    pub name: String,
    /// The Rust name. A header with the same name as another parameter is `…_header`.
    pub member: String,
    pub doc: String,
    pub place: Place,
    pub required: bool,
    pub ty: Type,
    pub default: Option<Value>,
    pub message: Option<String>,
    pub status: Option<u16>,
    pub minimum: Option<Value>,
    pub maximum: Option<Value>,
    pub cap: Option<i64>,
    pub min_length: Option<u64>,
    pub max_length: Option<u64>,
    pub max_words: Option<u64>,
    pub max_items: Option<u64>,
    /// Whether the type is an enum.
    pub values: bool,
    /// Whether the type is an integer or a string that is a UUID.
    pub uuid: bool,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Place {
    Path,
    Query,
    Header,
    /// JSON in a query parameter.
    QueryJson,
    /// Text in a form.
    Field,
    /// A file in a form.
    File,
}

#[derive(Debug)]
pub enum Body {
    Json {
        schema: String,
        message: Option<String>,
        /// Every `x-status` in the schema.
        statuses: Vec<u16>,
    },
    /// The exact bytes, for a signature; the schema is documentation.
    Raw {
        schema: String,
    },
    Multipart {
        schema: String,
        parts: Vec<Parameter>,
    },
}

/// The responses of an operation that succeeds.
#[derive(Debug)]
pub struct Success {
    /// One or more 2xx or 3xx statuses.
    pub statuses: Vec<u16>,
    pub body: SuccessBody,
    /// Whether the 200 documents an `ETag`.
    pub conditional: bool,
    /// Whether every response of the operation has `Cache-Control: no-store`.
    pub no_store: bool,
    /// Headers that the handler sets.
    pub headers: Vec<Header>,
}

/// A header that the handler sets: `Location`, `Set-Cookie`.
#[derive(Debug)]
pub struct Header {
    pub name: String,
    /// Whether the handler always sets the header.
    pub required: bool,
}

#[derive(Debug, PartialEq)]
pub enum SuccessBody {
    None,
    Json(String),
    Events(String),
    /// Raw bytes of this media type.
    Bytes(String),
}

impl Access {
    /// The type of the caller: `ApiKey`, `CustomerOrDesignSession`, `CustomerOrAnyone`, `Anyone`.
    pub fn caller(&self) -> String {
        let mut names = self.principals.clone();
        if names.is_empty() || self.optional {
            names.push(Self::ANYONE.to_owned());
        }
        names.join("Or")
    }

    /// The caller without a credential.
    pub const ANYONE: &str = "Anyone";

    /// The name of the guard's method: `customer_or_anyone`, `customer_or_anyone_leniently`, `api_key_with_store`.
    pub fn guard(&self) -> String {
        let caller = self.caller().to_snake_case();
        if self.lenient {
            format!("{caller}_leniently")
        } else if self.roles.is_empty() {
            caller
        } else {
            format!("{caller}_with_{}", self.roles.join("_and_"))
        }
    }
}

impl Operation {
    /// Method and path as code: `GET /sites/{siteId}/posts`.
    pub fn method_and_path(&self) -> String {
        format!("`{} {}`", self.method.to_uppercase(), self.path)
    }

    /// Whether HTTP allows repeating a call with this method, in lower case.
    pub fn is_idempotent_by(method: &str) -> bool {
        matches!(method, "get" | "put" | "delete")
    }

    /// The type that the handler returns, if that is more than a body.
    pub fn reply_name(&self) -> Option<String> {
        let Success { statuses, headers, .. } = &self.success;
        let more = statuses.len() > 1 || !headers.is_empty();
        more.then(|| format!("{}Reply", self.id.to_pascal_case()))
    }

    /// The operation's use of the limit with this name.
    fn limited(&self, limit: &str) -> Option<&Limited> {
        self.rate_limits.iter().find(|limited| limited.limit == limit)
    }

    /// The client's enum of reasons for refusing a call.
    pub fn reason_name(&self) -> String {
        format!("{}Reason", self.id.to_pascal_case())
    }
}

impl Parameter {
    pub const IDEMPOTENCY_KEY: &str = "Idempotency-Key";

    /// The names of headers are case-insensitive.
    pub fn is_idempotency_key(&self) -> bool {
        self.place == Place::Header && self.name.eq_ignore_ascii_case(Self::IDEMPOTENCY_KEY)
    }

    /// An optional parameter without a name or rules.
    pub fn new(place: Place, ty: Type) -> Self {
        Self {
            name: String::new(),
            member: String::new(),
            doc: String::new(),
            place,
            required: false,
            ty,
            default: None,
            message: None,
            status: None,
            minimum: None,
            maximum: None,
            cap: None,
            min_length: None,
            max_length: None,
            max_words: None,
            max_items: None,
            values: false,
            uuid: false,
        }
    }
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

    /// Whether any operation responds with an event stream.
    pub fn has_events(&self) -> bool {
        self.client_operations()
            .any(|operation| matches!(operation.success.body, SuccessBody::Events(_)))
    }

    /// Whether any operation's responses have an `ETag`.
    pub fn has_tags(&self) -> bool {
        self.client_operations().any(|operation| operation.success.conditional)
    }

    /// Whether any operation takes a form.
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

    /// The rate limits that operations use.
    pub fn used_rate_limits(&self) -> impl Iterator<Item = &RateLimit> {
        let is_used = |limit: &&RateLimit| {
            self.operations().any(|operation| operation.limited(&limit.name).is_some())
        };
        self.rate_limits.iter().filter(is_used)
    }

    /// The rate limits that an operation's route counts, each with the parameter that a call needs in order to count.
    pub fn counted_by_route<'a>(
        &'a self,
        operation: &'a Operation,
    ) -> impl Iterator<Item = (&'a RateLimit, Option<&'a str>)> {
        let counted = self.rate_limits.iter().filter(|limit| limit.counts_calls);
        counted.filter_map(|limit| Some((limit, operation.limited(&limit.name)?.when.as_deref())))
    }

    /// The only field without a constant value in an envelope such as `{success: true, data: X}`, if it is required and
    /// not nullable.
    pub fn payload(&self, schema: &str) -> Option<&Field> {
        let Shape::Struct { fields, .. } = &self.schema(schema)?.shape else { return None };
        let mut variable = fields.iter().filter(|field| field.constant.is_none());
        let (only, rest) = (variable.next()?, variable.next());
        let envelope = fields.len() > 1 && only.required && !only.nullable;
        (envelope && rest.is_none()).then_some(only)
    }
}
