//! Invalidates a site's cached values when this process writes to the site.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

/// Number of counters. Sites that share a counter invalidate each other's values. This causes extra loads, but a value
/// that should be stale never counts as fresh.
const GENERATION_COUNTERS: usize = 1024;

/// Counts the writes of this process to each site. The count is the site's generation. Clones share the counters.
///
/// A caller reads the site's generation before it loads a value. The value is fresh only while the site still has this
/// generation. A writer increments the generation after its commit, so values that were loaded before or during the
/// commit become stale.
#[derive(Clone, Debug)]
pub struct Generations(Arc<[AtomicU64; GENERATION_COUNTERS]>);

impl Generations {
    /// The site's current generation.
    pub fn current(&self, site_id: i64) -> u64 {
        self.counter(site_id).load(Ordering::Acquire)
    }

    /// Invalidates the site's cached values. Call this after a commit, even if the outcome of the commit is unknown.
    pub fn invalidate(&self, site_id: i64) {
        self.counter(site_id).fetch_add(1, Ordering::AcqRel);
    }

    fn counter(&self, site_id: i64) -> &AtomicU64 {
        &self.0[site_id.rem_euclid(GENERATION_COUNTERS as i64) as usize]
    }
}

impl Default for Generations {
    fn default() -> Self {
        Self(Arc::new([const { AtomicU64::new(0) }; GENERATION_COUNTERS]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_see_a_write_and_other_sites_do_not() {
        let generations = Generations::default();
        let before = [1, 2, -1].map(|site_id| generations.current(site_id));
        generations.clone().invalidate(1);
        assert_ne!(generations.current(1), before[0]);
        assert_eq!([2, -1].map(|site_id| generations.current(site_id)), before[1..]);
    }
}
