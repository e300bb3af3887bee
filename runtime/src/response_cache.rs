//! Caches the responses of operations that depend only on path, query and site (`x-cache-seconds`). Guards and rate
//! limits run before the lookup.
//!
//! Responses are cached whole, so a hit costs one look-up and a copy of the headers. [`stoa_cache`] implements storage,
//! single flight and stale-if-error; this module adds HTTP.

mod cached_response;
mod encoding;
mod load;
mod shared_failure;

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use http::{Response, StatusCode, header};
use stoa_cache::{Cache, Generations};

use crate::Body;
use cached_response::CachedResponse;
use encoding::Encoding;
use shared_failure::SharedFailure;

/// Settings of the response cache.
pub struct CacheSettings {
    /// Maximum bytes of all responses with their compressed forms and keys. A response of more than 1/64 of this is not
    /// cached.
    pub bytes: usize,
    /// Maximum age of a stale response while the database is down.
    pub stale_if_error: Duration,
    /// Counts the writes of this process, which make responses stale.
    pub generations: Generations,
    /// Whether replicas of the database may answer the handlers of cached operations.
    pub reads_replicas: bool,
    /// A monotonic clock. With replicas it must be [`Instant::now`].
    pub clock: Box<dyn Fn() -> Instant + Send + Sync>,
    /// Whether a response is worth compressing for a client that accepts an encoding.
    pub is_worth_compressing: fn(&Response<Body>) -> bool,
}

/// The cached responses.
pub struct ResponseCache {
    responses: Cache<Arc<[u8]>, Arc<CachedResponse>, SharedFailure>,
    generations: Generations,
    reads_replicas: bool,
    is_worth_compressing: fn(&Response<Body>) -> bool,
}

impl ResponseCache {
    pub fn new(settings: CacheSettings) -> Self {
        let CacheSettings { generations, reads_replicas, is_worth_compressing, .. } = settings;
        let weigh = |response: &Arc<CachedResponse>| response.weight();
        let responses = Cache::with_bytes("answers", settings.bytes, weigh, settings.clock)
            .stale_if_error(settings.stale_if_error);
        let responses = if reads_replicas { responses.reading_replicas() } else { responses };
        Self { responses, generations, reads_replicas, is_worth_compressing }
    }

    /// Bytes of all cached responses.
    pub fn bytes(&self) -> u64 {
        self.responses.weight()
    }
}

/// The encoding that a client prefers for a cached response. Only a response with a body is encoded, so a 304 is not.
pub(crate) struct Encoded {
    cache: Arc<ResponseCache>,
    response: Arc<CachedResponse>,
    encoding: Encoding,
}

impl Encoded {
    /// Replaces the body by its compressed form, and sets the same headers as `tower-http`. `tower-http` skips a
    /// response that already has an encoding.
    pub(crate) fn replace_body(&self, response: &mut Response<Body>) {
        let Self { cache, response: cached, encoding } = self;
        if response.status() != StatusCode::OK || !(cache.is_worth_compressing)(response) {
            return;
        }
        let (form, is_new) = cached.encoded(*encoding);
        if is_new {
            cache.responses.reweigh(&cached.key, |other| Arc::ptr_eq(other, cached));
        }
        let Some(form) = form else { return };
        *response.body_mut() = Body::from(form.body.clone());
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_ENCODING, encoding.header());
        headers.append(header::VARY, header::ACCEPT_ENCODING.into());
        if let Some(etag) = &form.etag {
            headers.insert(header::ETAG, etag.clone());
        }
    }
}
