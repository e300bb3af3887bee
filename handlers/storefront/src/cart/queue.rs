//! Changes of one cart run one after the other.

use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

use stoa_runtime::Unavailable;
use tokio::sync::{Mutex, MutexGuard};
use tokio::time::timeout;

/// Number of locks that all carts share.
const CART_LOCKS: usize = 1024;

/// How long a change waits for other changes of its cart. With Citus on a busy machine, a change takes 0.1 to 0.2 s.
const CART_QUEUE_TIMEOUT: Duration = Duration::from_secs(10);

/// Makes the changes of a cart wait for each other before they take a connection. Without it, they would wait for the
/// lock of the cart's row, each with a connection of the pool. Two carts may share a lock.
pub(crate) struct CartQueue {
    locks: Vec<Mutex<()>>,
    hashes: RandomState,
}

impl CartQueue {
    /// Waits until this server changes the cart in no other request.
    pub(crate) async fn turn(
        &self,
        site_id: i64,
        session_id: &str,
    ) -> Result<MutexGuard<'_, ()>, Unavailable> {
        let lock = self.hashes.hash_one((site_id, session_id)) as usize % CART_LOCKS;
        timeout(CART_QUEUE_TIMEOUT, self.locks[lock].lock()).await.map_err(|_| Unavailable)
    }
}

impl Default for CartQueue {
    fn default() -> Self {
        let locks = (0..CART_LOCKS).map(|_| Mutex::default()).collect();
        Self { locks, hashes: RandomState::new() }
    }
}
