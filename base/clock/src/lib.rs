//! The time: the system's, or one that a test sets.

use std::{fmt, sync::Arc, time::SystemTime};

use chrono::{DateTime, Utc};

/// Tells the time. Clones tell the same.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> SystemTime + Send + Sync>);

impl Clock {
    /// A time of the caller's choice.
    pub fn new(time: impl Fn() -> SystemTime + Send + Sync + 'static) -> Self {
        Self(Arc::new(time))
    }

    /// The time to the millisecond, as it is stored.
    pub fn now(&self) -> DateTime<Utc> {
        let now = DateTime::<Utc>::from(self.system_time());
        DateTime::from_timestamp_millis(now.timestamp_millis()).unwrap_or(now)
    }

    /// The time as finely as it is known.
    pub fn system_time(&self) -> SystemTime {
        (self.0)()
    }
}

impl Default for Clock {
    /// The system's.
    fn default() -> Self {
        Self::new(SystemTime::now)
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("Clock").field(&self.system_time()).finish()
    }
}
