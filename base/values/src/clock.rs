//! The time: the system's, or one that a test sets.

use std::{
    fmt,
    sync::Arc,
    time::{Instant, SystemTime},
};

use chrono::{DateTime, Utc};

/// Tells the time. Clones tell the same.
#[derive(Clone)]
pub struct Clock {
    time: Arc<dyn Fn() -> SystemTime + Send + Sync>,
    steady: Arc<dyn Fn() -> Instant + Send + Sync>,
}

impl Clock {
    /// A time of the caller's choice.
    pub fn new(time: impl Fn() -> SystemTime + Send + Sync + 'static) -> Self {
        let time = Arc::new(time);
        let (began, started, of_steady) = (time(), Instant::now(), time.clone());
        let steady = move || started + of_steady().duration_since(began).unwrap_or_default();
        Self { time, steady: Arc::new(steady) }
    }

    /// The time to the millisecond, as it is stored.
    pub fn now(&self) -> DateTime<Utc> {
        let now = DateTime::<Utc>::from(self.system_time());
        DateTime::from_timestamp_millis(now.timestamp_millis()).unwrap_or(now)
    }

    /// The time as finely as it is known.
    pub fn system_time(&self) -> SystemTime {
        (self.time)()
    }

    /// For what lasts a while: it goes on where the system's time is set back. By a time of the caller's choice it
    /// passes as that does.
    pub fn steady(&self) -> Instant {
        (self.steady)()
    }
}

impl Default for Clock {
    /// The system's.
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
    fn the_steady_time_passes_as_a_test_lets_it() {
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
