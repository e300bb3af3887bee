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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_the_longest() {
        let mut backoff = Backoff::new(Duration::from_secs(1), Duration::from_secs(5));
        for seconds in [1, 2, 4, 5, 5] {
            let (pause, whole) = (backoff.pause(), Duration::from_secs(seconds));
            assert!(whole / 2 <= pause && pause < whole, "{pause:?} of {whole:?}");
        }
        backoff.reset();
        assert!(backoff.pause() < Duration::from_secs(1));
    }
}
