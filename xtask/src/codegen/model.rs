//! What the generator knows of an API after reading its document: all that the emitters need, nothing of YAML.

mod schema;

use heck::{ToPascalCase, ToSnakeCase};
pub use schema::{Field, Schema, Shape, Type, Variant};
use serde_json::Value;

/// One document.
#[derive(Debug)]
pub struct Api {
    /// The file's name without its ending: `rest-v1`.
    pub name: String,
    pub title: String,
    pub version: String,
    /// The path behind `{baseUrl}`: `/api/v1`.
    pub base_path: String,
    pub tags: Vec<Tag>,
    pub schemas: Vec<Schema>,
    pub schemes: Vec<Scheme>,
    pub rate_limits: Vec<RateLimit>,
}

/// How often a caller may call (`x-rate-limits`).
#[derive(Debug)]
pub struct RateLimit {
    /// `new-carts`
    pub name: String,
    pub calls: u64,
    pub seconds: u64,
    /// Whose calls are counted together: `client`, or a word for readers.
    pub per: String,
    /// Absent where nobody is refused.
    pub message: Option<String>,
    pub doc: String,
    /// The route counts every call; else the guard or the handler what the description says.
    pub counts_calls: bool,
}

/// A tag: one trait and one router.
#[derive(Debug)]
pub struct Tag {
    pub name: String,
    pub doc: String,
    /// Providers call it, so the client has nothing of it.
    pub inbound: bool,
    pub operations: Vec<Operation>,
}

#[derive(Debug)]
pub struct Operation {
    pub id: String,
    /// In lower case, as in the document.
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
    /// A client may send it again under one `Idempotency-Key`.
    pub idempotent: bool,
    /// A client may send it again if its method or a key says so: it lacks `x-idempotent: false`.
    pub repeatable: bool,
    /// Where `access` has roles.
    pub refusal: Option<Refusal>,
    pub rate_limits: Vec<Limited>,
    /// For how long its response is cached, for every caller (`x-cache-seconds`).
    pub cache_seconds: Option<u64>,
    /// It is refused while the database's disk is nearly full (`x-grows-storage`).
    pub grows_storage: bool,
    /// Why it is refused.
    pub reasons: Vec<Reason>,
    /// Where it answers with a page of a list.
    pub pages: Option<Pages>,
}

/// A rate limit of an operation.
#[derive(Debug)]
pub struct Limited {
    /// `searches`
    pub limit: String,
    /// The query parameter without which a call does not count.
    pub when: Option<String>,
}

/// How an answer is a page of a list.
#[derive(Debug)]
pub struct Pages {
    /// The field with the items, and their type.
    pub items: String,
    pub item: Type,
    /// The field that says where the page stands.
    pub standing: String,
    /// What it is counted by: `page` or `offset`.
    pub by: String,
}

/// A refusal that the document shows by an example with a name.
#[derive(Debug, PartialEq, Eq)]
pub struct Reason {
    /// As a variant: `InsufficientStock`.
    pub name: String,
    /// Mostly one.
    pub statuses: Vec<u16>,
    pub message: String,
}

/// Who may call an operation.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Access {
    /// Alternatives, by the name of the principal; none for a public operation.
    pub principals: Vec<String>,
    pub optional: bool,
    /// A credential that is not valid is no failure: the handler decides what it means.
    pub lenient: bool,
    /// What the caller must have besides; of a public or optional operation none.
    pub roles: Vec<String>,
}

/// What a caller without the roles is answered.
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
    /// The Rust name: a header beside a query parameter of the same name is `…_header`.
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
    /// The type is an enum, whose values are listed.
    pub values: bool,
    /// The type is an integer or a string, which is a UUID.
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
        /// Every `x-status` of the schema.
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

/// What an operation answers when it succeeds.
#[derive(Debug)]
pub struct Success {
    /// One or more 2xx or 3xx.
    pub statuses: Vec<u16>,
    pub body: SuccessBody,
    /// The first 2xx documents an `ETag`.
    pub conditional: bool,
    /// `Cache-Control: no-store` is on every answer of the operation.
    pub no_store: bool,
    /// Headers that the handler gives.
    pub headers: Vec<Header>,
}

/// A header that the handler gives: `Location`, `Set-Cookie`.
#[derive(Debug)]
pub struct Header {
    pub name: String,
    /// Always given.
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
    /// The type of who calls: `ApiKey`, `CustomerOrDesignSession`, `CustomerOrAnyone`, `Anyone`.
    pub fn caller(&self) -> String {
        let mut names = self.principals.clone();
        if names.is_empty() || self.optional {
            names.push(Self::ANYONE.to_owned());
        }
        names.join("Or")
    }

    /// Who calls without a credential.
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
    /// `GET /sites/{siteId}/posts`, as code.
    pub fn method_and_path(&self) -> String {
        format!("`{} {}`", self.method.to_uppercase(), self.path)
    }

    /// Whether a call with this method, in lower case, may be repeated as HTTP has it.
    pub fn is_idempotent_by(method: &str) -> bool {
        matches!(method, "get" | "put" | "delete")
    }

    /// The type of what its handler returns, where that is more than a body.
    pub fn reply_name(&self) -> Option<String> {
        let Success { statuses, headers, .. } = &self.success;
        let more = statuses.len() > 1 || !headers.is_empty();
        more.then(|| format!("{}Reply", self.id.to_pascal_case()))
    }

    /// How it is limited by the limit of this name.
    fn limited(&self, limit: &str) -> Option<&Limited> {
        self.rate_limits.iter().find(|limited| limited.limit == limit)
    }

    /// The enum of why it is refused, in the client.
    pub fn reason_name(&self) -> String {
        format!("{}Reason", self.id.to_pascal_case())
    }
}

impl Parameter {
    pub const IDEMPOTENCY_KEY: &str = "Idempotency-Key";

    /// A header's name is the same in any case.
    pub fn is_idempotency_key(&self) -> bool {
        self.place == Place::Header && self.name.eq_ignore_ascii_case(Self::IDEMPOTENCY_KEY)
    }

    /// An optional one without a name or rules.
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

    /// Those that clients call.
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

    /// Whether any operation takes a file.
    pub fn has_forms(&self) -> bool {
        self.client_operations()
            .any(|operation| matches!(operation.body, Some(Body::Multipart { .. })))
    }

    /// Whether a handler returns JSON without a type in the document.
    pub fn has_free_form(&self) -> bool {
        let payload = |operation: &Operation| match &operation.success.body {
            SuccessBody::Json(schema) => self.payload(schema),
            _ => None,
        };
        self.operations().filter_map(payload).any(|field| field.ty.is_free_form())
    }

    /// The rate limits of operations.
    pub fn used_rate_limits(&self) -> impl Iterator<Item = &RateLimit> {
        let is_used = |limit: &&RateLimit| {
            self.operations().any(|operation| operation.limited(&limit.name).is_some())
        };
        self.rate_limits.iter().filter(is_used)
    }

    /// Those that an operation's route counts, each with the parameter without which it does not.
    pub fn counted_by_route<'a>(
        &'a self,
        operation: &'a Operation,
    ) -> impl Iterator<Item = (&'a RateLimit, Option<&'a str>)> {
        let counted = self.rate_limits.iter().filter(|limit| limit.counts_calls);
        counted.filter_map(|limit| Some((limit, operation.limited(&limit.name)?.when.as_deref())))
    }

    /// The field behind `{success: true, data: X}`, when the schema is that envelope and no more.
    pub fn payload(&self, schema: &str) -> Option<&Field> {
        let Shape::Struct { fields, .. } = &self.schema(schema)?.shape else { return None };
        let mut variable = fields.iter().filter(|field| field.constant.is_none());
        let (only, rest) = (variable.next()?, variable.next());
        let envelope = fields.len() > 1 && only.required && !only.nullable;
        (envelope && rest.is_none()).then_some(only)
    }
}
