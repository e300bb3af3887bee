//! Where Stripe's API is, and the one HTTP client that all accounts ask it by.
//!
//! A client for each key would be no safer: what a connection carries is no account's, the key is a header of each
//! request, and there are no cookies. So a key that changes needs no other client, and stores share connections.

use std::sync::OnceLock;
use std::time::Duration;

use reqwest::{Client, Url};

use crate::PaymentError;

const STRIPE: &str = "https://api.stripe.com";

/// Who takes no connection for so long, or acknowledges nothing on one (on Linux), is tried by another.
const STRIPE_CONNECT_TIMEOUT: Duration = Duration::from_secs(3);

/// A connection without a call is closed before those in between forget it.
const STRIPE_IDLE_TIMEOUT: Duration = Duration::from_secs(30);

/// Connections without a call. More are opened where more are asked for at once.
const MAX_IDLE_STRIPE_CONNECTIONS: usize = 32;

/// Where Stripe's API is.
pub(crate) struct Address {
    /// Without a slash at its end.
    url: String,
    /// From the first account on: who never asks Stripe needs no certificates.
    http: OnceLock<Client>,
}

impl Address {
    pub(crate) fn new(base_url: Option<&str>) -> Result<Self, PaymentError> {
        let wrong = PaymentError::Misconfigured("the URL of Stripe's API is not an http(s) URL");
        let url = base_url.map(str::trim).filter(|url| !url.is_empty()).unwrap_or(STRIPE);
        // Who stands before the host would be sent as a credential.
        let is_plain = |url: &Url| {
            matches!(url.scheme(), "http" | "https")
                && url.query().is_none()
                && url.fragment().is_none()
                && url.username().is_empty()
                && url.password().is_none()
        };
        let url = url.parse().ok().filter(is_plain).ok_or(wrong)?;
        let url = url.as_str().trim_end_matches('/').to_owned();
        Ok(Self { url, http: OnceLock::new() })
    }

    pub(super) fn http(&self) -> Result<&Client, PaymentError> {
        if let Some(http) = self.http.get() {
            return Ok(http);
        }
        let http = new_client()?;
        Ok(self.http.get_or_init(|| http))
    }

    pub(super) fn url(&self) -> &str {
        &self.url
    }
}

/// By the proxy that the environment names (`HTTPS_PROXY`). Over HTTP/1.1 a connection that breaks takes one call with
/// it, not all.
fn new_client() -> Result<Client, PaymentError> {
    let builder = stoa_tls_roots::http()
        .http1_only()
        .connect_timeout(STRIPE_CONNECT_TIMEOUT)
        .pool_idle_timeout(STRIPE_IDLE_TIMEOUT)
        .pool_max_idle_per_host(MAX_IDLE_STRIPE_CONNECTIONS)
        .user_agent(concat!("Stoa/", env!("CARGO_PKG_VERSION")));
    #[cfg(target_os = "linux")]
    let builder = builder.tcp_user_timeout(STRIPE_CONNECT_TIMEOUT);
    builder
        .build()
        .map_err(|_| PaymentError::Misconfigured("the system's TLS certificates cannot be read"))
}
