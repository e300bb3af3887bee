//! How much of a resource a tenant or a client uses.

use std::cmp::Ordering;
use std::time::Duration;

use tokio::time::Instant;

/// After this time, past use counts half.
const USAGE_HALF_LIFE: Duration = Duration::from_secs(2);

/// Past use below this many seconds is forgotten.
const NEGLIGIBLE_SECONDS: f64 = 0.0001;

/// The use of a resource by a tenant or a client: its turns at present, and the time that past turns took, which decays
/// exponentially. (The decay is that of "A Fair Share Scheduler", Kay and Lauder, 1988.)
#[derive(Clone, Copy, Debug)]
pub(crate) struct Usage {
    pub(crate) turns: usize,
    seconds: f64,
    updated: Instant,
}

impl Usage {
    pub(crate) fn none(now: Instant) -> Self {
        Self { turns: 0, seconds: 0.0, updated: now }
    }

    pub(crate) fn add(&mut self, turn: Duration, now: Instant) {
        self.seconds = self.seconds(now) + turn.as_secs_f64();
        self.updated = now;
    }

    pub(crate) fn is_negligible(&self, now: Instant) -> bool {
        self.turns == 0 && self.seconds(now) < NEGLIGIBLE_SECONDS
    }

    /// Orders the user with fewer turns first. Of two with equally many, the one with less past use comes first.
    pub(crate) fn compare(&self, other: &Self, now: Instant) -> Ordering {
        let seconds = || self.seconds(now).total_cmp(&other.seconds(now));
        self.turns.cmp(&other.turns).then_with(seconds)
    }

    fn seconds(&self, now: Instant) -> f64 {
        let half_lives = now.duration_since(self.updated).div_duration_f64(USAGE_HALF_LIFE);
        self.seconds * (-half_lives).exp2()
    }
}
