//! The caller on whose behalf a task runs.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU64, Ordering},
};

use tokio::task::JoinHandle;

tokio::task_local! {
    static CALLER: Caller;
}

/// The caller on whose behalf a task runs: a client of a tenant. Background jobs have none.
#[derive(Clone, Debug)]
pub struct Caller {
    pub client: IpAddr,
    state: Arc<RequestState>,
}

#[derive(Debug, Default)]
struct RequestState {
    /// 0 until the tenant is known.
    tenant: AtomicU64,
    is_essential: AtomicBool,
    is_known: AtomicBool,
    was_admitted: AtomicBool,
}

impl Caller {
    /// Creates the caller of a new request.
    pub fn new(client: IpAddr, is_essential: bool) -> Self {
        let state = RequestState { is_essential: is_essential.into(), ..Default::default() };
        Self { client, state: Arc::new(state) }
    }

    pub(crate) fn none() -> Self {
        Self::new(IpAddr::V4(Ipv4Addr::UNSPECIFIED), false)
    }

    /// Returns the caller of the current task.
    pub fn current() -> Option<Self> {
        CALLER.try_with(Self::clone).ok()
    }

    /// Runs a future on behalf of this caller.
    pub fn scope<F: Future>(self, future: F) -> impl Future<Output = F::Output> {
        CALLER.scope(self, future)
    }

    /// Calls a function, such as a poll of a response's body, on behalf of this caller.
    pub fn call<T>(&self, function: impl FnOnce() -> T) -> T {
        CALLER.sync_scope(self.clone(), function)
    }

    /// The tenant that the request is for ([`set_tenant`]), or 0. All requests without a tenant count as one tenant's.
    pub fn tenant(&self) -> u64 {
        self.state.tenant.load(Ordering::Relaxed)
    }

    /// Whether the request is essential ([`set_essential`]).
    pub fn is_essential(&self) -> bool {
        self.state.is_essential.load(Ordering::Relaxed)
    }

    /// Whether the client has proved who it is ([`set_known`]).
    pub(crate) fn is_known(&self) -> bool {
        self.state.is_known.load(Ordering::Relaxed)
    }

    /// Whether the request has had a turn. Such a request waits longer ([`QueueSettings::wait`]), because a refusal would
    /// waste what it has done so far.
    ///
    /// [`QueueSettings::wait`]: crate::QueueSettings::wait
    pub(crate) fn was_admitted(&self) -> bool {
        self.state.was_admitted.load(Ordering::Relaxed)
    }

    pub(crate) fn set_admitted(&self) {
        self.state.was_admitted.store(true, Ordering::Relaxed);
    }
}

fn with_state(change: impl FnOnce(&RequestState)) {
    let _ = CALLER.try_with(|caller| change(&caller.state));
}

/// Sets the tenant of the current task's request. Call this only after the tenant is known to exist: each tenant has its
/// own share, so a client that could invent tenants would have as many shares.
pub fn set_tenant(tenant: u64) {
    with_state(|state| state.tenant.store(tenant, Ordering::Relaxed));
}

/// Marks the current task's client as known: it has a valid credential, or the account of its login has logged in from the
/// client before. The known clients of a tenant have their own share, so they do not wait for any number of strangers.
pub fn set_known() {
    with_state(|state| state.is_known.store(true, Ordering::Relaxed));
}

/// Marks the current task's request as essential: it has turns that others cannot take.
pub fn set_essential() {
    with_state(|state| state.is_essential.store(true, Ordering::Relaxed));
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
