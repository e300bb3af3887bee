//! The caller on whose behalf a task runs.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use tokio::task::JoinHandle;

tokio::task_local! {
    static CALLER: Caller;
}

/// The caller on whose behalf a task runs: a client of a tenant. Background jobs have none.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The tenant that the request is for. Requests for no tenant share one value.
    pub tenant: u64,
    /// The client's network.
    pub client: IpAddr,
    state: Arc<RequestState>,
}

#[derive(Debug, Default)]
struct RequestState {
    is_essential: AtomicBool,
    was_admitted: AtomicBool,
}

impl Caller {
    /// Creates the caller of a new request.
    pub fn new(tenant: u64, client: IpAddr, is_essential: bool) -> Self {
        let state = RequestState { is_essential: is_essential.into(), ..Default::default() };
        Self { tenant, client, state: Arc::new(state) }
    }

    pub(crate) fn none() -> Self {
        Self::new(0, IpAddr::V4(Ipv4Addr::UNSPECIFIED), false)
    }

    /// Returns the caller of the current task.
    pub fn current() -> Option<Self> {
        CALLER.try_with(Self::clone).ok()
    }

    /// Runs a future on behalf of this caller.
    pub fn scope<F: Future>(self, future: F) -> impl Future<Output = F::Output> {
        CALLER.scope(self, future)
    }

    /// Whether the request is essential ([`set_essential`]).
    pub fn is_essential(&self) -> bool {
        self.state.is_essential.load(Ordering::Relaxed)
    }

    /// Whether the request has had a turn. The queue is patient with such a request: a refusal would waste what the
    /// request has done so far.
    pub(crate) fn was_admitted(&self) -> bool {
        self.state.was_admitted.load(Ordering::Relaxed)
    }

    pub(crate) fn set_admitted(&self) {
        self.state.was_admitted.store(true, Ordering::Relaxed);
    }
}

/// Marks the current task's request as essential, for example because of its credential. Essential requests have turns
/// that others cannot take.
pub fn set_essential() {
    if let Some(caller) = Caller::current() {
        caller.state.is_essential.store(true, Ordering::Relaxed);
    }
}

/// Spawns a task that runs on behalf of the current task's caller.
pub fn spawn<F>(future: F) -> JoinHandle<F::Output>
where
    F: Future + Send + 'static,
    F::Output: Send + 'static,
{
    match Caller::current() {
        Some(caller) => tokio::spawn(caller.scope(future)),
        None => tokio::spawn(future),
    }
}
