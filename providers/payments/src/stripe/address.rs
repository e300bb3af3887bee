//! The address of Stripe's API, and the HTTP client that all accounts share.
//!
//! One client serves all accounts. Each request has its key in a header, and there are no cookies, so a connection is
//! not tied to an account. Stores share connections, and a changed key needs no new client.

use std::sync::OnceLock;
use std::time::Duration;

use reqwest::{Client, Url};

use crate::PaymentError;

const STRIPE: &str = "https://api.stripe.com";

/// Time to connect to a payment provider and, on Linux, time for the provider to acknowledge sent data by TCP; then the
/// server retries the call on a new connection.
const STRIPE_CONNECT_TIMEOUT: Duration = Duration::from_secs(3);

/// Idle connections are closed after this time, before firewalls and proxies on the way drop them.
const STRIPE_IDLE_TIMEOUT: Duration = Duration::from_secs(30);

/// Maximum number of idle connections. More connections are opened while more calls run at once.
const MAX_IDLE_STRIPE_CONNECTIONS: usize = 32;

pub(crate) struct Address {
    /// Without a trailing slash.
    url: String,
    /// Created for the first account, so that a server that never calls Stripe needs no certificates.
    http: OnceLock<Client>,
}

impl Address {
    pub(crate) fn new(base_url: Option<&str>) -> Result<Self, PaymentError> {
        let wrong = PaymentError::Misconfigured("the URL of Stripe's API is not an http(s) URL");
        let url = base_url.map(str::trim).filter(|url| !url.is_empty()).unwrap_or(STRIPE);
        // A user name or password in the URL would be sent as a credential.
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

/// Builds the HTTP client. It uses the proxy that the environment names (`HTTPS_PROXY`). It uses HTTP/1.1, so that a
/// broken connection fails one call instead of all.
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
