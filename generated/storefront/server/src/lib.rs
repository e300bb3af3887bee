//! The server side of Stoa storefront, version 1.1.0: traits to implement and routes to serve.
//!
//! Generated from `specs/storefront.yaml` by `cargo xtask codegen`.

#![warn(missing_docs)]
#![allow(clippy::doc_lazy_continuation)]

pub mod account;
pub mod ai;
pub mod assets;
pub mod auth;
pub mod authenticate;
pub mod cart;
pub mod catalog;
pub mod checkout;
pub mod designs;
pub mod drawings;
pub mod orders;
pub mod rate_limits;
pub mod shipping;
pub mod support;
pub mod webhooks;
pub mod wishlist;

use std::sync::Arc;

use stoa_runtime::{Document, ErrorBody, ErrorMember, Routes, Schemas};

use account::AccountApi;
use ai::AiApi;
use assets::AssetsApi;
use auth::AuthApi;
use cart::CartApi;
use catalog::CatalogApi;
use checkout::CheckoutApi;
use designs::DesignsApi;
use drawings::DrawingsApi;
use orders::OrdersApi;
use shipping::ShippingApi;
use support::SupportApi;
use webhooks::WebhooksApi;
use wishlist::WishlistApi;

pub use authenticate::{Authenticate, CustomerCredentials, CustomerOrDesignSessionCredentials};
pub use rate_limits::{RateLimited, RateLimits};

/// The path under which the API is mounted.
pub const BASE_PATH: &str = "/api/storefront";

/// The document, byte for byte.
pub const OPENAPI_YAML: &str = include_str!("openapi.yaml");

/// The document as JSON.
pub const OPENAPI_JSON: &str = include_str!("openapi.json");

/// The document as OpenAPI 3.0.3, for generators that do not read 3.1.
pub const OPENAPI_3_0_JSON: &str = include_str!("openapi-3.0.json");

/// The document and the names in it, for a table of APIs.
pub const DOCUMENT: Document = Document {
    name: "storefront",
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
pub trait Api:
    CatalogApi
    + CartApi
    + CheckoutApi
    + OrdersApi
    + ShippingApi
    + AuthApi
    + AccountApi
    + SupportApi
    + WishlistApi
    + DesignsApi
    + AssetsApi
    + DrawingsApi
    + AiApi
    + WebhooksApi
{
}

impl<
    A: CatalogApi
        + CartApi
        + CheckoutApi
        + OrdersApi
        + ShippingApi
        + AuthApi
        + AccountApi
        + SupportApi
        + WishlistApi
        + DesignsApi
        + AssetsApi
        + DrawingsApi
        + AiApi
        + WebhooksApi,
> Api for A
{
}

/// The routes of every served tag, relative to [`BASE_PATH`].
pub fn routes<A: Api>(api: &Arc<A>) -> Routes {
    Routes::new()
        .merge(catalog::routes(api))
        .merge(cart::routes(api))
        .merge(checkout::routes(api))
        .merge(orders::routes(api))
        .merge(shipping::routes(api))
        .merge(auth::routes(api))
        .merge(account::routes(api))
        .merge(support::routes(api))
        .merge(wishlist::routes(api))
        .merge(designs::routes(api))
        .merge(assets::routes(api))
        .merge(drawings::routes(api))
        .merge(ai::routes(api))
        .merge(webhooks::routes(api))
        .with_error_body(&ERROR_BODY)
        .holding_bodies_against(&SCHEMAS)
}
