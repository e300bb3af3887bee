//! Polling, with a deadline, for effects that happen in the background.

use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::Server;

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
    let rows = server.client().await;
    let waiting = "select count(*) >= $1 from pg_stat_activity a
        where a.datname = current_database() and a.wait_event_type = 'Lock'";
    let is_so = async || rows.query_one(waiting, &[&count]).await.unwrap().get(0);
    eventually("statements wait for locks", is_so).await;
}
