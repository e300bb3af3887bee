//! Values that were read a moment ago, so that most requests ask the database once and not twice. What is a moment,
//! and how many values are kept, is the caller's to say; so is the time. How often a value was there is counted.

use std::{
    hash::Hash,
    time::{Duration, SystemTime},
};

use metrics::{Counter, counter};
use quick_cache::sync::Cache;

/// Values by key, each taken as it was last read until its time to live is over. When there are too many, those
/// that were asked for the least give way.
///
/// ```
/// # use std::time::{Duration, SystemTime};
/// let names = stoa_remembered::Remembered::new("names", Duration::from_secs(5), 100);
/// let read_at = SystemTime::now();
/// names.insert(7, "Harbor Goods", read_at);
/// assert_eq!(names.get(&7, read_at + Duration::from_secs(4)), Some("Harbor Goods"));
/// assert_eq!(names.get(&7, read_at + Duration::from_secs(5)), None);
/// ```
pub struct Remembered<Key, Value> {
    time_to_live: Duration,
    values: Cache<Key, ReadAt<Value>>,
    hits: Counter,
    misses: Counter,
}

/// A value and when it was read.
#[derive(Clone)]
struct ReadAt<Value>(SystemTime, Value);

impl<Key: Eq + Hash, Value: Clone> Remembered<Key, Value> {
    /// Remembers so many values at most, up to a few for their spread over locks. It is counted under its name.
    pub fn new(name: &'static str, time_to_live: Duration, capacity: usize) -> Self {
        Self {
            time_to_live,
            values: Cache::new(capacity),
            hits: counter!("stoa_cache_hits_total", "cache" => name),
            misses: counter!("stoa_cache_misses_total", "cache" => name),
        }
    }

    /// The value if it is fresh at this time.
    pub fn get(&self, key: &Key, now: SystemTime) -> Option<Value> {
        let value = self.fresh(key, now);
        let counter = if value.is_some() { &self.hits } else { &self.misses };
        counter.increment(1);
        value
    }

    fn fresh(&self, key: &Key, now: SystemTime) -> Option<Value> {
        let ReadAt(read_at, value) = self.values.get(key)?;
        // An error is a clock that was set back: how old the value is cannot be told.
        let age = now.duration_since(read_at).ok()?;
        (age < self.time_to_live).then_some(value)
    }

    /// Remembers a value that was read at this time.
    pub fn insert(&self, key: Key, value: Value, read_at: SystemTime) {
        self.values.insert(key, ReadAt(read_at, value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIME_TO_LIVE: Duration = Duration::from_secs(5);

    const NOON: SystemTime = SystemTime::UNIX_EPOCH;

    #[test]
    fn a_value_is_remembered_for_its_key_and_for_a_while() {
        let values = Remembered::new("names", TIME_TO_LIVE, 10);
        values.insert(1, "one", NOON);
        assert_eq!(values.get(&1, NOON), Some("one"));
        assert_eq!(values.get(&1, NOON + TIME_TO_LIVE - Duration::from_nanos(1)), Some("one"));
        assert_eq!(values.get(&1, NOON + TIME_TO_LIVE), None);
        assert_eq!(values.get(&2, NOON), None);
    }

    #[test]
    fn a_value_that_is_read_again_is_fresh_again() {
        let values = Remembered::new("names", TIME_TO_LIVE, 10);
        values.insert(1, "one", NOON);
        values.insert(1, "uno", NOON + TIME_TO_LIVE);
        assert_eq!(values.get(&1, NOON + TIME_TO_LIVE), Some("uno"));
    }

    #[test]
    fn a_value_of_the_future_is_not_fresh() {
        let values = Remembered::new("names", TIME_TO_LIVE, 10);
        values.insert(1, "one", NOON);
        assert_eq!(values.get(&1, NOON - Duration::from_nanos(1)), None);
    }

    #[test]
    fn memory_is_bounded_and_what_is_asked_for_stays() {
        let values = Remembered::new("names", TIME_TO_LIVE, 1_000);
        values.insert(-1, "often", NOON);
        for key in 0..100_000 {
            values.insert(key, "once", NOON);
            assert_eq!(values.get(&-1, NOON), Some("often"));
        }
        assert!(values.values.len() < 1_100, "{}", values.values.len());
        assert_eq!(values.get(&99_999, NOON), Some("once"), "a new one is taken in");
    }
}
