//! The client of The "fixture", version 1.2.3.
//!
//! Each operation is a method of [`Client`]; its types are in [`types`]. A failure that the
//! document names is [`Error::Api`], with the server's message.
//!
//! Not served yet, so that the server answers 404: the operations tagged `someday`.
//!
//! Generated from `specs/fixture.yaml` by `cargo xtask codegen`.

#![allow(clippy::doc_lazy_continuation, clippy::too_many_arguments)]

mod access_control;
mod call;
mod error;
mod events;
mod random_id;
mod someday;
mod things;
mod r#type;

pub use call::Response;
pub use error::Error;
pub use events::{Event, EventStream};
pub use random_id::random_id;
pub use stoa_fixture_types as types;
pub use things::ListThingsOptions;
pub use things::OrderAgainOptions;
pub use things::OrderThingOptions;

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

/// Calls The "fixture" at one server. Clones share their connections.
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
        let base_url = format!("{}/api/fixture", base_url.trim_end_matches('/'));
        Ok(Self { http, base_url, credential: HeaderMap::new() })
    }

    /// A client that sends this credential with every call: A key as `Authorization`.
    pub fn with_api_key(base_url: &str, credential: &str) -> Result<Self, Error> {
        Self::new(base_url)?.credential("authorization", format!("Bearer {credential}"))
    }

    /// The same client, which sends this credential too: A key as `Authorization`.
    pub fn and_api_key(self, credential: &str) -> Result<Self, Error> {
        self.credential("authorization", format!("Bearer {credential}"))
    }

    /// A client that sends this credential with every call: A cookie.
    pub fn with_session(base_url: &str, credential: &str) -> Result<Self, Error> {
        Self::new(base_url)?.credential("cookie", format!("fixture_session={credential}"))
    }

    /// The same client, which sends this credential too: A cookie.
    pub fn and_session(self, credential: &str) -> Result<Self, Error> {
        self.credential("cookie", format!("fixture_session={credential}"))
    }

    /// A client that sends this credential with every call: Who has no guard yet.
    pub fn with_somebody(base_url: &str, credential: &str) -> Result<Self, Error> {
        Self::new(base_url)?.credential("x-someday", credential.to_owned())
    }

    /// The same client, which sends this credential too: Who has no guard yet.
    pub fn and_somebody(self, credential: &str) -> Result<Self, Error> {
        self.credential("x-someday", credential.to_owned())
    }

    fn credential(mut self, name: &'static str, value: String) -> Result<Self, Error> {
        let mut value = HeaderValue::try_from(value).map_err(|_| Error::Credential)?;
        value.set_sensitive(true);
        self.credential.insert(HeaderName::from_static(name), value);
        Ok(self)
    }
}
