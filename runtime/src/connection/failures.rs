//! Delays further error responses when one client, or all clients together, have caused many in the current second. Such
//! clients often repeat a refused request at once, and even refusals take the server's CPU when there are thousands in a
//! second.

use std::{
    net::IpAddr,
    sync::Arc,
    time::{Duration, SystemTime},
};

use tokio::time::sleep;

use super::clients::{ClientPlace, Clients};
use crate::{Rate, RateLimit, Rates, request::client_address::network};

/// Error responses to one client (status 400 or above) that are not delayed.
const MAX_PROMPT_FAILURES: Rate = Rate { calls: 200, seconds: 1 };

/// Error responses to all clients in a second that are not delayed.
const MAX_PROMPT_FAILURES_OF_ALL: i64 = 2_000;

/// Delay of each further error response.
const FAILURE_DELAY: Duration = Duration::from_secs(1);

/// Maximum number of delayed responses to one client at the same time, which bounds the connections and the memory that
/// they take. Further responses are not delayed.
const MAX_DELAYED_RESPONSES: usize = 1024;

/// Counts the error responses to each client: those with a status of at least 400. Clones share the counts.
#[derive(Clone)]
pub(crate) struct Failures {
    counts: Arc<RateLimit>,
    delayed: Clients,
}

pub(crate) struct Delay {
    _counted: ClientPlace,
}

impl Delay {
    pub(crate) async fn over(self) {
        sleep(FAILURE_DELAY).await;
    }
}

impl Failures {
    /// Counts an error response to the client. Returns a delay if the client has caused too many, or all clients have.
    pub(crate) fn count(&self, client: IpAddr) -> Option<Delay> {
        let of_all = self.counts.standing_here(MAX_PROMPT_FAILURES_OF_ALL, "all clients").within();
        let client_network = network(client.to_canonical());
        let of_client =
            self.counts.standing_here(MAX_PROMPT_FAILURES.calls, client_network).within();
        of_client.and(of_all).err()?;
        let counted = self.delayed.place(client, MAX_DELAYED_RESPONSES)?;
        Some(Delay { _counted: counted })
    }
}

impl Default for Failures {
    fn default() -> Self {
        let rates = Rates::new(SystemTime::now);
        let counts = rates.limit("failures", MAX_PROMPT_FAILURES, "Too many failed requests");
        Self { counts: Arc::new(counts), delayed: Clients::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLIENT: [u8; 4] = [192, 0, 2, 1];
    const OTHER_CLIENT: [u8; 4] = [192, 0, 2, 2];

    #[tokio::test]
    async fn later_failures_of_one_client_are_delayed() {
        let failures = Failures::default();
        let count = 3 * MAX_PROMPT_FAILURES.calls;
        let delayed: Vec<_> = (0..count).filter_map(|_| failures.count(CLIENT.into())).collect();
        // The calls may take place in two seconds of the clock.
        assert!(delayed.len() as i64 >= MAX_PROMPT_FAILURES.calls);
        assert!(failures.count(OTHER_CLIENT.into()).is_none());
    }

    #[tokio::test]
    async fn later_failures_of_all_clients_are_delayed() {
        let failures = Failures::default();
        let count = 3 * MAX_PROMPT_FAILURES_OF_ALL as u32;
        let delayed =
            (0..count).filter_map(|client| failures.count(IpAddr::from(client.to_be_bytes())));
        assert!(delayed.count() as i64 >= MAX_PROMPT_FAILURES_OF_ALL);
    }

    #[tokio::test]
    async fn the_delayed_responses_of_one_client_are_bounded() {
        let failures = Failures::default();
        let count = 3 * MAX_DELAYED_RESPONSES;
        let delayed: Vec<_> = (0..count).filter_map(|_| failures.count(CLIENT.into())).collect();
        assert_eq!(delayed.len(), MAX_DELAYED_RESPONSES);
    }
}
