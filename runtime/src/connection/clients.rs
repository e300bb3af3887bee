//! Counts of each client's open connections and concurrent requests.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::request::client_address::network;

/// Counts the open connections, or the concurrent requests, of each client. Clones share the counts.
#[derive(Debug, Clone, Default)]
pub(crate) struct Clients(Arc<Mutex<HashMap<IpAddr, usize>>>);

/// One counted connection or request of a client. Dropping it decrements the count.
#[derive(Debug)]
pub(crate) struct ClientPlace {
    clients: Clients,
    network: IpAddr,
}

impl Clients {
    /// Increments the client's count, or returns `None` if the count has reached `most`.
    pub(crate) fn place(&self, client: IpAddr, most: usize) -> Option<ClientPlace> {
        let network = network(client.to_canonical());
        let mut open = self.open();
        let count = open.entry(network).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(ClientPlace { clients: self.clone(), network })
    }

    fn open(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for ClientPlace {
    fn drop(&mut self) {
        let mut open = self.clients.open();
        if let Some(count) = open.get_mut(&self.network) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_per_client_are_bounded() {
        let clients = Clients::default();
        let place = |peer: &str| clients.place(peer.parse().unwrap(), 2);
        let first = place("192.0.2.1");
        let second = place("::ffff:192.0.2.1");
        assert!(first.is_some() && second.is_some());
        assert!(place("192.0.2.1").is_none());
        assert!(place("192.0.2.2").is_some());
        drop(first);
        assert!(place("192.0.2.1").is_some());
        drop(second);
        assert!(clients.open().is_empty(), "nobody is remembered");
    }
}
