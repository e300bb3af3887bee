//! What this process has changed, so that nothing older is taken for what there is.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

/// Sites that share a number make each other read anew, which costs a little and is never wrong.
const NUMBERS: usize = 1024;

/// A number for each site, which goes up with every write of this process to what is remembered of it. Clones share it.
///
/// Who reads notes the number before, and takes what was read for what there is as long as the number is the same. Who
/// writes notes it after the commit: what was read before that, or at the same time, has the number of before.
#[derive(Clone, Debug)]
pub struct Changes(Arc<[AtomicU64; NUMBERS]>);

impl Changes {
    /// The site's number.
    pub fn number(&self, site_id: i64) -> u64 {
        self.of(site_id).load(Ordering::Acquire)
    }

    /// The site was written to: the commit is done, or its outcome unknown.
    pub fn note(&self, site_id: i64) {
        self.of(site_id).fetch_add(1, Ordering::AcqRel);
    }

    fn of(&self, site_id: i64) -> &AtomicU64 {
        &self.0[site_id.rem_euclid(NUMBERS as i64) as usize]
    }
}

impl Default for Changes {
    fn default() -> Self {
        Self(Arc::new([const { AtomicU64::new(0) }; NUMBERS]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_is_seen_by_all_clones_and_by_its_site_alone() {
        let changes = Changes::default();
        let before = (changes.number(1), changes.number(2), changes.number(-1));
        changes.clone().note(1);
        assert_ne!(changes.number(1), before.0);
        assert_eq!((changes.number(2), changes.number(-1)), (before.1, before.2));
    }
}
