//! Loads a value that is not fresh in the cache.

use std::{hash::Hash, pin::pin, sync::PoisonError, time::Duration};

use stoa_fair_queue::Caller;
use tokio::time::timeout;

use crate::{
    Cache, Cached, Entry, FailedLoad, Freshness, Loaded, Snapshot, flights::FlightMember,
    snapshot::max_lag,
};

const PROBE_INTERVAL: Duration = Duration::from_secs(1);

/// Time for which a request waits for the database before it gets a stale value, if there is one.
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
        let member = self.flights.join(key, self.now(), self.freshness_of_flights(freshness));
        let has_failed = entry.as_ref().is_some_and(|entry| entry.failed_load(freshness).is_some());
        // Only the first caller of this flight probes a source that is down. The others do not wait.
        if has_failed
            && !member.is_first
            && let Some(stale) = self.stale(&member.key)
        {
            return Ok(Some(self.counted(stale)));
        }
        let mut is_leader = false;
        let result = {
            let lead = || {
                is_leader = true;
                self.lead(&member, freshness, load)
            };
            let mut result = pin!(member.flight.result.get_or_try_init(lead));
            match timeout(LOAD_TIMEOUT_IF_STALE, &mut result).await {
                Ok(Ok(result)) => result.clone(),
                Ok(Err(error)) => self.stale(&member.key).map(Some).ok_or(error),
                Err(_) => match self.stale(&member.key) {
                    Some(stale) => {
                        // Recorded first, because the next waiting caller starts a load once this one is dropped.
                        self.note_failed_load(entry.as_ref(), freshness);
                        Ok(Some(stale))
                    }
                    None => result.await?.clone(),
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
        member: &FlightMember<'_, K, Loaded<V, E>>,
        freshness: Freshness,
        load: impl Future<Output = Result<Option<V>, E>>,
    ) -> Result<Loaded<V, E>, E> {
        // Since this caller's lookup, another caller may have loaded the value, or its load may have failed.
        let entry = self.entries.peek(&member.key);
        if let Some(cached) = self.without_load(&member.key, entry.as_ref(), freshness) {
            return Ok(Ok(Some(cached)));
        }
        let client = Caller::current().map(|caller| caller.client);
        let failures =
            || member.flight.failures_of_clients.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, Err(error))) = failures().iter().find(|(other, _)| Some(*other) == client) {
            return Err(error.clone());
        }
        self.misses.increment(1);
        let loaded_at = self.now();
        let snapshot = self.reads_replicas.then(Snapshot::current).flatten();
        match Snapshot::scope(snapshot.clone(), load).await {
            Ok(Some(value)) => {
                let caught_up_at = snapshot.and_then(|snapshot| snapshot.caught_up_at());
                let loaded_at = caught_up_at.map_or(loaded_at, |time| time.min(loaded_at));
                if member.is_current() {
                    let key = member.key.clone();
                    self.store(key, value.clone(), loaded_at, freshness.generation);
                }
                Ok(Ok(Some(Cached { value, stale_for: None })))
            }
            Ok(None) => {
                self.evict(member);
                Ok(Ok(None))
            }
            Err(error) if error.is_of_caller() => {
                failures().extend(client.map(|client| (client, Err(error.clone()))));
                Err(error)
            }
            Err(error) if error.is_unavailable() => {
                let Some(stale) = self.stale(&member.key) else { return Ok(Err(error)) };
                self.note_failed_load(entry.as_ref(), freshness);
                Ok(Ok(Some(stale)))
            }
            Err(error) => {
                if error.is_not_found() {
                    self.evict(member);
                }
                Ok(Err(error))
            }
        }
    }

    /// If a running load reads a replica, its data may be older than the load.
    fn freshness_of_flights(&self, freshness: Freshness) -> Freshness {
        let lag = if self.reads_replicas { max_lag(freshness.ttl) } else { Duration::ZERO };
        Freshness { ttl: freshness.ttl - lag, ..freshness }
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

    fn evict(&self, member: &FlightMember<'_, K, Loaded<V, E>>) {
        if member.is_current() {
            self.entries.remove(&member.key);
        }
    }

    fn counted(&self, cached: Cached<V>) -> Cached<V> {
        let counter = if cached.stale_for.is_some() { &self.stale } else { &self.hits };
        counter.increment(1);
        cached
    }
}
