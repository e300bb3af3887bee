//! The server side of Stoa REST v1, version 1.0.0: traits to implement and routes to serve.
//!
//! Generated from `specs/rest-v1.yaml` by `cargo xtask codegen`.

#![warn(missing_docs)]
#![allow(clippy::doc_lazy_continuation)]

pub mod authenticate;
pub mod blocks;
pub mod media;
pub mod posts;
pub mod products;
pub mod rate_limits;
pub mod site;
pub mod taxonomy;

use std::sync::Arc;

use stoa_runtime::{Document, ErrorBody, ErrorMember, Routes};

use blocks::BlocksApi;
use media::MediaApi;
use posts::PostsApi;
use products::ProductsApi;
use site::SiteApi;
use taxonomy::TaxonomyApi;

pub use authenticate::{ApiKeyCredentials, Authenticate, Role};
pub use rate_limits::RateLimits;

/// The path under which the API is mounted.
pub const BASE_PATH: &str = "/api/v1";

/// The document, byte for byte.
pub const OPENAPI_YAML: &str = include_str!("openapi.yaml");

/// The document as JSON.
pub const OPENAPI_JSON: &str = include_str!("openapi.json");

/// The document as OpenAPI 3.0.3, for generators that do not read 3.1.
pub const OPENAPI_3_0_JSON: &str = include_str!("openapi-3.0.json");

/// The document and the names in it, for a table of APIs.
pub const DOCUMENT: Document = Document {
    name: "rest-v1",
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

/// The whole API: every served tag's trait.
pub trait Api: PostsApi + TaxonomyApi + MediaApi + BlocksApi + ProductsApi + SiteApi {}

impl<A: PostsApi + TaxonomyApi + MediaApi + BlocksApi + ProductsApi + SiteApi> Api for A {}

/// The routes of every served tag, relative to [`BASE_PATH`].
pub fn routes<A: Api>(api: &Arc<A>) -> Routes {
    Routes::new()
        .merge(posts::routes(api))
        .merge(taxonomy::routes(api))
        .merge(media::routes(api))
        .merge(blocks::routes(api))
        .merge(products::routes(api))
        .merge(site::routes(api))
        .with_error_body(&ERROR_BODY)
}
