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
use stoa_fair_queue::Caller;
use tokio::time::timeout;

pub use generations::Generations;

use flights::{Flights, Seat};

/// Number of shards of a cache. Each shard has its own lock.
const CACHE_SHARDS: usize = 16;

/// In a cache with a capacity in bytes, one entry may take at most 1/64 of the capacity.
const ENTRIES_AT_MAX_SIZE: u64 = 64;

/// Assumed size of an entry. A cache with a capacity in bytes uses it to estimate its number of entries.
const TYPICAL_ENTRY_BYTES: usize = 8 * 1024;

/// Interval between probes of a source that is down, for each key.
const PROBE_INTERVAL: Duration = Duration::from_secs(1);

/// How long a caller waits for a load if a stale value can be served instead.
const LOAD_TIMEOUT_IF_STALE: Duration = Duration::from_secs(2);

/// An error of a load. Every caller that waited for the load gets a clone, unless the error concerns only the caller
/// that loaded.
pub trait LoadError: Clone {
    /// Whether the source did not answer. The cache may then serve a stale value.
    fn is_unavailable(&self) -> bool;

    /// Whether the load failed because of its caller, for example because this caller sends too many requests. The next
    /// caller that waits for the value then runs its own load.
    fn is_of_caller(&self) -> bool {
        false
    }

    /// Whether the source answered that the value does not exist. The cached value is then evicted.
    fn is_not_found(&self) -> bool {
        false
    }
}

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
    /// The age of a stale value, or `None` for a fresh value. A stale value is served only if the source is down or
    /// slow.
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
            clock,
            hits: counter!("stoa_cache_hits_total", "cache" => name),
            misses: counter!("stoa_cache_misses_total", "cache" => name),
            stale: counter!("stoa_cache_stale_total", "cache" => name),
        }
    }

    /// Makes the cache serve stale values below this age while the source is down. By default, the cache serves no
    /// stale values.
    pub fn stale_if_error(self, stale_if_error: Duration) -> Self {
        Self { stale_if_error, ..self }
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

    /// Returns the value regardless of its age.
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

    /// The total weight of the cached values.
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

impl<K: Clone + Eq + Hash, V: Clone, E: LoadError> Cache<K, V, E> {
    /// Returns the cached value if it is fresh. Otherwise returns the result of `load`, or of a concurrent load of the
    /// same key. A result of `None` is not cached.
    ///
    /// If the source is down or does not answer within 2 s, the cache serves a stale value if it has one.
    ///
    /// Only one caller at a time runs its `load` for a key. If that caller is dropped, the next waiting caller runs its
    /// own `load`. A caller that gets the result of another caller never polls its own `load`.
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
        // Only the first caller of this flight probes a source that is down. The other callers do not wait for the
        // probe.
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
            let mut landing = pin!(seat.flight.result.get_or_try_init(lead));
            match timeout(LOAD_TIMEOUT_IF_STALE, &mut landing).await {
                Ok(Ok(result)) => result.clone(),
                Ok(Err(error)) => self.stale(&seat.key).map(Some).ok_or(error),
                Err(_) => match self.stale(&seat.key) {
                    Some(stale) => {
                        // Record the failure before this load is dropped. Otherwise the next waiting caller would start
                        // another load.
                        self.note_failed_load(entry.as_ref(), freshness);
                        Ok(Some(stale))
                    }
                    None => landing.await?.clone(),
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
    ) -> Result<Loaded<V, E>, E> {
        // Since this caller's lookup, another caller may have loaded the value, or its load may have failed.
        let entry = self.entries.peek(&seat.key);
        if let Some(cached) = self.without_load(&seat.key, entry.as_ref(), freshness) {
            return Ok(Ok(Some(cached)));
        }
        let client = Caller::current().map(|caller| caller.client);
        let failures =
            || seat.flight.failures_of_clients.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, Err(error))) = failures().iter().find(|(other, _)| Some(*other) == client) {
            return Err(error.clone());
        }
        self.misses.increment(1);
        let loaded_at = self.now();
        match load.await {
            Ok(Some(value)) => {
                if seat.is_current() {
                    let key = seat.key.clone();
                    self.store(key, value.clone(), loaded_at, freshness.generation);
                }
                Ok(Ok(Some(Cached { value, stale_for: None })))
            }
            Ok(None) => {
                self.evict(seat);
                Ok(Ok(None))
            }
            Err(error) if error.is_of_caller() => {
                failures().extend(client.map(|client| (client, Err(error.clone()))));
                Err(error)
            }
            Err(error) if error.is_unavailable() => {
                let Some(stale) = self.stale(&seat.key) else { return Ok(Err(error)) };
                self.note_failed_load(entry.as_ref(), freshness);
                Ok(Ok(Some(stale)))
            }
            Err(error) => {
                if error.is_not_found() {
                    self.evict(seat);
                }
                Ok(Err(error))
            }
        }
    }

    /// Returns the entry's value if no load is needed, which is so in two cases:
    /// - The value is fresh.
    /// - The value may be served stale, and the last probe of the source failed less than a second ago.
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

    /// Records the failure in the entry that this caller read before its load. If another caller has stored a newer
    /// value since, that value has a new entry, and the failure does not concern it.
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

    /// Returns when a load of a newer value last failed because the source was down or too slow. Ignores failures from
    /// before this process last wrote to the site.
    fn failed_load(&self, freshness: Freshness) -> Option<Instant> {
        let failed_load = *self.failed_load.lock().unwrap_or_else(PoisonError::into_inner);
        failed_load.filter(|it| it.generation == freshness.generation).map(|it| it.at)
    }
}
