//! The client of Stoa storefront, version 1.0.0.
//!
//! Each operation is a method of [`Client`]; its types are in [`types`]. A failure that the
//! document names is [`Error::Api`], with the server's message.
//!
//! Generated from `specs/storefront.yaml` by `cargo xtask codegen`.

#![allow(clippy::doc_lazy_continuation, clippy::too_many_arguments)]

mod account;
mod ai;
mod assets;
mod auth;
mod call;
mod cart;
mod catalog;
mod checkout;
mod designs;
mod drawings;
mod error;
mod orders;
mod random_id;
mod shipping;
mod support;
mod webhooks;
mod wishlist;

pub use account::ListAccountOrdersOptions;
pub use ai::GenerateDesignImageOptions;
pub use call::Response;
pub use catalog::ListProductsOptions;
pub use checkout::PlaceOrderOptions;
pub use designs::GetDesignOptions;
pub use designs::ListDesignsOptions;
pub use error::Error;
pub use random_id::random_id;
pub use shipping::ListShippingRatesOptions;
pub use stoa_storefront_types as types;
pub use support::ListSupportMessagesOptions;

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

/// Calls Stoa storefront at one server. Clones share their connections.
#[derive(Debug, Clone)]
pub struct Client {
    http: reqwest::Client,
    base_url: String,
    credential: HeaderMap,
}

impl Client {
    /// A client without a credential; `base_url` is the scheme and host, `https://shop.example`.
    pub fn new(base_url: &str) -> Result<Self, Error> {
        Self::with_http(base_url, call::http()?)
    }

    /// The same on an HTTP client of your own. It should not follow redirects where a 302 is the
    /// documented answer.
    pub fn with_http(base_url: &str, http: reqwest::Client) -> Result<Self, Error> {
        let base_url = format!("{}/api/storefront", base_url.trim_end_matches('/'));
        Ok(Self { http, base_url, credential: HeaderMap::new() })
    }

    /// A client that sends this credential with every call: A customer's session token: `Authorization:
    /// Bearer <SESSION_TOKEN>`.
    pub fn with_customer(base_url: &str, credential: &str) -> Result<Self, Error> {
        Self::new(base_url)?.credential("authorization", format!("Bearer {credential}"))
    }

    /// The same client, which sends this credential too: A customer's session token: `Authorization:
    /// Bearer <SESSION_TOKEN>`.
    pub fn and_customer(self, credential: &str) -> Result<Self, Error> {
        self.credential("authorization", format!("Bearer {credential}"))
    }

    /// A client that sends this credential with every call: An anonymous session of the product
    /// designer, set by `createDesign` and `cloneDesign`.
    pub fn with_design_session(base_url: &str, credential: &str) -> Result<Self, Error> {
        Self::new(base_url)?.credential("cookie", format!("svc_design_session={credential}"))
    }

    /// The same client, which sends this credential too: An anonymous session of the product designer,
    /// set by `createDesign` and `cloneDesign`.
    pub fn and_design_session(self, credential: &str) -> Result<Self, Error> {
        self.credential("cookie", format!("svc_design_session={credential}"))
    }

    fn credential(mut self, name: &'static str, value: String) -> Result<Self, Error> {
        let mut value = HeaderValue::try_from(value).map_err(|_| Error::Credential)?;
        value.set_sensitive(true);
        self.credential.insert(HeaderName::from_static(name), value);
        Ok(self)
    }
}
