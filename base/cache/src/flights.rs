//! Single flight: concurrent misses of one key share one load.

use std::{
    collections::HashMap,
    hash::Hash,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Instant,
};

use tokio::sync::OnceCell;

use crate::Freshness;

type FlightsByKey<K, R> = HashMap<K, Arc<Flight<R>>>;

pub(crate) struct Flights<K, R>(Mutex<FlightsByKey<K, R>>);

/// One load. If the caller that runs it is dropped, the caller that has waited longest runs its own.
pub(crate) struct Flight<R> {
    started: Instant,
    generation: u64,
    pub(crate) result: OnceCell<R>,
    /// Results of loads that failed because of their client. The other calls of such a client get the same result, so
    /// that other clients do not wait for more of them to fail.
    pub(crate) failures_of_clients: Mutex<Vec<(IpAddr, R)>>,
}

/// One caller that waits for a flight. Dropping it removes the flight from the map in two cases: the flight has its
/// result, or this was its last caller.
pub(crate) struct FlightMember<'a, K: Eq + Hash, R> {
    flights: &'a Flights<K, R>,
    pub(crate) key: K,
    pub(crate) flight: Arc<Flight<R>>,
    pub(crate) is_first: bool,
}

impl<K: Clone + Eq + Hash, R> Flights<K, R> {
    /// Joins the current flight of this key, or begins a new flight if there is none. Also begins a new flight if the
    /// value of the current flight would not be fresh. This is so if the current flight began at least a TTL ago, or
    /// before this process last wrote to the site.
    pub(crate) fn join(
        &self,
        key: K,
        now: Instant,
        freshness: Freshness,
    ) -> FlightMember<'_, K, R> {
        let Freshness { ttl, generation } = freshness;
        let mut flights = self.lock();
        let current = flights.get(&key).filter(|flight| {
            flight.generation == generation && now.saturating_duration_since(flight.started) < ttl
        });
        let (flight, is_first) = match current {
            Some(flight) => (flight.clone(), false),
            None => {
                let flight = Flight {
                    started: now,
                    generation,
                    result: OnceCell::new(),
                    failures_of_clients: Mutex::default(),
                };
                let flight = Arc::new(flight);
                flights.insert(key.clone(), flight.clone());
                (flight, true)
            }
        };
        FlightMember { flights: self, key, flight, is_first }
    }
}

impl<K: Eq + Hash, R> Flights<K, R> {
    fn lock(&self) -> MutexGuard<'_, FlightsByKey<K, R>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K, R> Default for Flights<K, R> {
    fn default() -> Self {
        Self(Mutex::new(HashMap::new()))
    }
}

impl<K: Eq + Hash, R> FlightMember<'_, K, R> {
    /// Whether no newer flight has replaced this one, so that its result may change the cache.
    pub(crate) fn is_current(&self) -> bool {
        self.is_among(&self.flights.lock())
    }

    fn is_among(&self, flights: &FlightsByKey<K, R>) -> bool {
        flights.get(&self.key).is_some_and(|flight| Arc::ptr_eq(flight, &self.flight))
    }
}

impl<K: Eq + Hash, R> Drop for FlightMember<'_, K, R> {
    fn drop(&mut self) {
        let mut flights = self.flights.lock();
        // One reference is in the map, the other in this `FlightMember`.
        let is_last = Arc::strong_count(&self.flight) == 2;
        if (is_last || self.flight.result.initialized()) && self.is_among(&flights) {
            flights.remove(&self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_flight_ends_with_its_last_caller_or_its_result() {
        let (flights, now) = (Flights::<i32, ()>::default(), Instant::now());
        let freshness = Freshness { ttl: Duration::from_secs(1), generation: 0 };
        let (first, second) = (flights.join(1, now, freshness), flights.join(1, now, freshness));
        assert!(first.is_first && !second.is_first);
        drop(first);
        assert!(second.is_current());
        drop(second);
        assert!(flights.lock().is_empty());

        let (first, second) = (flights.join(1, now, freshness), flights.join(1, now, freshness));
        first.flight.result.set(()).unwrap();
        drop(first);
        assert!(flights.lock().is_empty());
        drop(second);
    }
}
