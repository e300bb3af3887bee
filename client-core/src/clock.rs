//! Time and timers: from tokio, or from the browser.

use std::future::poll_fn;
#[cfg(feature = "events")]
use std::pin::Pin;
use std::pin::pin;
#[cfg(feature = "events")]
use std::task::Context;
use std::task::Poll;
use std::time::Duration;

#[cfg(feature = "events")]
use sync_wrapper::SyncWrapper;

#[cfg(not(target_arch = "wasm32"))]
mod platform {
    pub use std::time::{SystemTime, UNIX_EPOCH};

    pub use tokio::time::{Instant, sleep};

    pub const MAX_TIMER: std::time::Duration = std::time::Duration::MAX;
}

#[cfg(target_arch = "wasm32")]
mod platform {
    use std::time::Duration;

    pub use web_time::{Instant, SystemTime, UNIX_EPOCH};

    /// Maximum duration of a browser's timer. `reqwest` panics if a timeout is longer.
    pub const MAX_TIMER: Duration = Duration::from_millis(i32::MAX as u64);

    pub async fn sleep(time: Duration) {
        gloo_timers::future::sleep(time.min(MAX_TIMER)).await;
    }
}

pub use platform::{Instant, sleep};

/// A timer that a stream polls.
#[cfg(feature = "events")]
pub struct Timer {
    pub end: Instant,
    // `SyncWrapper` makes streams `Sync`.
    sleep: SyncWrapper<Sleep>,
}

#[cfg(all(feature = "events", not(target_arch = "wasm32")))]
type Sleep = Pin<Box<dyn Future<Output = ()> + Send>>;

#[cfg(all(feature = "events", target_arch = "wasm32"))]
type Sleep = Pin<Box<dyn Future<Output = ()>>>;

#[cfg(feature = "events")]
impl Timer {
    pub fn new(time: Duration) -> Self {
        Self { end: Instant::now() + time, sleep: SyncWrapper::new(Box::pin(sleep(time))) }
    }

    pub fn poll(&mut self, context: &mut Context<'_>) -> Poll<()> {
        self.sleep.get_mut().as_mut().poll(context)
    }
}

/// Returns the output of the future, or `None` if the future takes longer than `time`.
pub async fn within<T>(time: Duration, future: impl Future<Output = T>) -> Option<T> {
    let (mut future, mut timer) = (pin!(future), pin!(sleep(time)));
    poll_fn(|context| match future.as_mut().poll(context) {
        Poll::Ready(value) => Poll::Ready(Some(value)),
        Poll::Pending => timer.as_mut().poll(context).map(|()| None),
    })
    .await
}

/// The time since the Unix epoch.
pub fn now() -> Duration {
    let now = platform::SystemTime::now();
    now.duration_since(platform::UNIX_EPOCH).unwrap_or_default()
}

/// Returns the time until `end`. If `end` is `None`, returns the maximum duration of a timer.
pub fn left(end: Option<Instant>) -> Duration {
    let left = end.map(|end| end.saturating_duration_since(Instant::now()));
    left.map_or(platform::MAX_TIMER, |left| left.min(platform::MAX_TIMER))
}
