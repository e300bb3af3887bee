//! Invalidation of a site's cached values by this process.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

/// Number of counters. Sites that share a counter invalidate each other's values. This costs extra loads, but no stale
/// value counts as fresh.
const GENERATION_COUNTERS: usize = 1024;

/// Counts the writes of this process by site. Clones share the counters.
///
/// A caller reads the site's counter before it loads a value, and the value is fresh while the counter is unchanged. A
/// writer increments the counter after the commit, so a load that ran before or during the commit has an old
/// generation.
#[derive(Clone, Debug)]
pub struct Generations(Arc<[AtomicU64; GENERATION_COUNTERS]>);

impl Generations {
    /// The site's current generation.
    pub fn current(&self, site_id: i64) -> u64 {
        self.counter(site_id).load(Ordering::Acquire)
    }

    /// Invalidates the site's cached values. The caller has committed a write, or does not know the outcome of its
    /// commit.
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
