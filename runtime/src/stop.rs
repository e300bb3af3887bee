//! How a server ends: it lets go of its clients first, then takes no more.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use tokio_util::sync::{CancellationToken, WaitForCancellationFuture};

/// Tells a server to end. Clones are the same.
///
/// A client that sends a request on a connection just as the server closes it loses that request. So a server behind
/// proxies lets go of them for a while before it stops: they are told with each answer to connect anew, and by then
/// they may connect to another server.
#[derive(Debug, Clone, Default)]
pub struct Stop {
    letting_go: CancellationToken,
    stopping: CancellationToken,
    told: Arc<Told>,
}

/// What has been told, for who asks at each request: all connections share the lock of a token.
#[derive(Debug, Default)]
struct Told {
    to_let_go: AtomicBool,
    to_stop: AtomicBool,
}

impl Stop {
    /// Not yet told.
    pub fn new() -> Self {
        Self::default()
    }

    /// From now on HTTP/1 answers say `Connection: close`, and HTTP/2 connections that are open get GOAWAY. All is
    /// answered, on new connections too.
    pub fn let_go(&self) {
        self.told.to_let_go.store(true, Ordering::SeqCst);
        self.letting_go.cancel();
    }

    /// Lets go, and takes no more connections. What runs is finished, event streams end.
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
