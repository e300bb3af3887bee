//! How calls are made: of a client, or of some of its calls.

use std::time::Duration;

use reqwest::header::{HeaderMap, HeaderName, HeaderValue, IF_NONE_MATCH};

use crate::Error;

/// How calls are made: of a client, or of some of its calls.
#[derive(Debug, Clone)]
pub struct Settings {
    pub(crate) timeout: Duration,
    pub(crate) retries: u32,
    pub(crate) headers: HeaderMap,
}

impl Default for Settings {
    fn default() -> Self {
        Self { timeout: Duration::from_secs(60), retries: 2, headers: HeaderMap::new() }
    }
}

impl Settings {
    /// How long a call may take in all, with its retries and the waits between them: 60 seconds unless set. A stream of
    /// events has no end of its own.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// How often a call that may be repeated is sent again after a failure that may pass: twice unless set.
    #[must_use]
    pub fn retries(mut self, retries: u32) -> Self {
        self.retries = retries;
        self
    }

    /// A further header.
    ///
    /// # Errors
    /// [`Error::Request`] where HTTP does not allow the name or the value.
    pub fn header(mut self, name: &str, value: &str) -> Result<Self, Error> {
        let named = HeaderName::from_bytes(name.as_bytes());
        let (Ok(name), Ok(mut value)) = (named, HeaderValue::from_str(value)) else {
            return Err(Error::Request("HTTP does not allow this header".into()));
        };
        value.set_sensitive(true);
        self.headers.insert(name, value);
        Ok(self)
    }

    /// The answer is wanted only if it has another [`etag`](crate::Response::etag) than this; else the call fails with
    /// status 304.
    ///
    /// # Errors
    /// [`Error::Request`] where this is no tag.
    pub fn if_none_match(self, etag: &str) -> Result<Self, Error> {
        self.header(IF_NONE_MATCH.as_str(), etag)
    }
}
