//! The server side of Stoa REST v1, version 1.0.0: traits to implement and routes to serve.
//!
//! Generated from `specs/rest-v1.yaml` by `cargo xtask codegen`.

#![allow(clippy::doc_lazy_continuation)]

pub mod authenticate;
pub mod blocks;
pub mod media;
pub mod op;
pub mod posts;
pub mod products;
pub mod site;
pub mod taxonomy;

use std::sync::Arc;

use stoa_runtime::Routes;

pub use authenticate::Authenticate;
pub use blocks::Blocks;
pub use media::Media;
pub use posts::Posts;
pub use products::Products;
pub use site::Site;
pub use taxonomy::Taxonomy;

/// Where the API is mounted.
pub const BASE_PATH: &str = "/api/v1";

/// The document, byte for byte.
pub const OPENAPI_YAML: &str = include_str!("openapi.yaml");

/// The document as JSON.
pub const OPENAPI_JSON: &str = include_str!("openapi.json");

/// The whole API: every served tag's trait.
pub trait Api: Posts + Taxonomy + Media + Blocks + Products + Site {}

impl<A: Posts + Taxonomy + Media + Blocks + Products + Site> Api for A {}

/// The routes of every served tag, relative to [`BASE_PATH`].
pub fn routes<A: Api>(api: &Arc<A>) -> Routes {
    Routes::new()
        .merge(posts::routes(api))
        .merge(taxonomy::routes(api))
        .merge(media::routes(api))
        .merge(blocks::routes(api))
        .merge(products::routes(api))
        .merge(site::routes(api))
}
