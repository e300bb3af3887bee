//! A cache of responses that have a tag (`ETag`).
//!
//! Each call still asks the server, with the caller's credentials and the cached tag. The server does not send an
//! unchanged body again.
//!
//! The cache key is everything that a call sends, except the tag. Because the key includes the credentials, no caller
//! gets a response that was cached for another caller.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use http::header::{
    CACHE_CONTROL, CONTENT_LENGTH, ETAG, HeaderMap, HeaderValue, IF_NONE_MATCH, SET_COOKIE, VARY,
};
use http::{Method, StatusCode};
use quick_cache::Weighter;
use quick_cache::unsync::Cache as Kept;

use crate::{Call, Error, Response};

/// Assumed size of an answer, used to estimate how many fit into the cache.
const TYPICAL_RESPONSE_BYTES: u64 = 4096;

/// Estimated overhead in bytes: once for each answer, and once for each of its headers. Measured with many small answers.
const CLIENT_CACHE_ENTRY_OVERHEAD: usize = 200;

/// The cached answers of a client, limited by their size in bytes.
pub struct Cache {
    answers: Mutex<Kept<Key, Answer, Bytewise>>,
}

/// The cache key: the operation, the URL, and all headers except `If-None-Match`.
type Key = Arc<[u8]>;

#[derive(Clone)]
struct Answer {
    tag: HeaderValue,
    headers: Arc<HeaderMap>,
    body: Bytes,
}

/// The place of a call's answer in the cache. There may be no answer yet.
pub struct Place {
    cache: Arc<Cache>,
    key: Key,
}

#[derive(Clone)]
struct Bytewise;

impl Weighter<Key, Answer> for Bytewise {
    fn weight(&self, key: &Key, answer: &Answer) -> u64 {
        let headers: usize = answer
            .headers
            .iter()
            .map(|(name, value)| name.as_str().len() + value.len() + CLIENT_CACHE_ENTRY_OVERHEAD)
            .sum();
        (key.len() + headers + answer.body.len() + CLIENT_CACHE_ENTRY_OVERHEAD) as u64
    }
}

impl Cache {
    pub fn new(bytes: u64) -> Self {
        let guess = (bytes / TYPICAL_RESPONSE_BYTES).clamp(16, 4096) as usize;
        Self { answers: Mutex::new(Kept::with_weighter(guess, bytes, Bytewise)) }
    }

    fn get(&self, key: &Key) -> Option<Answer> {
        self.with(|answers| answers.get(key).cloned())
    }

    fn with<T>(&self, act: impl FnOnce(&mut Kept<Key, Answer, Bytewise>) -> T) -> T {
        act(&mut self.answers.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl fmt::Debug for Cache {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (answers, bytes) = self.with(|answers| (answers.len(), answers.weight()));
        out.debug_struct("Cache").field("answers", &answers).field("bytes", &bytes).finish()
    }
}

impl Call {
    /// Returns the place of this call's answer in the cache. Returns `None` if the client has no cache, and in these
    /// cases:
    /// - The call is not a `GET` that may be repeated, or the call cannot be sent.
    /// - The application set `If-None-Match` or `Cache-Control: no-store`.
    pub(crate) fn place(&self) -> Option<Place> {
        let cache = self.transport.config.cache.clone()?;
        let is_read = self.method == Method::GET && self.is_repeatable && self.fault.is_none();
        let is_plain = !self.headers.contains_key(IF_NONE_MATCH) && !forbids(&self.headers);
        (is_read && is_plain).then(|| Place { cache, key: self.key() })
    }

    fn key(&self) -> Key {
        let sent = self.transport.config.headers.iter().chain(&self.headers);
        // A line break separates the headers without ambiguity, because header values contain no line breaks.
        let mut lines: Vec<Vec<u8>> = sent
            .map(|(name, value)| [name.as_str().as_bytes(), b":", value.as_bytes()].concat())
            .collect();
        lines.sort();
        let begin = [self.operation.as_bytes().to_vec(), self.url().into_bytes()];
        [&begin[..], &lines].concat().join(&b'\n').into()
    }
}

impl Place {
    /// Sends the call, with the cached tag if there is one. Returns the cached answer if the server answers 304.
    pub async fn answer(self, call: &mut Call) -> Result<Response<Bytes>, Error> {
        let kept = self.cache.get(&self.key);
        if let Some(kept) = &kept {
            call.headers.insert(IF_NONE_MATCH, kept.tag.clone());
        }
        match (call.read().await, kept) {
            (Err(error), Some(kept)) if error.is_not_modified() => {
                let attempts = error.call.as_ref().map_or(1, |call| call.attempts);
                let headers = error.into_headers();
                Ok(kept.with(headers, attempts))
            }
            (Ok(answer), _) => {
                self.keep(&answer);
                Ok(answer)
            }
            (Err(error), _) => Err(error),
        }
    }

    fn keep(self, answer: &Response<Bytes>) {
        let Response { status, headers, body, .. } = answer;
        let varies = headers.get_all(VARY).iter().any(|value| value == "*");
        let is_kept = *status == StatusCode::OK && !forbids(headers) && !varies;
        // An answer with a cookie is not cached, because a cookie belongs only to the answer that set it.
        let is_kept = is_kept && !headers.contains_key(SET_COOKIE);
        self.cache.with(|answers| match headers.get(ETAG) {
            Some(tag) if is_kept => {
                // The received values are slices of larger buffers. The cache would retain these buffers without the
                // copies.
                let (tag, body) = (own(tag), Bytes::copy_from_slice(body));
                let mut headers = headers.clone();
                headers.values_mut().for_each(|value| *value = own(value));
                answers.insert(self.key, Answer { tag, headers: headers.into(), body });
            }
            _ => drop(answers.remove(&self.key)),
        });
    }
}

impl Answer {
    /// Returns the cached answer. The headers of the 304 replace cached headers of the same name (RFC 9111, section
    /// 3.2).
    fn with(self, told: HeaderMap, attempts: u32) -> Response<Bytes> {
        let mut headers = Arc::unwrap_or_clone(self.headers);
        for name in told.keys().filter(|name| **name != CONTENT_LENGTH) {
            headers.remove(name);
            for value in told.get_all(name) {
                headers.append(name.clone(), value.clone());
            }
        }
        Response::new(StatusCode::OK, headers, attempts, self.body)
    }
}

/// Returns a copy of the value in a separate buffer.
fn own(value: &HeaderValue) -> HeaderValue {
    let mut own = HeaderValue::from_bytes(value.as_bytes()).unwrap_or_else(|_| value.clone());
    own.set_sensitive(value.is_sensitive());
    own
}

/// Whether `no-store` forbids caching. A `private` response may be stored, because the cache key has the credentials.
fn forbids(headers: &HeaderMap) -> bool {
    let values = headers.get_all(CACHE_CONTROL).iter().filter_map(|value| value.to_str().ok());
    values
        .flat_map(|value| value.split(','))
        .any(|directive| directive.trim().eq_ignore_ascii_case("no-store"))
}
