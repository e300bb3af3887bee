//! Stops a server in two steps: the server asks its clients to reconnect elsewhere, then accepts no more connections.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use tokio_util::sync::{CancellationToken, WaitForCancellationFuture};

/// Tells a server to stop. Clones share the state.
///
/// If a client sends a request just when the server closes the connection, the request is lost. A server behind proxies
/// therefore lets its clients go some time before it stops. Every response then asks the client to reconnect, which may
/// lead it to another server.
#[derive(Debug, Clone, Default)]
pub struct Stop {
    letting_go: CancellationToken,
    stopping: CancellationToken,
    told: Arc<Told>,
}

/// The same state as flags, which each request checks. Checking a token would take a lock that all connections share.
#[derive(Debug, Default)]
struct Told {
    to_let_go: AtomicBool,
    to_stop: AtomicBool,
}

impl Stop {
    pub fn new() -> Self {
        Self::default()
    }

    /// From now on, HTTP/1 responses say `Connection: close`, and open HTTP/2 connections get GOAWAY. All requests are
    /// still answered, also on new connections.
    pub fn let_go(&self) {
        self.told.to_let_go.store(true, Ordering::SeqCst);
        self.letting_go.cancel();
    }

    /// Lets clients go and accepts no more connections. Running requests finish; event streams end.
    pub fn stop(&self) {
        self.let_go();
        self.told.to_stop.store(true, Ordering::SeqCst);
        self.stopping.cancel();
    }

    pub(crate) fn is_letting_go(&self) -> bool {
        self.told.to_let_go.load(Ordering::SeqCst)
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.told.to_stop.load(Ordering::SeqCst)
    }

    pub(crate) fn letting_go(&self) -> WaitForCancellationFuture<'_> {
        self.letting_go.cancelled()
    }

    pub(crate) fn stopping(&self) -> WaitForCancellationFuture<'_> {
        self.stopping.cancelled()
    }

    pub(crate) fn stopping_token(&self) -> CancellationToken {
        self.stopping.clone()
    }
}
