//! Invalidates a site's cached values when this process writes to the site.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

/// Number of counters. Sites that share one invalidate each other's values, which only causes extra loads.
const GENERATION_COUNTERS: usize = 1024;

/// Counts the writes of this process to each site. The count is the site's generation. Clones share the counters.
///
/// A caller reads the site's generation before it loads a value. The value is fresh only while the site still has this
/// generation. A writer increments the generation after its commit, so values that were loaded before or during the
/// commit become stale.
#[derive(Clone, Debug)]
pub struct Generations(Arc<GenerationCounters>);

#[derive(Debug)]
struct GenerationCounters {
    began: Instant,
    counters: [Counter; GENERATION_COUNTERS],
}

#[derive(Debug)]
struct Counter {
    count: AtomicU64,
    /// Nanoseconds from `began` to the last invalidation, or 0.
    last: AtomicU64,
}

impl Generations {
    pub fn current(&self, site_id: i64) -> u64 {
        self.counter(site_id).count.load(Ordering::Acquire)
    }

    /// When the site's cached values were last invalidated. A caller that has read the current generation gets the time
    /// of this generation or a later one.
    pub fn last_invalidation(&self, site_id: i64) -> Option<Instant> {
        let last = self.counter(site_id).last.load(Ordering::Acquire);
        (last > 0).then(|| self.0.began + Duration::from_nanos(last))
    }

    /// Invalidates the site's cached values. Call this after a commit, even if the outcome of the commit is unknown.
    pub fn invalidate(&self, site_id: i64) {
        self.invalidate_at(site_id, Instant::now());
    }

    /// Like [`Generations::invalidate`], at a time of the caller's clock.
    pub fn invalidate_at(&self, site_id: i64, now: Instant) {
        let counter = self.counter(site_id);
        let since = now.saturating_duration_since(self.0.began).as_nanos();
        let since = u64::try_from(since).unwrap_or(u64::MAX).max(1);
        // The time precedes the count, so that no caller sees the new generation with the time of an older one.
        counter.last.fetch_max(since, Ordering::AcqRel);
        counter.count.fetch_add(1, Ordering::AcqRel);
    }

    fn counter(&self, site_id: i64) -> &Counter {
        &self.0.counters[site_id.rem_euclid(GENERATION_COUNTERS as i64) as usize]
    }
}

impl Default for Generations {
    fn default() -> Self {
        let counters = [const { Counter { count: AtomicU64::new(0), last: AtomicU64::new(0) } };
            GENERATION_COUNTERS];
        Self(Arc::new(GenerationCounters { began: Instant::now(), counters }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_see_a_write_and_other_sites_do_not() {
        let generations = Generations::default();
        let before = [1, 2, -1].map(|site_id| generations.current(site_id));
        assert_eq!(generations.last_invalidation(1), None);
        generations.clone().invalidate(1);
        assert!(generations.last_invalidation(1).is_some());
        assert_eq!(generations.last_invalidation(2), None);
        assert_ne!(generations.current(1), before[0]);
        assert_eq!([2, -1].map(|site_id| generations.current(site_id)), before[1..]);
    }
}
