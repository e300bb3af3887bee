//! The server side of Stoa storefront, version 1.0.0: traits to implement and routes to serve.
//!
//! Generated from `specs/storefront.yaml` by `cargo xtask codegen`.

#![allow(clippy::doc_lazy_continuation)]

pub mod authenticate;
pub mod cart;
pub mod catalog;
pub mod checkout;
pub mod op;
pub mod orders;
pub mod shipping;
pub mod webhooks;

use std::sync::Arc;

use stoa_runtime::{Routes, Schemas};

pub use authenticate::Authenticate;
pub use cart::Cart;
pub use catalog::Catalog;
pub use checkout::Checkout;
pub use orders::Orders;
pub use shipping::Shipping;
pub use webhooks::Webhooks;

/// Where the API is mounted.
pub const BASE_PATH: &str = "/api/storefront";

/// The document, byte for byte.
pub const OPENAPI_YAML: &str = include_str!("openapi.yaml");

/// The document as JSON.
pub const OPENAPI_JSON: &str = include_str!("openapi.json");

/// The document's schemas, which JSON bodies are checked against.
pub static SCHEMAS: Schemas = Schemas::new(OPENAPI_JSON);

/// The whole API: every served tag's trait.
pub trait Api: Catalog + Cart + Checkout + Orders + Shipping + Webhooks {}

impl<A: Catalog + Cart + Checkout + Orders + Shipping + Webhooks> Api for A {}

/// The routes of every served tag, relative to [`BASE_PATH`].
pub fn routes<A: Api>(api: &Arc<A>) -> Routes {
    Routes::new()
        .merge(catalog::routes(api))
        .merge(cart::routes(api))
        .merge(checkout::routes(api))
        .merge(orders::routes(api))
        .merge(shipping::routes(api))
        .merge(webhooks::routes(api))
}
