//! Pauses between retries.

use std::time::Duration;

/// Pauses that double with each failure, up to the longest pause.
pub(crate) struct Backoff {
    first: Duration,
    longest: Duration,
    next: Duration,
}

impl Backoff {
    pub(crate) fn new(first: Duration, longest: Duration) -> Self {
        Self { first, longest, next: first.min(longest) }
    }

    /// Returns the pause after a failure, shortened at random by up to a half. This jitter prevents servers that lost
    /// the same database from all returning to it at once.
    pub(crate) fn pause(&mut self) -> Duration {
        let pause = self.next.mul_f64(rand::random_range(0.5..1.0));
        self.next = (self.next * 2).min(self.longest);
        pause
    }

    /// Resets the next pause to the first one. Call this after a success.
    pub(crate) fn reset(&mut self) {
        self.next = self.first.min(self.longest);
    }
}
