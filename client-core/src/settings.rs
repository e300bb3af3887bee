//! Settings of a client or of some of its calls.

use std::fmt;
use std::net::IpAddr;
use std::time::Duration;

use http::header::{HeaderMap, HeaderName};

use crate::http_client::header_value;

/// The header that names the client for which a call is made.
pub(crate) const FORWARDED_FOR: &str = "x-forwarded-for";

/// Settings of a client or of some of its calls. If a header is not valid, building the client or sending the call
/// fails.
#[derive(Clone)]
pub struct Settings {
    pub(crate) timeout: Duration,
    /// `None` means the default.
    pub(crate) retries: Option<u32>,
    pub(crate) headers: HeaderMap,
    /// The error text if a header is not valid.
    pub(crate) fault: Option<&'static str>,
}

impl Default for Settings {
    fn default() -> Self {
        let timeout = Duration::from_secs(60);
        Self { timeout, retries: None, headers: HeaderMap::new(), fault: None }
    }
}

impl Settings {
    /// Sets the maximum duration of a call, including its retries and the waits between them. The default is 60
    /// seconds. For a stream of events, the timeout limits the time until the stream is open. The open stream has no
    /// time limit.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Sets how often a call that may be repeated is retried after a temporary failure. The default is 2.
    ///
    /// For a stream of events, sets how often a failed connection is retried. By default, a stream retries without this
    /// limit.
    #[must_use]
    pub fn retries(mut self, retries: u32) -> Self {
        self.retries = Some(retries);
        self
    }

    /// Reports this client as the one for which the calls are made. See [`Call::on_behalf_of`](crate::Call::on_behalf_of).
    #[must_use]
    pub fn on_behalf_of(self, client: IpAddr) -> Self {
        self.header(FORWARDED_FOR, &client.to_string())
    }

    /// Adds a header to every call.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        let name = HeaderName::from_bytes(name.as_bytes());
        if let (Ok(name), Some(value)) = (name, header_value(value)) {
            self.headers.insert(name, value);
        } else {
            self.fault = Some("HTTP does not allow a header of the settings");
        }
        self
    }
}

impl fmt::Debug for Settings {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Settings")
            .field("timeout", &self.timeout)
            .field("retries", &self.retries)
            .field("headers", &self.headers)
            .finish_non_exhaustive()
    }
}
