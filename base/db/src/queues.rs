//! The queues in front of the pool.

use std::time::Duration;

use stoa_fair_queue::{Caller, FairQueue, QueueSettings, TooLate, Turn};

use crate::Settings;

/// Part of the pool that only calls with a valid API key, checkouts and webhooks may use, and part that only all other
/// requests may use: one connection of this many, but at least one.
const RESERVED_SHARE: usize = 4;

/// Part of the pool that the requests of one client use at once: one connection of this many, or two for calls with a
/// valid API key, checkouts and webhooks. Further requests wait.
const CLIENT_SHARE: usize = 4;

/// Maximum number of requests that wait for their first connection, in each of the two groups of `RESERVED_SHARE`. If
/// there are more, a request of the client that has the most is answered 503.
const MAX_WAITING_FOR_CONNECTION: usize = 256;

/// A queue for ordinary requests, and one for essential requests. Neither kind ever uses all connections of the pool,
/// unless the pool has only one: then both kinds take it in the order of their arrival.
#[derive(Clone, Debug)]
pub(crate) struct Queues {
    ordinary: FairQueue,
    essential: FairQueue,
}

impl Queues {
    pub(crate) fn new(settings: &Settings, first_wait: Duration) -> Self {
        let Settings { connections, wait, .. } = *settings;
        let reserved = (connections / RESERVED_SHARE).max(1);
        let ordinary = QueueSettings {
            name: "database",
            turns: connections.saturating_sub(reserved).max(1),
            client_turns: (connections / CLIENT_SHARE).max(1),
            waiting: MAX_WAITING_FOR_CONNECTION,
            first_wait,
            wait,
        };
        let essential = QueueSettings {
            name: "database_essential",
            client_turns: connections.div_ceil(2),
            first_wait: wait,
            ..ordinary
        };
        Self { ordinary: FairQueue::new(ordinary), essential: FairQueue::new(essential) }
    }

    /// Waits for the turn of the current task's request. Work that no request caused needs no turn.
    pub(crate) async fn turn(&self) -> Result<Option<Turn>, TooLate> {
        let Some(caller) = Caller::current() else { return Ok(None) };
        let queue = if caller.is_essential() { &self.essential } else { &self.ordinary };
        queue.turn().await.map(Some)
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    #[tokio::test]
    async fn two_connections_are_never_all_taken_by_one_kind() {
        let wait = Duration::from_millis(1);
        let settings = Settings { connections: 2, wait, ..Settings::default() };
        let queues = Queues::new(&settings, wait);
        for is_essential in [false, true] {
            let caller = |client: [u8; 4]| Caller::new(Ipv4Addr::from(client).into(), is_essential);
            let taken = caller([192, 0, 2, 1]).scope(queues.turn()).await;
            assert!(taken.is_ok());
            assert!(caller([192, 0, 2, 2]).scope(queues.turn()).await.is_err());
        }
    }
}
