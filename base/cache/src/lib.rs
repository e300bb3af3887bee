//! The in-process cache for responses, API keys and stores, which protects the database from repeated reads.
//!
//! - A value is fresh until its TTL has passed or this process writes to its site ([`Generations`]).
//! - Concurrent misses of a key share one load.
//! - While the source is down, the cache serves stale values below a maximum age. For each key, one caller a second
//!   probes the source.
//! - Absent values and errors are not cached.
//!
//! `quick_cache` stores the values. This crate does not use the single flight of `quick_cache`
//! (`get_value_or_guard_async`), because that gives a guard only for an absent key. A stale value would have to be
//! removed before the next load, but the cache needs this value if the load fails.

mod flights;
mod generations;
mod load;
mod snapshot;

use std::{
    borrow::Borrow,
    hash::Hash,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use metrics::{Counter, counter};
use quick_cache::{
    DefaultHashBuilder, OptionsBuilder, Weighter,
    sync::{Cache as QuickCache, DefaultLifecycle},
};

pub use generations::Generations;
pub use load::LoadError;
pub use snapshot::Snapshot;

use flights::Flights;

/// Number of shards of a cache. Each shard has its own lock.
const CACHE_SHARDS: usize = 16;

/// In a cache with a capacity in bytes, one entry may take at most 1/64 of the capacity.
const ENTRIES_AT_MAX_SIZE: u64 = 64;

/// Assumed size of an entry. A cache with a capacity in bytes uses it to estimate its number of entries.
const TYPICAL_ENTRY_BYTES: usize = 8 * 1024;

/// How fresh a value must be for a caller.
#[derive(Clone, Copy, Debug)]
pub struct Freshness {
    /// How long a value is fresh, counted from the beginning of its load.
    pub ttl: Duration,
    /// A value of another generation is not fresh; see [`Generations`].
    pub generation: u64,
}

/// A value from the cache or from a load.
#[derive(Clone, Debug, PartialEq)]
pub struct Cached<V> {
    pub value: V,
    /// The age of a stale value, which is served only if the source is down or slow.
    pub stale_for: Option<Duration>,
}

/// Values by key. A full cache evicts the entries that are used least.
pub struct Cache<K, V, E> {
    entries: QuickCache<K, Entry<V>, ByWeight>,
    flights: Flights<K, Loaded<V, E>>,
    weigh: fn(&V) -> u64,
    max_weight: u64,
    stale_if_error: Duration,
    reads_replicas: bool,
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
    /// When the load of the value began, or the time of its data if that is older.
    loaded_at: Instant,
    generation: u64,
    failed_load: Arc<Mutex<Option<FailedLoad>>>,
}

/// The last failed attempt to load a newer value. It failed because the source was down or too slow.
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
    /// Creates a cache with a maximum number of entries. Metrics have `name` as the label `cache`. `clock` measures the
    /// age of values.
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
        // With a lower estimate, `quick_cache` would reduce the number of shards.
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
            reads_replicas: false,
            clock,
            hits: counter!("stoa_cache_hits_total", "cache" => name),
            misses: counter!("stoa_cache_misses_total", "cache" => name),
            stale: counter!("stoa_cache_stale_total", "cache" => name),
        }
    }

    /// Serves stale values below this age while the source is down. By default, the cache serves none.
    pub fn stale_if_error(self, stale_if_error: Duration) -> Self {
        Self { stale_if_error, ..self }
    }

    /// Lets replicas answer loads that run within a [`Snapshot`]. The cache's clock must then be [`Instant::now`]. By
    /// default no load reads a replica.
    pub fn reading_replicas(self) -> Self {
        Self { reads_replicas: true, ..self }
    }

    /// Returns the value and counts a hit if the value is fresh. Otherwise returns `None` and counts nothing.
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

    pub fn peek<Q>(&self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ?Sized,
    {
        self.entries.peek(key).map(|entry| entry.value)
    }

    /// Stores a value that the caller loaded after a miss, and counts the miss. The value has generation 0, so only a
    /// [`Freshness`] of generation 0 finds it.
    ///
    /// A value that is too large is not stored. The key's previous value is then evicted.
    pub fn insert(&self, key: K, value: V, loaded_at: Instant) {
        self.misses.increment(1);
        self.store(key, value, loaded_at, 0);
    }

    pub fn weight(&self) -> u64 {
        self.entries.weight()
    }

    /// Updates the weight of the key's cached value if `is_same` accepts the value. If another caller concurrently
    /// stores a new value, this method may overwrite the new value with the checked one.
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

    /// Returns the cached value, marked as stale, if it is young enough to be served stale.
    fn stale(&self, key: &K) -> Option<Cached<V>> {
        let entry = self.entries.peek(key)?;
        let age = self.now().saturating_duration_since(entry.loaded_at);
        (age < self.stale_if_error).then_some(Cached { value: entry.value, stale_for: Some(age) })
    }
}

impl<V> Entry<V> {
    fn is_fresh(&self, now: Instant, freshness: Freshness) -> bool {
        self.generation == freshness.generation
            && now.saturating_duration_since(self.loaded_at) < freshness.ttl
    }

    /// Returns when a load of a newer value last failed because the source was down or too slow. Ignores failures from
    /// before this process last wrote to the site.
    fn failed_load(&self, freshness: Freshness) -> Option<Instant> {
        let failed_load = *self.failed_load.lock().unwrap_or_else(PoisonError::into_inner);
        failed_load
            .filter(|failed| failed.generation == freshness.generation)
            .map(|failed| failed.at)
    }
}
