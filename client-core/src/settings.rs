//! How calls are made: of a client, or of some of its calls.

use std::fmt;
use std::time::Duration;

use http::header::{HeaderMap, HeaderName};

use crate::http_client::header_value;

/// How calls are made: of a client, or of some of its calls. A header that cannot be is told by the call, or when the
/// client is built.
#[derive(Clone)]
pub struct Settings {
    pub(crate) timeout: Duration,
    /// None is as many as are usual.
    pub(crate) retries: Option<u32>,
    pub(crate) headers: HeaderMap,
    /// What cannot be sent with them.
    pub(crate) fault: Option<&'static str>,
}

impl Default for Settings {
    fn default() -> Self {
        let timeout = Duration::from_secs(60);
        Self { timeout, retries: None, headers: HeaderMap::new(), fault: None }
    }
}

impl Settings {
    /// How long a call may take in all, with its retries and the waits between them: 60 seconds unless set. A stream of
    /// events has so long to begin, and no end of its own.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// How often a call that may be repeated is sent again after a failure that may pass: twice unless set. Where it is
    /// set, it is also how often a connection of a stream of events that fails is tried again.
    #[must_use]
    pub fn retries(mut self, retries: u32) -> Self {
        self.retries = Some(retries);
        self
    }

    /// A further header.
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
