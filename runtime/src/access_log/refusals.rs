//! Leaves out lines of the access log when a client is refused again and again, so that a flood does not fill the disk.

use std::{
    collections::HashMap,
    net::{IpAddr, Ipv4Addr},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{
    runtime::Handle,
    time::{Instant, sleep_until},
};
use tracing::instrument::WithSubscriber;

use crate::request::client_address::network;

/// Number of refused requests (status 400 to 499) of a client in a minute that have a line each in the log. The others
/// share one line.
const MAX_LOGGED_REFUSALS: u64 = 100;

const REFUSALS_WINDOW: Duration = Duration::from_secs(60);

/// Maximum number of clients that are counted separately in a window. All others count as the client [`OTHER_CLIENTS`].
const MAX_REFUSED_CLIENTS: usize = 10_000;

const OTHER_CLIENTS: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// Counts the refused requests of each client: those that are answered with a status of 400 to 499. Clones share the
/// counts.
#[derive(Debug, Clone, Default)]
pub(crate) struct Refusals(Arc<Mutex<Window>>);

#[derive(Debug)]
struct Window {
    began: Instant,
    clients: HashMap<IpAddr, u64>,
    /// Whether a task waits for the end of the window.
    is_awaited: bool,
}

impl Refusals {
    /// Counts a refused request of the client, and returns whether it is logged. At the end of the window, one line for
    /// each client has the number of requests that were not.
    pub(crate) fn count(&self, client: IpAddr) -> bool {
        self.end_window();
        let mut window = self.window();
        let client = network(client.to_canonical());
        let is_counted =
            window.clients.len() < MAX_REFUSED_CLIENTS || window.clients.contains_key(&client);
        let refused =
            window.clients.entry(if is_counted { client } else { OTHER_CLIENTS }).or_default();
        *refused += 1;
        if *refused <= MAX_LOGGED_REFUSALS {
            return true;
        }
        if !window.is_awaited
            && let Ok(runtime) = Handle::try_current()
        {
            window.is_awaited = true;
            let (refusals, end) = (self.clone(), window.began + REFUSALS_WINDOW);
            let end = async move {
                sleep_until(end).await;
                refusals.end_window();
            };
            runtime.spawn(end.with_current_subscriber());
        }
        false
    }

    /// If the window is over, begins another, and logs how many requests of each client were not logged.
    fn end_window(&self) {
        let mut window = self.window();
        if window.began.elapsed() < REFUSALS_WINDOW {
            return;
        }
        let ended = std::mem::take(&mut *window);
        drop(window);
        for (client, refused) in ended.clients {
            let also = refused.saturating_sub(MAX_LOGGED_REFUSALS);
            if also > 0 {
                tracing::info!(target: "access", client = %client, also, "refused requests that are not logged");
            }
        }
    }

    fn window(&self) -> MutexGuard<'_, Window> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for Window {
    fn default() -> Self {
        Self { began: Instant::now(), clients: HashMap::new(), is_awaited: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_bounded() {
        let refusals = Refusals::default();
        let logged = (0..2 * MAX_REFUSED_CLIENTS as u32)
            .filter(|client| refusals.count(IpAddr::from(client.to_be_bytes())));
        let most = MAX_REFUSED_CLIENTS + MAX_LOGGED_REFUSALS as usize;
        assert!(logged.count() <= most);
        assert!(refusals.window().clients.len() <= MAX_REFUSED_CLIENTS + 1);
    }
}
