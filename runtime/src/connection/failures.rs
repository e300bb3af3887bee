//! Delays the responses to failed requests of a client that has many. Such a client often repeats a refused request at
//! once, and even refusals take the server's CPU when there are thousands in a second.

use std::{
    fmt,
    net::IpAddr,
    sync::Arc,
    time::{Duration, SystemTime},
};

use tokio::time::{Sleep, sleep};

use crate::{Rate, RateLimit, Rates, request::client_address::network};

/// Number of failed requests of one client in a second that are answered without delay.
const PROMPT_FAILURES: Rate = Rate { calls: 200, seconds: 1 };

const FAILURE_DELAY: Duration = Duration::from_secs(1);

/// Counts the failed requests of each client: those whose response has a status of at least 400. Clones share the
/// counts.
#[derive(Clone)]
pub(crate) struct Failures(Arc<RateLimit>);

impl Failures {
    /// Returns how long the response to a failed request of the client must wait, if it must.
    pub(crate) fn delay(&self, client: IpAddr) -> Option<Sleep> {
        let counted = self.0.count(network(client.to_canonical()));
        counted.is_err().then(|| sleep(FAILURE_DELAY))
    }
}

impl Default for Failures {
    fn default() -> Self {
        let rates = Rates::new(SystemTime::now);
        Self(Arc::new(rates.limit("failures", PROMPT_FAILURES, "Too many failed requests")))
    }
}

impl fmt::Debug for Failures {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Failures")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn later_failures_of_one_client_are_delayed() {
        let failures = Failures::default();
        let client = IpAddr::from([192, 0, 2, 1]);
        let delayed = (0..3 * PROMPT_FAILURES.calls).filter(|_| failures.delay(client).is_some());
        // The calls may take place in two seconds of the clock.
        assert!(delayed.count() as i64 >= PROMPT_FAILURES.calls);
        assert!(failures.delay(IpAddr::from([192, 0, 2, 2])).is_none());
    }
}
