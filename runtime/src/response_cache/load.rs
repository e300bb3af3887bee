//! Answers a call from the cache or by its handler.

use std::{
    hash::Hash,
    mem,
    pin::pin,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use http::header;
use stoa_cache::{Cached, Freshness, Snapshot};
use stoa_telemetry::{Chain, causes};

use super::{
    Encoded, ResponseCache, cached_response::CachedResponse, encoding::Encoding,
    shared_failure::SharedFailure,
};
use crate::{
    Call, Error, Operation, Reply, hashed_bytes::hashed_bytes, operation::error::UntypedError,
};

/// The state of a call's handler.
enum HandlerState {
    NotCalled,
    Called,
    Reply(Reply),
    Failed(UntypedError),
}

enum Answer {
    Cached(Cached<Arc<CachedResponse>>),
    /// A reply that may not be sent to other clients.
    Uncacheable(Box<Reply>),
}

impl Call {
    /// Answers the request from the cache or by the handler. A cached response counts if it is less than `seconds` old
    /// and this process has not written to the site since. While the database is down, answers with a stale response
    /// and its `Age`.
    pub async fn cached<Op, Handled>(
        &mut self,
        seconds: u32,
        site_id: i64,
        request: Op,
        handler: impl FnOnce(Op) -> Handled + Send,
    ) -> Result<Reply, Error<Op>>
    where
        Op: Operation + Hash,
        Handled: Future<Output = Result<Reply, Error<Op>>> + Send,
    {
        // Loads are boxed, so that the future of a hit is small.
        let Some(cache) = self.cache.clone() else { return Box::pin(handler(request)).await };
        // The decoded request, so that requests that differ only in spelling share a response. The key is not a digest,
        // so no client can forge a collision.
        let key: Arc<[u8]> = hashed_bytes((self.path_template(), &request)).into();
        let ttl = Duration::from_secs(seconds.into());
        let freshness = Freshness { ttl, generation: cache.generations.current(site_id) };
        if let Some(response) = cache.responses.get(&key, freshness) {
            return Ok(self.reply_with(cache, response));
        }
        let handler = async { handler(request).await.map_err(|error| error.failure) };
        let snapshot = cache.reads_replicas.then(|| {
            let last_invalidation = cache.generations.last_invalidation(site_id);
            Snapshot::new(Instant::now(), ttl, last_invalidation)
        });
        let load = cache.load(key, freshness, self, handler);
        let load = Snapshot::scope(snapshot, load);
        Ok(match Box::pin(load).await.map_err(UntypedError::into_error)? {
            Answer::Cached(Cached { value, stale_for: None }) => self.reply_with(cache, value),
            Answer::Cached(Cached { value, stale_for: Some(age) }) => {
                self.reply_with(cache, value).header(header::AGE, age.as_secs())
            }
            Answer::Uncacheable(reply) => *reply,
        })
    }

    fn reply_with(&self, cache: Arc<ResponseCache>, response: Arc<CachedResponse>) -> Reply {
        let mut reply = response.reply();
        let encoding = Encoding::accepted(self.headers());
        reply.encoded = encoding.map(|encoding| Encoded { cache, response, encoding });
        reply
    }

    fn is_unavailable(&self, failure: &UntypedError) -> bool {
        match &failure.cause {
            Some(cause) => causes(cause.as_ref()).any(self.is_transient),
            None => failure.status == 503,
        }
    }

    /// Logs why this call gets a stale response. Does nothing if another call ran the handler, because that call logs
    /// the reason.
    fn log_stale(&self, handled: &HandlerState, age: Duration) {
        let failure = match handled {
            HandlerState::Failed(failure) if failure.overload().is_some() => return,
            HandlerState::Failed(failure) => Some(failure),
            HandlerState::Called => None,
            HandlerState::NotCalled | HandlerState::Reply(_) => return,
        };
        let cause = failure.and_then(|failure| failure.cause.as_deref());
        let cause = cause.map(|cause| Chain(cause).to_string());
        tracing::warn!(
            request_id = self.request_id(),
            operation = self.operation_id(),
            age = age.as_secs(),
            error = cause.as_deref().unwrap_or("no answer in time"),
            "unavailable: a stale response from the cache is served"
        );
    }
}

impl ResponseCache {
    async fn load(
        &self,
        key: Arc<[u8]>,
        freshness: Freshness,
        call: &Call,
        handler: impl Future<Output = Result<Reply, UntypedError>> + Send,
    ) -> Result<Answer, UntypedError> {
        let state = Mutex::new(HandlerState::NotCalled);
        let swap =
            |new| mem::replace(&mut *state.lock().unwrap_or_else(PoisonError::into_inner), new);
        let mut load = pin!(async {
            swap(HandlerState::Called);
            match handler.await.and_then(Reply::written) {
                Ok(reply) if CachedResponse::is_cacheable(&reply) => {
                    let last = self.responses.peek(&*key);
                    Ok(Some(CachedResponse::new(reply, key.clone(), last)))
                }
                Ok(reply) => {
                    swap(HandlerState::Reply(reply));
                    Ok(None)
                }
                Err(failure) => {
                    swap(HandlerState::Failed(failure.clone()));
                    let is_unavailable = call.is_unavailable(&failure);
                    Err(SharedFailure { is_unavailable, failure })
                }
            }
        });
        let mut loaded = self.responses.get_or_load(key.clone(), freshness, load.as_mut()).await;
        let mut handled = swap(HandlerState::NotCalled);
        // This call waited for another call, whose reply cannot be shared. This call therefore runs the handler itself.
        if let (Ok(None), HandlerState::NotCalled) = (&loaded, &handled) {
            let own = load.await;
            loaded = own.map(|value| value.map(|value| Cached { value, stale_for: None }));
            handled = swap(HandlerState::NotCalled);
        }
        match (loaded, handled) {
            (Ok(Some(cached)), handled) => {
                if let Some(age) = cached.stale_for {
                    call.log_stale(&handled, age);
                }
                Ok(Answer::Cached(cached))
            }
            (_, HandlerState::Reply(reply)) => Ok(Answer::Uncacheable(Box::new(reply))),
            (Err(shared), _) => Err(shared.failure),
            (Ok(None), _) => Err(UntypedError::internal("a handler without a reply")),
        }
    }
}
