//! Answers that were given a moment ago, for operations that depend on nothing but path, query and site (`x-remember`).
//! The guards have let the caller in, and its limits are counted, before anything here is asked.
//!
//! What is kept is the finished answer. `quick_cache` keeps it, as it keeps keys and stores: a hit is a shared lock
//! around a look-up by bytes that stand on the stack, its CLOCK-PRO lets what is asked for once pass by what is asked
//! for often, and it weighs entries. `moka` would do too, with a queue of what was read and three times the code in
//! the tree. The flights of `quick_cache` are not used: they take the last answer away while the next one is read,
//! which may be needed if that fails.

mod answer;
mod encoding;
mod flights;
mod key;
mod remembered;

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use http::{Response, StatusCode, header};
use metrics::{Counter, counter};
use quick_cache::{
    DefaultHashBuilder, OptionsBuilder, Weighter,
    sync::{Cache, DefaultLifecycle},
};
use stoa_remembered::Changes;

use crate::Body;
use answer::{Answer, Content};
use encoding::Encoding;
use flights::Flights;

/// Parts of the memory, each with a lock of its own.
const SHARDS: usize = 16;

/// Of a shard, what one answer may take at most: one in 64 of all.
const LARGEST_OF_A_SHARD: usize = 4;

/// What an answer takes, about: by it the cache knows how many it has forgotten.
const USUAL_SIZE: usize = 8 * 1024;

/// How answers are remembered.
pub struct CacheSettings {
    /// Bytes of all of them, with their compressed forms and what they are found by. Larger ones than a 64th are not kept.
    pub bytes: usize,
    /// How old an answer may be that is given because the database does not answer.
    pub stale_if_error: Duration,
    /// What this process writes.
    pub changes: Changes,
    /// Tells a time that nobody sets: by it an answer is never younger than it is.
    pub clock: Box<dyn Fn() -> Instant + Send + Sync>,
    /// Whether an answer is sent compressed to who takes it.
    pub is_worth_compressing: fn(&Response<Body>) -> bool,
}

/// The answers that are remembered.
pub struct ResponseCache {
    settings: CacheSettings,
    answers: Cache<Arc<[u8]>, Kept, Weigher>,
    flights: Flights,
    hits: Counter,
    misses: Counter,
    stale: Counter,
}

/// An answer and what it takes, as it was last weighed.
#[derive(Clone)]
struct Kept {
    answer: Arc<Answer>,
    weight: u64,
}

#[derive(Clone)]
struct Weigher;

impl Weighter<Arc<[u8]>, Kept> for Weigher {
    fn weight(&self, _: &Arc<[u8]>, kept: &Kept) -> u64 {
        kept.weight
    }
}

impl ResponseCache {
    /// Remembers nothing yet.
    #[expect(clippy::expect_used, reason = "both capacities are set")]
    pub fn new(settings: CacheSettings) -> Self {
        let options = OptionsBuilder::new()
            .weight_capacity(settings.bytes as u64)
            .estimated_items_capacity((settings.bytes / USUAL_SIZE).max(SHARDS * 32))
            .shards(SHARDS)
            .build()
            .expect("capacities");
        let (hasher, lifecycle) = (DefaultHashBuilder::default(), DefaultLifecycle::default());
        Self {
            answers: Cache::with_options(options, Weigher, hasher, lifecycle),
            flights: Flights::default(),
            hits: counter!("stoa_cache_hits_total", "cache" => "answers"),
            misses: counter!("stoa_cache_misses_total", "cache" => "answers"),
            stale: counter!("stoa_cache_stale_total", "cache" => "answers"),
            settings,
        }
    }

    /// Bytes of all that is kept.
    pub fn bytes(&self) -> u64 {
        self.answers.weight()
    }

    fn now(&self) -> Instant {
        (self.settings.clock)()
    }

    fn get(&self, key: &[u8]) -> Option<Arc<Answer>> {
        self.answers.get(key).map(|kept| kept.answer)
    }

    /// Keeps an answer, unless it is too large.
    fn keep(&self, answer: &Arc<Answer>) {
        let weight = answer.weight();
        if weight as usize > self.settings.bytes / SHARDS / LARGEST_OF_A_SHARD {
            self.answers.remove(&*answer.key);
            return;
        }
        self.answers.insert(answer.key.clone(), Kept { answer: answer.clone(), weight });
    }

    fn forget(&self, key: &[u8]) {
        self.answers.remove(key);
    }

    /// An answer has got a compressed form.
    fn weigh_again(&self, key: &Arc<[u8]>, content: &Arc<Content>) {
        let kept = self.answers.peek(&**key);
        if let Some(Kept { answer, .. }) =
            kept.filter(|it| Arc::ptr_eq(&it.answer.content, content))
        {
            let weight = answer.weight();
            // An error is an answer that has gone meanwhile.
            let _ = self.answers.replace(key.clone(), Kept { answer, weight }, true);
        }
    }

    /// The last answer, where it may be given for want of a newer one.
    fn while_gone(&self, key: &[u8], now: Instant) -> Option<(Arc<Answer>, Duration)> {
        let answer = self.answers.peek(key)?.answer;
        let age = answer.age(now);
        (age < self.settings.stale_if_error).then_some((answer, age))
    }
}

/// An answer that is sent in an encoding, if it is sent at all and not told to be known.
pub(crate) struct Encoded {
    cache: Arc<ResponseCache>,
    answer: Arc<Answer>,
    encoding: Encoding,
}

impl Encoded {
    /// As `tower-http` would, which leaves alone what has an encoding.
    pub(crate) fn replace_body(&self, response: &mut Response<Body>) {
        let Self { cache, answer, encoding } = self;
        if response.status() != StatusCode::OK || !(cache.settings.is_worth_compressing)(response) {
            return;
        }
        let (form, is_new) = answer.content.encoded(*encoding);
        if is_new {
            cache.weigh_again(&answer.key, &answer.content);
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
