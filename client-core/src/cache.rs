//! Answers that are kept, and asked for again with their tag: what has not changed is not sent again.
//!
//! The server is asked each time, with the credentials of the call, so that nobody reads what only another may: what is
//! kept saves the way of the body. It stands under all that is sent but the tag, credentials too.

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

/// What an answer is thought to have, where the number of those that fit is guessed.
const TYPICAL_RESPONSE_BYTES: u64 = 4096;

/// For each header, and for each answer, beside its text: as measured with many small ones.
const CLIENT_CACHE_ENTRY_OVERHEAD: usize = 200;

/// The answers of a client, bounded by their bytes.
pub struct Cache {
    answers: Mutex<Kept<Key, Answer, Bytewise>>,
}

/// The operation and all that is sent with it, but the tag.
type Key = Arc<[u8]>;

#[derive(Clone)]
struct Answer {
    tag: HeaderValue,
    headers: Arc<HeaderMap>,
    body: Bytes,
}

/// Where the answer to a call is kept.
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
    /// Where its answer is kept, if it is: the client has a cache, and the call reads, and has no tag of its own.
    pub(crate) fn place(&self) -> Option<Place> {
        let cache = self.transport.cache.clone()?;
        let is_read = self.method == Method::GET && self.is_repeatable && self.fault.is_none();
        let is_plain = !self.headers.contains_key(IF_NONE_MATCH) && !forbids(&self.headers);
        (is_read && is_plain).then(|| Place { cache, key: self.key() })
    }

    fn key(&self) -> Key {
        let sent = self.transport.headers.iter().chain(&self.headers);
        // No value of a header holds the end of a line.
        let mut lines: Vec<Vec<u8>> = sent
            .map(|(name, value)| [name.as_str().as_bytes(), b":", value.as_bytes()].concat())
            .collect();
        lines.sort();
        let begin = [self.operation.as_bytes().to_vec(), self.url().into_bytes()];
        [&begin[..], &lines].concat().join(&b'\n').into()
    }
}

impl Place {
    /// What is sent, or, where it has not changed, what is kept.
    pub async fn answer(self, mut call: Call) -> Result<Response<Bytes>, Error> {
        let kept = self.cache.get(&self.key);
        if let Some(kept) = &kept {
            call.headers.insert(IF_NONE_MATCH, kept.tag.clone());
        }
        match (call.read().await, kept) {
            (Err(Error::Api(told)), Some(kept)) if told.status == StatusCode::NOT_MODIFIED => {
                Ok(kept.with(told.headers))
            }
            (Ok(answer), _) => {
                self.keep(&answer);
                Ok(answer)
            }
            (Err(error), _) => Err(error),
        }
    }

    fn keep(self, answer: &Response<Bytes>) {
        let Response { status, headers, body } = answer;
        let varies = headers.get_all(VARY).iter().any(|value| value == "*");
        let is_kept = *status == StatusCode::OK && !forbids(headers) && !varies;
        // A cookie is for the answer with which it came.
        let is_kept = is_kept && !headers.contains_key(SET_COOKIE);
        self.cache.with(|answers| match headers.get(ETAG) {
            Some(tag) if is_kept => {
                // Of their own: what came are parts of something larger.
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
    /// Its body, with what the server says of it today (RFC 9111, section 3.2).
    fn with(self, told: HeaderMap) -> Response<Bytes> {
        let mut headers = Arc::unwrap_or_clone(self.headers);
        for name in told.keys().filter(|name| **name != CONTENT_LENGTH) {
            headers.remove(name);
            for value in told.get_all(name) {
                headers.append(name.clone(), value.clone());
            }
        }
        Response::new(StatusCode::OK, headers, self.body)
    }
}

/// The same in bytes of its own.
fn own(value: &HeaderValue) -> HeaderValue {
    let mut own = HeaderValue::from_bytes(value.as_bytes()).unwrap_or_else(|_| value.clone());
    own.set_sensitive(value.is_sensitive());
    own
}

/// Whether it may not be kept anywhere. What is `private` is its reader's own, as this cache is.
fn forbids(headers: &HeaderMap) -> bool {
    let values = headers.get_all(CACHE_CONTROL).iter().filter_map(|value| value.to_str().ok());
    values
        .flat_map(|value| value.split(','))
        .any(|directive| directive.trim().eq_ignore_ascii_case("no-store"))
}
