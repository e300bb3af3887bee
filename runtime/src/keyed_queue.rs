//! Calls that change the same object run one after the other.

use std::{
    hash::{BuildHasher, Hash, RandomState},
    time::Duration,
};

use tokio::{
    sync::{Mutex, MutexGuard},
    time::timeout,
};

use crate::Unavailable;

/// Number of locks that all keys of a queue share.
const QUEUE_LOCKS: usize = 1024;

/// Makes the calls that change an object wait for each other before they take a connection of the database. Without it,
/// they would wait for the lock of the object's row, each with a connection of the pool. Two objects may share a lock.
pub struct KeyedQueue {
    wait: Duration,
    locks: Vec<Mutex<()>>,
    hashes: RandomState,
}

impl KeyedQueue {
    /// Creates a queue in which a call waits for at most this long.
    pub fn new(wait: Duration) -> Self {
        let locks = (0..QUEUE_LOCKS).map(|_| Mutex::default()).collect();
        Self { wait, locks, hashes: RandomState::new() }
    }

    /// Waits until no other call has the turn of this key.
    pub async fn turn(&self, key: impl Hash) -> Result<MutexGuard<'_, ()>, Unavailable> {
        let lock = self.hashes.hash_one(key) as usize % QUEUE_LOCKS;
        timeout(self.wait, self.locks[lock].lock()).await.map_err(|_| Unavailable)
    }
}
