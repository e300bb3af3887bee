//! Polling, with a deadline, for effects that happen in the background.

use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::{Server, database};

/// Maximum wait for something that must happen, far longer than it takes.
pub const DEADLINE: Duration = Duration::from_secs(60);

pub async fn eventually(what: &str, is_so: impl AsyncFn() -> bool) {
    let deadline = Instant::now() + DEADLINE;
    while !is_so().await {
        assert!(Instant::now() < deadline, "waited in vain: {what}");
        sleep(Duration::from_millis(20)).await;
    }
}

/// Waits until this number of statements on the server's database wait for locks.
pub async fn until_waiting(server: &Server, count: i64) {
    let client = server.client().await;
    let are_waiting = async || database::waiting_statements(&client).await >= count;
    eventually("statements wait for locks", are_waiting).await;
}
