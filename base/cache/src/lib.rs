//! The in-process cache for responses, API keys and stores, which protects the database from repeated reads.
//!
//! A value is fresh until its TTL has passed or this process writes to its site ([`Generations`]). Concurrent misses of
//! a key share one load. While the source is down, stale values below a maximum age are served, and one caller a second
//! probes the source for each key. Absent values and errors are not cached.
//!
//! `quick_cache` stores the values. Its own single flight (`get_value_or_guard_async`) is not used: it gives a guard
//! only for an absent key, so a stale value would have to be removed before the next load. The cache needs that value
//! if the load fails.

mod flights;
mod generations;

use std::{
    borrow::Borrow,
    hash::Hash,
    pin::pin,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use metrics::{Counter, counter};
use quick_cache::{
    DefaultHashBuilder, OptionsBuilder, Weighter,
    sync::{Cache as QuickCache, DefaultLifecycle},
};
use tokio::time::timeout;

pub use generations::Generations;

use flights::{Flights, Seat};

/// Shards of a cache, each with its own lock.
const CACHE_SHARDS: usize = 16;

/// In a cache with a capacity in bytes, one entry may take at most 1/64 of the capacity.
const ENTRIES_AT_MAX_SIZE: u64 = 64;

/// Assumed size of an entry. A cache with a capacity in bytes estimates its number of entries by it.
const TYPICAL_ENTRY_BYTES: usize = 8 * 1024;

/// Interval between probes of a source that is down, for each key.
const PROBE_INTERVAL: Duration = Duration::from_secs(1);

/// How long a caller waits for a load if the cache has a stale value that may be served instead.
const LOAD_TIMEOUT_IF_STALE: Duration = Duration::from_secs(2);

/// An error of a load. Every caller that waited for the load gets a clone.
pub trait LoadError: Clone {
    /// Whether the source did not answer. A stale value may then be served.
    fn is_unavailable(&self) -> bool;

    /// Whether the source answered that the value does not exist. The cached value is then evicted.
    fn is_not_found(&self) -> bool {
        false
    }
}

/// How fresh a value must be for a caller.
#[derive(Clone, Copy, Debug)]
pub struct Freshness {
    /// A value is fresh for less than this time after its load began.
    pub ttl: Duration,
    /// A value of another generation is not fresh; see [`Generations`].
    pub generation: u64,
}

/// A value from the cache or from a load.
#[derive(Clone, Debug, PartialEq)]
pub struct Cached<V> {
    pub value: V,
    /// The age of a stale value, which is served because the source is down or slow. `None` if the value is fresh.
    pub stale_for: Option<Duration>,
}

/// Values by key. A full cache evicts the entries that are used least.
pub struct Cache<K, V, E> {
    entries: QuickCache<K, Entry<V>, ByWeight>,
    flights: Flights<K, Loaded<V, E>>,
    weigh: fn(&V) -> u64,
    max_weight: u64,
    stale_if_error: Duration,
    clock: Box<dyn Fn() -> Instant + Send + Sync>,
    hits: Counter,
    misses: Counter,
    stale: Counter,
}

type Loaded<V, E> = Result<Option<Cached<V>>, E>;

#[derive(Clone)]
struct Entry<V> {
    value: V,
    weight: u64,
    /// When the load of the value began.
    loaded_at: Instant,
    generation: u64,
    failed_load: Arc<Mutex<Option<FailedLoad>>>,
}

/// The last failed load of a newer value, if the source was down or too slow.
#[derive(Clone, Copy)]
struct FailedLoad {
    at: Instant,
    generation: u64,
}

#[derive(Clone)]
struct ByWeight;

impl<K, V> Weighter<K, Entry<V>> for ByWeight {
    fn weight(&self, _: &K, entry: &Entry<V>) -> u64 {
        entry.weight
    }
}

impl<K: Clone + Eq + Hash, V: Clone, E> Cache<K, V, E> {
    /// Creates a cache with a maximum number of entries. Metrics have `name` as a label. `clock` measures the age of
    /// values.
    pub fn with_entries(
        name: &'static str,
        entries: usize,
        clock: impl Fn() -> Instant + Send + Sync + 'static,
    ) -> Self {
        Self::new(name, entries, entries as u64, |_| 1, u64::MAX, Box::new(clock))
    }

    /// Creates a cache with a maximum total weight in bytes. `weigh` returns the weight of a value.
    pub fn with_bytes(
        name: &'static str,
        bytes: usize,
        weigh: fn(&V) -> u64,
        clock: impl Fn() -> Instant + Send + Sync + 'static,
    ) -> Self {
        // The minimum keeps `quick_cache` from reducing the number of shards.
        let entries = (bytes / TYPICAL_ENTRY_BYTES).max(CACHE_SHARDS * 32);
        let max_weight = bytes as u64 / ENTRIES_AT_MAX_SIZE;
        Self::new(name, entries, bytes as u64, weigh, max_weight, Box::new(clock))
    }

    #[expect(clippy::expect_used, reason = "both capacities are set")]
    fn new(
        name: &'static str,
        estimated_entries: usize,
        capacity: u64,
        weigh: fn(&V) -> u64,
        max_weight: u64,
        clock: Box<dyn Fn() -> Instant + Send + Sync>,
    ) -> Self {
        let options = OptionsBuilder::new()
            .weight_capacity(capacity)
            .estimated_items_capacity(estimated_entries)
            .shards(CACHE_SHARDS)
            .build()
            .expect("capacities");
        let (hasher, lifecycle) = (DefaultHashBuilder::default(), DefaultLifecycle::default());
        Self {
            entries: QuickCache::with_options(options, ByWeight, hasher, lifecycle),
            flights: Flights::default(),
            weigh,
            max_weight,
            stale_if_error: Duration::ZERO,
            clock,
            hits: counter!("stoa_cache_hits_total", "cache" => name),
            misses: counter!("stoa_cache_misses_total", "cache" => name),
            stale: counter!("stoa_cache_stale_total", "cache" => name),
        }
    }

    /// Serves stale values below this age while the source is down. By default none are served.
    pub fn stale_if_error(self, stale_if_error: Duration) -> Self {
        Self { stale_if_error, ..self }
    }

    /// Returns the value if it is fresh, and then counts a hit.
    pub fn get<Q>(&self, key: &Q, freshness: Freshness) -> Option<V>
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ?Sized,
    {
        let entry = self.entries.get(key)?;
        let value = entry.is_fresh(self.now(), freshness).then_some(entry.value)?;
        self.hits.increment(1);
        Some(value)
    }

    /// Returns the value regardless of its age.
    pub fn peek<Q>(&self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ?Sized,
    {
        self.entries.peek(key).map(|entry| entry.value)
    }

    /// Stores a value that the caller loaded after a miss, and counts the miss. The value has generation 0, so only a
    /// [`Freshness`] of generation 0 finds it. A value that is too large is not stored, and the key's previous value is
    /// evicted.
    pub fn insert(&self, key: K, value: V, loaded_at: Instant) {
        self.misses.increment(1);
        self.store(key, value, loaded_at, 0);
    }

    /// The total weight of the cached values.
    pub fn weight(&self) -> u64 {
        self.entries.weight()
    }

    /// Weighs the key's cached value again if `is_same` accepts it. If another value is stored between the check and
    /// the update, the checked value overwrites it.
    pub fn reweigh(&self, key: &K, is_same: impl Fn(&V) -> bool) {
        if let Some(entry) = self.entries.peek(key).filter(|entry| is_same(&entry.value)) {
            let weight = (self.weigh)(&entry.value);
            // An error means that another caller evicted the entry.
            let _ = self.entries.replace(key.clone(), Entry { weight, ..entry }, true);
        }
    }

    fn store(&self, key: K, value: V, loaded_at: Instant, generation: u64) {
        let weight = (self.weigh)(&value);
        if weight > self.max_weight {
            self.entries.remove(&key);
            return;
        }
        let failed_load = Arc::default();
        self.entries.insert(key, Entry { value, weight, loaded_at, generation, failed_load });
    }

    fn now(&self) -> Instant {
        (self.clock)()
    }

    /// Returns the cached value if its age allows serving it stale.
    fn stale(&self, key: &K) -> Option<Cached<V>> {
        let entry = self.entries.peek(key)?;
        let age = self.now().saturating_duration_since(entry.loaded_at);
        (age < self.stale_if_error).then_some(Cached { value: entry.value, stale_for: Some(age) })
    }
}

impl<K: Clone + Eq + Hash, V: Clone, E: LoadError> Cache<K, V, E> {
    /// Returns the value if it is fresh, else the result of this load or of a concurrent load of the same key. `None`
    /// is not cached. If the source is down, or does not answer within 2 s, a stale value is served if there is one.
    ///
    /// If the caller that loads is dropped, the next waiting caller runs its own load. If another caller's result
    /// arrives, this caller's `load` is never polled.
    pub async fn get_or_load(
        &self,
        key: K,
        freshness: Freshness,
        load: impl Future<Output = Result<Option<V>, E>>,
    ) -> Loaded<V, E> {
        let entry = self.entries.get(&key);
        if let Some(cached) = self.without_load(&key, entry.as_ref(), freshness) {
            return Ok(Some(self.counted(cached)));
        }
        let seat = self.flights.join(key, self.now(), freshness);
        let has_failed = entry.as_ref().is_some_and(|entry| entry.failed_load(freshness).is_some());
        // One caller probes a source that is down. The others do not wait for it.
        if has_failed
            && !seat.is_first
            && let Some(stale) = self.stale(&seat.key)
        {
            return Ok(Some(self.counted(stale)));
        }
        let mut is_leader = false;
        let result = {
            let lead = || {
                is_leader = true;
                self.lead(&seat, freshness, load)
            };
            let mut landing = pin!(seat.flight.result.get_or_init(lead));
            match timeout(LOAD_TIMEOUT_IF_STALE, &mut landing).await {
                Ok(result) => result.clone(),
                Err(_) => match self.stale(&seat.key) {
                    Some(stale) => {
                        // Note the failure before this load is dropped. Otherwise the next waiting caller would start
                        // another load.
                        self.note_failed_load(entry.as_ref(), freshness);
                        Ok(Some(stale))
                    }
                    None => landing.await.clone(),
                },
            }
        };
        match result {
            Ok(Some(cached)) if !is_leader || cached.stale_for.is_some() => {
                Ok(Some(self.counted(cached)))
            }
            result => result,
        }
    }

    async fn lead(
        &self,
        seat: &Seat<'_, K, Loaded<V, E>>,
        freshness: Freshness,
        load: impl Future<Output = Result<Option<V>, E>>,
    ) -> Loaded<V, E> {
        // Since this caller's lookup, another caller may have loaded the value, or its load may have failed.
        let entry = self.entries.peek(&seat.key);
        if let Some(cached) = self.without_load(&seat.key, entry.as_ref(), freshness) {
            return Ok(Some(cached));
        }
        self.misses.increment(1);
        let loaded_at = self.now();
        match load.await {
            Ok(Some(value)) => {
                if seat.is_current() {
                    let key = seat.key.clone();
                    self.store(key, value.clone(), loaded_at, freshness.generation);
                }
                Ok(Some(Cached { value, stale_for: None }))
            }
            Ok(None) => {
                self.evict(seat);
                Ok(None)
            }
            Err(error) if error.is_unavailable() => {
                let stale = self.stale(&seat.key).ok_or(error)?;
                self.note_failed_load(entry.as_ref(), freshness);
                Ok(Some(stale))
            }
            Err(error) => {
                if error.is_not_found() {
                    self.evict(seat);
                }
                Err(error)
            }
        }
    }

    /// Returns the entry's value if it is fresh. Also returns it if it may be served stale and the last probe of the
    /// source failed less than a second ago.
    fn without_load(
        &self,
        key: &K,
        entry: Option<&Entry<V>>,
        freshness: Freshness,
    ) -> Option<Cached<V>> {
        let (entry, now) = (entry?, self.now());
        if entry.is_fresh(now, freshness) {
            return Some(Cached { value: entry.value.clone(), stale_for: None });
        }
        let failed_at = entry.failed_load(freshness)?;
        let is_recent = now.saturating_duration_since(failed_at) < PROBE_INTERVAL;
        is_recent.then(|| self.stale(key)).flatten()
    }

    /// Notes the failure in the entry that this caller read before its load. A value that was loaded concurrently has
    /// another entry, and the failure says nothing about it.
    fn note_failed_load(&self, entry: Option<&Entry<V>>, freshness: Freshness) {
        if let Some(entry) = entry {
            let mut failed_load = entry.failed_load.lock().unwrap_or_else(PoisonError::into_inner);
            let generation = freshness.generation;
            *failed_load = Some(FailedLoad { at: self.now(), generation });
        }
    }

    fn evict(&self, seat: &Seat<'_, K, Loaded<V, E>>) {
        if seat.is_current() {
            self.entries.remove(&seat.key);
        }
    }

    fn counted(&self, cached: Cached<V>) -> Cached<V> {
        let counter = if cached.stale_for.is_some() { &self.stale } else { &self.hits };
        counter.increment(1);
        cached
    }
}

impl<V> Entry<V> {
    fn is_fresh(&self, now: Instant, freshness: Freshness) -> bool {
        self.generation == freshness.generation
            && now.saturating_duration_since(self.loaded_at) < freshness.ttl
    }

    /// When a load last failed because the source was down or too slow. `None` if no load of a newer value failed, or
    /// if this process has written to the site since.
    fn failed_load(&self, freshness: Freshness) -> Option<Instant> {
        let failed_load = *self.failed_load.lock().unwrap_or_else(PoisonError::into_inner);
        failed_load.filter(|it| it.generation == freshness.generation).map(|it| it.at)
    }
}
