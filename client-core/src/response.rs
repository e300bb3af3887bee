//! What a success is read into.

use std::ops::Deref;

use http::StatusCode;
use http::header::{ETAG, Entry, HeaderMap, LOCATION, SET_COOKIE};

/// A success: its body, and beside it status and headers. Dereferences to the body.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Response<T> {
    /// The answer's.
    pub status: StatusCode,
    /// The answer's.
    pub headers: HeaderMap,
    /// As the document has it.
    pub body: T,
}

/// How many calls a caller has left in this minute: `X-RateLimit-Limit` and `X-RateLimit-Remaining`. Only REST v1 tells,
/// with successes and with refusals. Of 429 see also [`Error::retry_after`](crate::Error::retry_after).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct RateLimit {
    /// Calls a minute.
    pub limit: u64,
    /// Those that are left of them.
    pub remaining: u64,
}

impl RateLimit {
    pub(crate) fn of(headers: &HeaderMap) -> Option<Self> {
        let number = |name| headers.get(name)?.to_str().ok()?.parse().ok();
        let (limit, remaining) = (number("x-ratelimit-limit")?, number("x-ratelimit-remaining")?);
        Some(Self { limit, remaining })
    }
}

impl<T> Response<T> {
    pub(crate) fn new(status: StatusCode, headers: HeaderMap, body: T) -> Self {
        Self { status, headers: discreet(headers), body }
    }

    /// The body alone.
    pub fn into_body(self) -> T {
        self.body
    }

    /// `X-Request-Id`: quote it when you report a problem.
    pub fn request_id(&self) -> Option<&str> {
        self.header("x-request-id")
    }

    /// The tag of what was read, for `if_none_match` of the next call.
    pub fn etag(&self) -> Option<&str> {
        self.header(ETAG.as_str())
    }

    /// How many calls are left, where the API tells.
    pub fn rate_limit(&self) -> Option<RateLimit> {
        RateLimit::of(&self.headers)
    }

    /// `Idempotent-Replayed`: the stored answer to an earlier call with the same `Idempotency-Key`.
    pub fn is_replayed(&self) -> bool {
        self.header("idempotent-replayed") == Some("true")
    }

    fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }
}

/// A cookie may be a credential, and an address have one in it, which `Debug` does not show then.
pub(crate) fn discreet(mut headers: HeaderMap) -> HeaderMap {
    for name in [SET_COOKIE, LOCATION] {
        if let Entry::Occupied(mut values) = headers.entry(name) {
            values.iter_mut().for_each(|value| value.set_sensitive(true));
        }
    }
    headers
}

impl<T> Deref for Response<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.body
    }
}
