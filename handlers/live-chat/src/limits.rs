//! How many conversations one visitor may begin. How many messages, the statement that stores them decides, so that it
//! holds for all servers together.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use stoa_rate_limit::network;
use tokio::sync::OwnedMutexGuard;

/// New conversations of a client address in [`START_WINDOW`].
const MOST_STARTS: usize = 20;

const START_WINDOW: Duration = Duration::from_secs(3600);

/// Client addresses that are remembered at most, some 10 MB. Beyond it all are forgotten: who floods it from many
/// addresses gains another helping, and nobody is refused for it.
const MOST_CLIENTS: usize = 20_000;

/// When each client address has begun conversations.
#[derive(Default)]
pub struct StartLimit(Mutex<HashMap<IpAddr, Arc<tokio::sync::Mutex<Times>>>>);

/// At most [`MOST_STARTS`], the oldest first.
type Times = VecDeque<SystemTime>;

/// The starts of one client; another request of the same address waits until they are dropped.
pub struct ClientStarts(OwnedMutexGuard<Times>);

impl StartLimit {
    /// Waits for the starts of this address.
    pub async fn of_client(&self, address: IpAddr) -> ClientStarts {
        let times = self.times(network(address));
        ClientStarts(times.lock_owned().await)
    }

    fn times(&self, network: IpAddr) -> Arc<tokio::sync::Mutex<Times>> {
        let mut clients = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if clients.len() >= MOST_CLIENTS && !clients.contains_key(&network) {
            clients.clear();
        }
        clients.entry(network).or_default().clone()
    }
}

impl ClientStarts {
    /// Counts a conversation, or returns in how many seconds one may be begun.
    pub fn count(&mut self, now: SystemTime) -> Result<(), u64> {
        // What lies ahead is of a clock that was set back since: how long ago it was cannot be told.
        self.0.retain(|time| now.duration_since(*time).is_ok_and(|age| age < START_WINDOW));
        if self.0.len() < MOST_STARTS {
            self.0.push_back(now);
            return Ok(());
        }
        let wait = (self.0[0] + START_WINDOW).duration_since(now).unwrap_or_default();
        Err(wait.as_secs_f64().ceil() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLIENT: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));

    #[tokio::test]
    async fn twenty_starts_an_hour() {
        let starts = StartLimit::default();
        let begun = SystemTime::UNIX_EPOCH;
        for second in 0..20 {
            let now = begun + Duration::from_secs(second);
            assert_eq!(starts.of_client(CLIENT).await.count(now), Ok(()));
        }
        let after = |seconds| begun + Duration::from_secs(seconds);
        assert_eq!(starts.of_client(CLIENT).await.count(after(20)), Err(3580));
        assert_eq!(starts.of_client([192, 0, 2, 2].into()).await.count(after(20)), Ok(()));
        assert_eq!(starts.of_client(CLIENT).await.count(after(3600)), Ok(()));
        assert_eq!(starts.of_client(CLIENT).await.count(after(3600)), Err(1));
        let set_back = begun - START_WINDOW;
        assert_eq!(starts.of_client(CLIENT).await.count(set_back), Ok(()));
    }

    #[tokio::test]
    async fn one_client_has_one_address() {
        assert_eq!(
            network("2001:db8:1:2::1".parse().unwrap()),
            network("2001:db8:1:2:ffff::9".parse().unwrap())
        );
        assert_ne!(
            network("2001:db8:1:2::1".parse().unwrap()),
            network("2001:db8:1:3::1".parse().unwrap())
        );
        assert_eq!(network("::ffff:192.0.2.1".parse().unwrap()), CLIENT);
    }

    #[tokio::test]
    async fn memory_is_bounded() {
        let starts = StartLimit::default();
        for client in 0..=MOST_CLIENTS as u32 {
            starts.times(IpAddr::V4(client.into()));
        }
        assert_eq!(starts.0.lock().unwrap().len(), 1);
    }
}
