//! The client of Stoa live chat, version 1.0.0.
//!
//! Each operation is a method of [`Client`]; its types are in [`types`]. A failure that the
//! document names is [`Error::Api`], with the server's message.
//!
//! Generated from `specs/live-chat.yaml` by `cargo xtask codegen`.

#![allow(clippy::doc_lazy_continuation, clippy::too_many_arguments)]

mod call;
mod chat;
mod error;
mod events;
mod random_id;

pub use call::Response;
pub use chat::StreamEventsOptions;
pub use error::Error;
pub use events::{Event, EventStream};
pub use random_id::random_id;
pub use stoa_live_chat_types as types;

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

/// Calls Stoa live chat at one server. Clones share their connections.
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
        let base_url = format!("{}/api/public/chat", base_url.trim_end_matches('/'));
        Ok(Self { http, base_url, credential: HeaderMap::new() })
    }

    /// A client that sends this credential with every call: The `ephemeralToken` of the conversation,
    /// for clients that can set headers. It stays out of URLs this way.
    pub fn with_conversation(base_url: &str, credential: &str) -> Result<Self, Error> {
        Self::new(base_url)?.credential("authorization", format!("Bearer {credential}"))
    }

    fn credential(mut self, name: &'static str, value: String) -> Result<Self, Error> {
        let mut value = HeaderValue::try_from(value).map_err(|_| Error::Credential)?;
        value.set_sensitive(true);
        self.credential.insert(HeaderName::from_static(name), value);
        Ok(self)
    }
}
