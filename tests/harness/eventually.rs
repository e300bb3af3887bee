//! What comes to be by itself, and is looked for until then.

use std::time::Duration;

use tokio::time::{Instant, sleep};

/// No wait is meant to be as long.
const PATIENCE: Duration = Duration::from_secs(60);

pub async fn eventually(what: &str, is_so: impl AsyncFn() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !is_so().await {
        assert!(Instant::now() < deadline, "waited in vain: {what}");
        sleep(Duration::from_millis(20)).await;
    }
}
