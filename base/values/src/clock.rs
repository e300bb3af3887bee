//! Time from the system clock, or from a clock that a test controls.

use std::{
    fmt,
    sync::Arc,
    time::{Instant, SystemTime},
};

use chrono::{DateTime, Utc};

/// A source of the current time. Clones share the source.
#[derive(Clone)]
pub struct Clock {
    time: Arc<dyn Fn() -> SystemTime + Send + Sync>,
    steady: Arc<dyn Fn() -> Instant + Send + Sync>,
}

impl Clock {
    /// Creates a clock that reads the time from a function.
    pub fn new(time: impl Fn() -> SystemTime + Send + Sync + 'static) -> Self {
        let time = Arc::new(time);
        let (began, started, of_steady) = (time(), Instant::now(), time.clone());
        let steady = move || started + of_steady().duration_since(began).unwrap_or_default();
        Self { time, steady: Arc::new(steady) }
    }

    /// The current time in whole milliseconds, the precision in which times are stored.
    pub fn now(&self) -> DateTime<Utc> {
        let now = DateTime::<Utc>::from(self.system_time());
        DateTime::from_timestamp_millis(now.timestamp_millis()).unwrap_or(now)
    }

    /// The current time in full precision.
    pub fn system_time(&self) -> SystemTime {
        (self.time)()
    }

    /// Returns a time for measuring durations. The default clock's time never goes back, even if the system clock is
    /// set back. The time of a clock from [`Clock::new`] advances with that clock's function.
    pub fn steady(&self) -> Instant {
        (self.steady)()
    }
}

impl Default for Clock {
    fn default() -> Self {
        Self { time: Arc::new(SystemTime::now), steady: Arc::new(Instant::now) }
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("Clock").field(&self.system_time()).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::atomic::{AtomicU64, Ordering},
        time::Duration,
    };

    use super::*;

    #[test]
    fn the_steady_time_follows_the_tests_clock() {
        let seconds = Arc::new(AtomicU64::new(7));
        let of_clock = seconds.clone();
        let clock = Clock::new(move || {
            SystemTime::UNIX_EPOCH + Duration::from_secs(of_clock.load(Ordering::Relaxed))
        });
        let began = clock.steady();
        assert_eq!(clock.clone().steady(), began);
        seconds.fetch_add(5, Ordering::Relaxed);
        assert_eq!(clock.steady() - began, Duration::from_secs(5));
    }
}
