//! Successful responses.

use std::ops::Deref;

use http::StatusCode;
use http::header::{ETAG, Entry, HeaderMap, LOCATION, SET_COOKIE};

/// A successful response: status, headers and body. Dereferences to the body.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Response<T> {
    /// Status of the response.
    pub status: StatusCode,
    /// Headers of the response.
    pub headers: HeaderMap,
    /// Number of attempts, including the last, which succeeded.
    pub attempts: u32,
    /// Body of the response, in the type that the document declares.
    pub body: T,
}

/// The state of the caller's rate limit, from the headers `X-RateLimit-Limit` and `X-RateLimit-Remaining`. Only REST v1
/// sends these headers, in successful and in failed answers. For the wait after a 429, see
/// [`Error::retry_after`](crate::Error::retry_after).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct RateLimit {
    /// Maximum calls per minute.
    pub limit: u64,
    /// Calls left in this minute.
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
    pub(crate) fn new(status: StatusCode, headers: HeaderMap, attempts: u32, body: T) -> Self {
        Self { status, headers: discreet(headers), attempts, body }
    }

    /// Returns the body.
    pub fn into_body(self) -> T {
        self.body
    }

    /// Value of `X-Request-Id`. Quote this id when you report a problem.
    pub fn request_id(&self) -> Option<&str> {
        self.header("x-request-id")
    }

    /// The response's tag. Pass it to `if_none_match` of a later call.
    pub fn etag(&self) -> Option<&str> {
        self.header(ETAG.as_str())
    }

    /// The state of the caller's rate limit, if the server reported it.
    pub fn rate_limit(&self) -> Option<RateLimit> {
        RateLimit::of(&self.headers)
    }

    /// Whether this is the stored answer to an earlier call with the same `Idempotency-Key` (`Idempotent-Replayed`).
    pub fn is_replayed(&self) -> bool {
        self.header("idempotent-replayed") == Some("true")
    }

    fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }
}

/// Marks headers that may hold a credential as sensitive, so that `Debug` hides them.
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
