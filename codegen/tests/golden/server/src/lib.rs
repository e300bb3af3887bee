//! The server side of The "fixture", version 1.2.3: traits to implement and routes to serve.
//!
//! Generated from `specs/fixture.yaml` by `make generated`.

#![warn(missing_docs)]
#![allow(clippy::doc_lazy_continuation)]

pub mod access_control;
pub mod authenticate;
pub mod inbound;
pub mod rate_limits;
pub mod things;
pub mod r#type;

use std::sync::Arc;

use stoa_runtime::{Document, ErrorBody, ErrorMember, Routes, Schemas};

use access_control::AccessControlApi;
use inbound::InboundApi;
use things::ThingsApi;
use r#type::TypeApi;

pub use authenticate::{
    ApiKeyCredentials, ApiKeyOrSessionCredentials, Authenticate, OrderCredentials, Role,
    SomebodyCredentials,
};
pub use rate_limits::{RateLimited, RateLimits};

/// The path under which the API is mounted.
pub const BASE_PATH: &str = "/api/fixture";

/// The document, byte for byte.
pub const OPENAPI_YAML: &str = include_str!("openapi.yaml");

/// The document as JSON.
pub const OPENAPI_JSON: &str = include_str!("openapi.json");

/// The document as OpenAPI 3.0.3, for generators that do not read 3.1.
pub const OPENAPI_3_0_JSON: &str = include_str!("openapi-3.0.json");

/// The document and the names in it, for a table of APIs.
pub const DOCUMENT: Document = Document {
    name: "fixture",
    base_path: BASE_PATH,
    yaml: OPENAPI_YAML,
    json: OPENAPI_JSON,
    json_3_0: OPENAPI_3_0_JSON,
    rate_limits: &RateLimits::NAMES,
};

/// The body of every error response.
pub static ERROR_BODY: ErrorBody = ErrorBody {
    media_type: "application/json",
    members: &[("success", ErrorMember::Boolean(false)), ("message", ErrorMember::Message)],
};

/// The document's schemas, which JSON bodies are validated against.
pub static SCHEMAS: Schemas = Schemas::new(OPENAPI_JSON);

/// The whole API: every served tag's trait.
pub trait Api: ThingsApi + TypeApi + AccessControlApi + InboundApi {}

impl<A: ThingsApi + TypeApi + AccessControlApi + InboundApi> Api for A {}

/// The routes of every served tag, relative to [`BASE_PATH`].
pub fn routes<A: Api>(api: &Arc<A>) -> Routes {
    Routes::new()
        .merge(things::routes(api))
        .merge(r#type::routes(api))
        .merge(access_control::routes(api))
        .merge(inbound::routes(api))
        .with_error_body(&ERROR_BODY)
        .holding_bodies_against(&SCHEMAS)
}
