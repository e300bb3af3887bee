//! Stops a server in two steps: the server asks its clients to reconnect elsewhere, then accepts no more connections.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use tokio_util::sync::{CancellationToken, WaitForCancellationFuture};

/// Tells a server to stop. Clones share the state.
///
/// If a client sends a request just when the server closes the connection, the request is lost. A server behind proxies
/// therefore drains for some time before it stops. Every response then asks the client to reconnect, which may
/// lead it to another server.
#[derive(Debug, Clone, Default)]
pub struct Stop {
    draining: CancellationToken,
    stopping: CancellationToken,
    flags: Arc<Flags>,
}

/// The same state as flags, which each request checks. Checking a token would take a lock that all connections share.
#[derive(Debug, Default)]
struct Flags {
    is_draining: AtomicBool,
    is_stopping: AtomicBool,
}

impl Stop {
    pub fn new() -> Self {
        Self::default()
    }

    /// From now on, HTTP/1 responses say `Connection: close`, and open HTTP/2 connections get GOAWAY. All requests are
    /// still answered, also on new connections.
    pub fn drain(&self) {
        self.flags.is_draining.store(true, Ordering::SeqCst);
        self.draining.cancel();
    }

    /// Drains, and accepts no more connections. Running requests finish; event streams end.
    pub fn stop(&self) {
        self.drain();
        self.flags.is_stopping.store(true, Ordering::SeqCst);
        self.stopping.cancel();
    }

    pub(crate) fn is_draining(&self) -> bool {
        self.flags.is_draining.load(Ordering::SeqCst)
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.flags.is_stopping.load(Ordering::SeqCst)
    }

    pub(crate) fn draining(&self) -> WaitForCancellationFuture<'_> {
        self.draining.cancelled()
    }

    pub(crate) fn stopping(&self) -> WaitForCancellationFuture<'_> {
        self.stopping.cancelled()
    }

    pub(crate) fn stopping_token(&self) -> CancellationToken {
        self.stopping.clone()
    }
}
