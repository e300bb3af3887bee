//! Operations, their bodies, and the responses to them.

use chrono::NaiveDate;
use heck::ToPascalCase;
use serde_json::Value;

use super::{Access, Parameter, Restriction, Type};

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
    pub items: String,
    pub item: Type,
    pub place: PagePlace,
}

/// How a client requests the next page.
#[derive(Debug)]
pub enum PagePlace {
    Numbered {
        /// The field with the position of the page.
        position: String,
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
    pub statuses: Vec<u16>,
    pub message: String,
    /// Whether the server no longer gives this reason (`x-retired`).
    pub retired: bool,
    /// Whether the response has the current version in its `ETag` (`x-version`).
    pub versioned: bool,
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
        /// Whether clients send it as `application/merge-patch+json`.
        is_merge_patch: bool,
    },
    /// The handler gets the exact bytes, to verify a signature. The schema is only documentation.
    Raw {
        schema: String,
        /// The maximum size in MiB (`x-max-bytes`) of a body that the handler reads while it arrives.
        streamed_mib: Option<u64>,
    },
    Multipart {
        schema: String,
        parts: Vec<Parameter>,
    },
}

#[derive(Debug)]
pub struct Success {
    /// One or more 2xx or 3xx statuses.
    pub statuses: Vec<u16>,
    pub body: SuccessBody,
    /// Whether the handler writes the text of the JSON body itself (`x-raw`).
    pub raw: bool,
    /// Whether the 200 documents an `ETag` of its content.
    pub conditional: bool,
    /// The integer of the payload that the `ETag` contains (`x-version`).
    pub version: Option<String>,
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

    pub(super) fn limited(&self, limit: &str) -> Option<&Limited> {
        self.rate_limits.iter().find(|limited| limited.limit == limit)
    }

    /// The name of the client's enum of reasons for refusing a call.
    pub fn reason_name(&self) -> String {
        format!("{}Reason", self.id.to_pascal_case())
    }

    /// The name of the guard of the operation: `staff`, or `staff_with_role` if it requires roles.
    pub fn guard(&self) -> String {
        let guard = self.access.guard();
        if self.restriction.is_some() { format!("{guard}_with_role") } else { guard }
    }
}
