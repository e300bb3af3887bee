//! How many connections each client has open.

use std::{
    collections::HashMap,
    net::{IpAddr, SocketAddr},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::request::client_address::network;

/// The open connections of each client that has some.
#[derive(Clone, Default)]
pub(crate) struct Clients(Arc<Mutex<HashMap<IpAddr, usize>>>);

/// One of a client's connections, until this is dropped.
pub(crate) struct ClientConnection {
    clients: Clients,
    network: IpAddr,
}

impl Clients {
    /// A place for a connection, if the client has fewer than this.
    pub(crate) fn place(&self, peer: SocketAddr, most: usize) -> Option<ClientConnection> {
        let network = network(peer.ip().to_canonical());
        let mut open = self.open();
        let count = open.entry(network).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(ClientConnection { clients: self.clone(), network })
    }

    fn open(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for ClientConnection {
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
    fn each_client_has_so_many() {
        let clients = Clients::default();
        let place = |peer: &str| clients.place(peer.parse().unwrap(), 2);
        let first = place("192.0.2.1:1");
        let second = place("[::ffff:192.0.2.1]:2");
        assert!(first.is_some() && second.is_some());
        assert!(place("192.0.2.1:3").is_none());
        assert!(place("192.0.2.2:3").is_some());
        drop(first);
        assert!(place("192.0.2.1:3").is_some());
        drop(second);
        assert!(clients.open().is_empty(), "nobody is remembered");
    }
}
