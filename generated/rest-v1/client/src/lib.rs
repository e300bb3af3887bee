//! The client of Stoa REST v1, version 1.0.0.
//!
//! Each operation is a method of [`Client`]; its types are in [`types`]. A failure that the
//! document names is [`Error::Api`], with the server's message.
//!
//! Generated from `specs/rest-v1.yaml` by `cargo xtask codegen`.

#![allow(clippy::doc_lazy_continuation, clippy::too_many_arguments)]

mod blocks;
mod call;
mod error;
mod media;
mod posts;
mod products;
mod site;
mod taxonomy;

pub use call::Response;
pub use error::Error;
pub use media::ListMediaOptions;
pub use posts::ListPagesOptions;
pub use posts::ListPostsOptions;
pub use products::ListProductsOptions;
pub use stoa_rest_v1_types as types;

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

/// Calls Stoa REST v1 at one server. Clones share their connections.
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
        let base_url = format!("{}/api/v1", base_url.trim_end_matches('/'));
        Ok(Self { http, base_url, credential: HeaderMap::new() })
    }

    /// A client that sends this credential with every call: The site's API key: `Authorization: Bearer
    /// svc_live_…`. Decides alone when both headers are present. It has the role `store` while the
    /// store of its site is enabled.
    pub fn with_api_key(base_url: &str, credential: &str) -> Result<Self, Error> {
        Self::new(base_url)?.credential("authorization", format!("Bearer {credential}"))
    }

    fn credential(mut self, name: &'static str, value: String) -> Result<Self, Error> {
        let mut value = HeaderValue::try_from(value).map_err(|_| Error::Credential)?;
        value.set_sensitive(true);
        self.credential.insert(HeaderName::from_static(name), value);
        Ok(self)
    }
}
