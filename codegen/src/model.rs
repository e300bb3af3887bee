//! The model of an API, read from its document: all that the emitters need, and no YAML.

mod schema;

use std::collections::BTreeSet;

use chrono::NaiveDate;
use heck::{ToPascalCase, ToSnakeCase};
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
    /// The text of the error.
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

/// A rate limit of the document (`x-rate-limits`).
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
    /// Whether a client may repeat a call. `x-idempotent: false` forbids it. Otherwise the call's method or key
    /// decides.
    pub repeatable: bool,
    /// Present if only callers with certain roles may call the operation.
    pub restriction: Option<Restriction>,
    pub rate_limits: Vec<Limited>,
    /// Seconds for which the response is cached, for all callers (`x-cache-seconds`).
    pub cache_seconds: Option<u64>,
    /// Whether calls are refused while the database's disk is nearly full (`x-grows-storage`).
    pub grows_storage: bool,
    /// Whether calls have turns that other calls cannot take (`x-essential`).
    pub is_essential: bool,
    pub reasons: Vec<Reason>,
    /// Present if the response is a page of a list.
    pub pages: Option<Pages>,
    pub deprecation: Option<Deprecation>,
}

/// That an operation is deprecated, and the dates that its responses state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deprecation {
    /// The day on which the operation is or was deprecated (`x-deprecated-at`).
    pub since: Option<NaiveDate>,
    /// The day on which the operation ends (`x-sunset`).
    pub sunset: Option<NaiveDate>,
}

/// A rate limit of an operation.
#[derive(Debug, Clone)]
pub struct Limited {
    /// The limit's name: `searches`.
    pub limit: String,
    /// Only calls with this query parameter count. `None` if every call counts.
    pub when: Option<String>,
}

/// How a response describes a page of a list.
#[derive(Debug)]
pub struct Pages {
    /// The field with the items.
    pub items: String,
    pub item: Type,
    pub place: PagePlace,
}

/// How a client requests the next page.
#[derive(Debug)]
pub enum PagePlace {
    Numbered {
        /// The field with the position of the page.
        standing: String,
        /// The query parameter by which a client requests a page: `page` or `offset`.
        by: String,
    },
    /// The field with the `cursor` of the next page.
    Cursor { next: String },
}

/// A refusal that the document shows in a named example.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// The variant's name in the client's enum of reasons: `InsufficientStock`.
    pub name: String,
    /// The value of the header `X-Error-Code`: `insufficient_stock`.
    pub code: String,
    /// The statuses of the refusal, usually one.
    pub statuses: Vec<u16>,
    pub message: String,
    /// Whether the server no longer gives this reason (`x-retired`).
    pub retired: bool,
}

/// The callers that an operation accepts.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Access {
    /// The names of the principals that the operation accepts; empty for a public operation.
    pub principals: Vec<String>,
    pub optional: bool,
    /// Whether a call with an invalid credential reaches the handler (`x-credential: lenient`).
    pub lenient: bool,
}

/// The roles that a caller needs, and the response to a caller without them.
#[derive(Debug, Clone)]
pub struct Restriction {
    /// The caller needs every role of one of these lists. The lists are sorted, and so are the roles in each.
    pub alternatives: Vec<Vec<String>>,
    pub status: u16,
    pub message: String,
}

/// A security scheme.
#[derive(Debug)]
pub struct Scheme {
    pub name: String,
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
    /// The parameter's name in Rust. A header with the same name as another parameter gets the suffix `_header`.
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
    pub max_items: Option<u64>,
    pub pattern: Option<String>,
    /// The format of text that decoding checks.
    pub format: Option<String>,
    /// Whether each item of the array is a parameter of its own (`explode: true`).
    pub exploded: bool,
    /// Whether the type is an enum, or an array of one.
    pub values: bool,
    /// Whether the type is a union of an integer and a UUID string.
    pub uuid: bool,
    pub deprecated: bool,
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
        /// The maximum size in MiB (`x-max-bytes`), if it is not the default.
        max_mib: Option<u64>,
    },
    /// The handler gets the exact bytes, to verify a signature. The schema is only documentation.
    Raw {
        schema: String,
    },
    Multipart {
        schema: String,
        parts: Vec<Parameter>,
    },
}

/// The success responses of an operation.
#[derive(Debug)]
pub struct Success {
    /// One or more 2xx or 3xx statuses.
    pub statuses: Vec<u16>,
    pub body: SuccessBody,
    /// Whether the handler writes the text of the JSON body itself (`x-raw`).
    pub raw: bool,
    /// Whether the 200 documents an `ETag`.
    pub conditional: bool,
    /// Whether every response of the operation has `Cache-Control: no-store`.
    pub no_store: bool,
    pub headers: Vec<Header>,
    /// The example of the body, or the first of several.
    pub example: Option<Value>,
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

impl Scheme {
    /// The schemes with the names under which clients set their credentials ([`credential_names`]).
    pub fn with_credential_names<'a>(
        schemes: impl IntoIterator<Item = &'a Self>,
    ) -> Vec<(&'a str, &'a Self)> {
        let schemes: Vec<_> = schemes.into_iter().collect();
        let named: Vec<_> = schemes
            .iter()
            .map(|Self { name, principal, place, .. }| {
                (name.as_str(), principal.as_str(), matches!(place, Credential::Query(_)))
            })
            .collect();
        credential_names(&named).into_iter().zip(schemes).collect()
    }
}

impl Credential {
    /// The credential's place in a request, in words.
    pub fn description(&self) -> String {
        match self {
            Self::Bearer => "`Authorization: Bearer`".to_owned(),
            Self::Header(name) => format!("Header `{name}`"),
            Self::Query(name) => format!("Query parameter `{name}`"),
            Self::Cookie(name) => format!("Cookie `{name}`"),
        }
    }
}

impl Access {
    /// The type of the credentials that the guard gets: `CustomerOrDesignSessionCredentials`. `None` for a public
    /// operation.
    pub fn credentials(&self) -> Option<String> {
        let principals = self.principals.join("Or");
        (!principals.is_empty()).then(|| format!("{principals}Credentials"))
    }

    /// The type of the caller: `ApiKey`, `CustomerOrDesignSession`, `CustomerOrAnyone`, `Anyone`.
    pub fn caller(&self) -> String {
        let mut names = self.principals.clone();
        if names.is_empty() || self.optional {
            names.push(Self::ANYONE.to_owned());
        }
        names.join("Or")
    }

    /// The name of a caller without a credential.
    pub const ANYONE: &str = "Anyone";

    /// The name of the guard's method: `customer_or_anyone`, `customer_or_anyone_leniently`.
    pub fn guard(&self) -> String {
        let caller = self.caller().to_snake_case();
        if self.lenient { format!("{caller}_leniently") } else { caller }
    }
}

impl Operation {
    /// The name of the guard of the operation: `staff`, or `staff_with_role` if it requires roles.
    pub fn guard(&self) -> String {
        let guard = self.access.guard();
        if self.restriction.is_some() { format!("{guard}_with_role") } else { guard }
    }
}

impl Restriction {
    /// The restriction in words: ``Requires one of the roles `shop` and `support`.``
    pub fn description(&self) -> String {
        let listed = |roles: &[String]| {
            let roles: Vec<String> = roles.iter().map(|role| format!("`{role}`")).collect();
            match roles.split_last() {
                Some((last, [])) => last.clone(),
                Some((last, others)) => format!("{} and {last}", others.join(", ")),
                None => String::new(),
            }
        };
        if self.alternatives.len() > 1 && self.alternatives.iter().all(|roles| roles.len() == 1) {
            return format!("Requires one of the roles {}.", listed(&self.alternatives.concat()));
        }
        let alternatives = self.alternatives.iter().map(|roles| {
            let noun = if roles.len() == 1 { "role" } else { "roles" };
            format!("the {noun} {}", listed(roles))
        });
        format!("Requires {}.", alternatives.collect::<Vec<_>>().join(", or "))
    }
}

/// Returns the names under which clients set the credentials of these schemes. `schemes` has the name of each scheme,
/// its principal, and whether the credential is in the query. The first scheme of a principal that is not in the query,
/// or else the first, has the principal's name. Each other scheme has its own name.
pub fn credential_names<'a>(schemes: &[(&'a str, &'a str, bool)]) -> Vec<&'a str> {
    let first = |principal| {
        let own = schemes.iter().filter(|(_, other, _)| *other == principal);
        own.min_by_key(|(_, _, is_in_query)| *is_in_query).map(|(name, _, _)| *name)
    };
    let name =
        |&(name, principal, _)| if first(principal) == Some(name) { principal } else { name };
    schemes.iter().map(name).collect()
}

impl Operation {
    /// Method and path as code: `GET /sites/{siteId}/posts`.
    pub fn method_and_path(&self) -> String {
        format!("`{} {}`", self.method.to_uppercase(), self.path)
    }

    /// Whether HTTP defines the method as idempotent. `method` is in lower case.
    pub fn is_idempotent_by(method: &str) -> bool {
        matches!(method, "get" | "put" | "delete")
    }

    /// The name of the type that the handler returns. `None` if the handler returns only a body.
    pub fn reply_name(&self) -> Option<String> {
        let Success { statuses, headers, .. } = &self.success;
        let more = statuses.len() > 1 || !headers.is_empty();
        more.then(|| format!("{}Reply", self.id.to_pascal_case()))
    }

    /// The operation's entry for the rate limit with this name.
    fn limited(&self, limit: &str) -> Option<&Limited> {
        self.rate_limits.iter().find(|limited| limited.limit == limit)
    }

    /// The name of the client's enum of reasons for refusing a call.
    pub fn reason_name(&self) -> String {
        format!("{}Reason", self.id.to_pascal_case())
    }
}

impl Parameter {
    pub const IDEMPOTENCY_KEY: &str = "Idempotency-Key";

    /// Whether the parameter is the header `Idempotency-Key`. Names of headers are case-insensitive.
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
            max_items: None,
            pattern: None,
            format: None,
            exploded: false,
            values: false,
            uuid: false,
            deprecated: false,
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

    pub fn has_events(&self) -> bool {
        self.client_operations()
            .any(|operation| matches!(operation.success.body, SuccessBody::Events(_)))
    }

    /// Every role that an operation requires.
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
