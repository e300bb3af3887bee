//! Single flight: one caller does the work, and concurrent callers with the same key wait.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::Mutex as AsyncMutex;

/// The caller that holds the lock does the work.
type Lock = AsyncMutex<()>;

/// The locks of the keys whose work this server is doing.
#[derive(Default)]
pub(crate) struct Locks<K>(Mutex<HashMap<K, Weak<Lock>>>);

impl<K: Eq + Hash> Locks<K> {
    /// Returns the lock of a key, which concurrent callers share.
    pub fn of(&self, key: K) -> Arc<Lock> {
        let mut locks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(lock) = locks.get(&key).and_then(Weak::upgrade) {
            return lock;
        }
        locks.retain(|_, lock| lock.strong_count() > 0);
        let lock = Arc::new(Lock::new(()));
        locks.insert(key, Arc::downgrade(&lock));
        lock
    }
}
