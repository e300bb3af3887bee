//! The HTTP client that sends calls: this crate's or the application's.

mod body;
#[cfg(not(target_arch = "wasm32"))]
mod hyper_client;
#[cfg(any(feature = "reqwest", target_arch = "wasm32"))]
mod reqwest_client;

#[cfg(not(target_arch = "wasm32"))]
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::{HeaderValue, Request, Response};

pub use body::Body;

use crate::Error;

/// The HTTP client. Clones share its connections.
#[derive(Clone)]
pub enum HttpClient {
    #[cfg(not(target_arch = "wasm32"))]
    Hyper(Arc<hyper_client::Client>),
    #[cfg(any(feature = "reqwest", target_arch = "wasm32"))]
    Reqwest(reqwest::Client),
}

impl HttpClient {
    /// Creates this crate's client. The client does not follow redirects: a documented redirect is an answer, and the
    /// caller uses its `Location`.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn new() -> Result<Self, Error> {
        hyper_client::client().map(|client| Self::Hyper(client.into()))
    }

    /// Uses the browser's `fetch`, which follows redirects.
    #[cfg(target_arch = "wasm32")]
    pub fn new() -> Result<Self, Error> {
        Ok(Self::Reqwest(reqwest::Client::new()))
    }

    /// Sends a request and waits for the head of the answer. `timeout` overrides the timeout of the application's
    /// client.
    pub async fn send(
        &self,
        request: Request<Bytes>,
        timeout: Duration,
    ) -> Result<Response<Body>, Error> {
        match self {
            #[cfg(not(target_arch = "wasm32"))]
            Self::Hyper(client) => hyper_client::send(client, request, timeout).await,
            #[cfg(any(feature = "reqwest", target_arch = "wasm32"))]
            Self::Reqwest(client) => reqwest_client::send(client, request, timeout).await,
        }
    }
}

/// Returns a header value that is marked as sensitive, so that `Debug` hides it. Returns `None` if the text is not
/// ASCII or not a valid header value.
pub fn header_value(text: &str) -> Option<HeaderValue> {
    let mut value = text.is_ascii().then(|| HeaderValue::from_str(text).ok())??;
    value.set_sensitive(true);
    Some(value)
}
