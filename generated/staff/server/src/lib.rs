//! The server side of Stoa staff, version 0.1.0: traits to implement and routes to serve.
//!
//! Generated from `specs/staff.yaml` by `cargo xtask codegen`.

#![warn(missing_docs)]
#![allow(clippy::doc_lazy_continuation)]

pub mod alerts;
pub mod api_keys;
pub mod audit;
pub mod authenticate;
pub mod bundles;
pub mod carts;
pub mod catalog;
pub mod content;
pub mod conversations;
pub mod customers;
pub mod inbox;
pub mod media;
pub mod orders;
pub mod people;
pub mod posts;
pub mod products;
pub mod rate_limits;
pub mod server_keys;
pub mod sessions;
pub mod settings;
pub mod sites;
pub mod stock;
pub mod support;
pub mod templates;
pub mod webhooks;
pub mod widgets;

use std::sync::Arc;

use stoa_runtime::{Document, ErrorBody, ErrorMember, Routes, Schemas};

use alerts::AlertsApi;
use api_keys::ApiKeysApi;
use audit::AuditApi;
use bundles::BundlesApi;
use carts::CartsApi;
use catalog::CatalogApi;
use content::ContentApi;
use conversations::ConversationsApi;
use customers::CustomersApi;
use inbox::InboxApi;
use media::MediaApi;
use orders::OrdersApi;
use people::PeopleApi;
use posts::PostsApi;
use products::ProductsApi;
use server_keys::ServerKeysApi;
use sessions::SessionsApi;
use settings::SettingsApi;
use sites::SitesApi;
use stock::StockApi;
use support::SupportApi;
use templates::TemplatesApi;
use webhooks::WebhooksApi;
use widgets::WidgetsApi;

pub use authenticate::{Authenticate, Role, StaffCredentials};
pub use rate_limits::{RateLimited, RateLimits};

/// The path under which the API is mounted.
pub const BASE_PATH: &str = "/api/staff";

/// The document, byte for byte.
pub const OPENAPI_YAML: &str = include_str!("openapi.yaml");

/// The document as JSON.
pub const OPENAPI_JSON: &str = include_str!("openapi.json");

/// The document as OpenAPI 3.0.3, for generators that do not read 3.1.
pub const OPENAPI_3_0_JSON: &str = include_str!("openapi-3.0.json");

/// The document and the names in it, for a table of APIs.
pub const DOCUMENT: Document = Document {
    name: "staff",
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
    SessionsApi
    + PeopleApi
    + CustomersApi
    + ConversationsApi
    + SupportApi
    + OrdersApi
    + CartsApi
    + ProductsApi
    + CatalogApi
    + StockApi
    + PostsApi
    + MediaApi
    + ContentApi
    + SitesApi
    + BundlesApi
    + InboxApi
    + ServerKeysApi
    + ApiKeysApi
    + WebhooksApi
    + SettingsApi
    + WidgetsApi
    + TemplatesApi
    + AuditApi
    + AlertsApi
{
}

impl<
    A: SessionsApi
        + PeopleApi
        + CustomersApi
        + ConversationsApi
        + SupportApi
        + OrdersApi
        + CartsApi
        + ProductsApi
        + CatalogApi
        + StockApi
        + PostsApi
        + MediaApi
        + ContentApi
        + SitesApi
        + BundlesApi
        + InboxApi
        + ServerKeysApi
        + ApiKeysApi
        + WebhooksApi
        + SettingsApi
        + WidgetsApi
        + TemplatesApi
        + AuditApi
        + AlertsApi,
> Api for A
{
}

/// The routes of every served tag, relative to [`BASE_PATH`].
pub fn routes<A: Api>(api: &Arc<A>) -> Routes {
    Routes::new()
        .merge(sessions::routes(api))
        .merge(people::routes(api))
        .merge(customers::routes(api))
        .merge(conversations::routes(api))
        .merge(support::routes(api))
        .merge(orders::routes(api))
        .merge(carts::routes(api))
        .merge(products::routes(api))
        .merge(catalog::routes(api))
        .merge(stock::routes(api))
        .merge(posts::routes(api))
        .merge(media::routes(api))
        .merge(content::routes(api))
        .merge(sites::routes(api))
        .merge(bundles::routes(api))
        .merge(inbox::routes(api))
        .merge(server_keys::routes(api))
        .merge(api_keys::routes(api))
        .merge(webhooks::routes(api))
        .merge(settings::routes(api))
        .merge(widgets::routes(api))
        .merge(templates::routes(api))
        .merge(audit::routes(api))
        .merge(alerts::routes(api))
        .with_error_body(&ERROR_BODY)
        .holding_bodies_against(&SCHEMAS)
}
