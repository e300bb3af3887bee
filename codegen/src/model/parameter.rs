//! Parameters of path, query and header, and the parts of forms.

use serde_json::Value;

use super::Type;

#[derive(Debug, Default)]
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
    /// Whether the value is a secret (`format: password`).
    pub secret: bool,
}

#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum Place {
    Path,
    #[default]
    Query,
    Header,
    /// JSON in a query parameter.
    QueryJson,
    /// Text in a form.
    Field,
    /// A file in a form.
    File,
}

impl Parameter {
    pub const IDEMPOTENCY_KEY: &str = "Idempotency-Key";

    /// Whether a call with the parameter bypasses the response cache, if the operation has one.
    pub fn bypasses_cache(&self) -> bool {
        self.secret
            && self.place == Place::Query
            && self.ty == Type::String
            && !self.required
            && self.default.is_none()
    }

    /// Whether the parameter is the header `Idempotency-Key`. Names of headers are case-insensitive.
    pub fn is_idempotency_key(&self) -> bool {
        self.place == Place::Header && self.name.eq_ignore_ascii_case(Self::IDEMPOTENCY_KEY)
    }
}
