//! Single flight for finalizing. One caller draws a design, and concurrent callers that finalize the same design wait.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::Mutex as AsyncMutex;

/// The caller that holds the lock finalizes the design.
type DesignLock = AsyncMutex<()>;

/// The designs that this server is finalizing, by site and number.
#[derive(Default)]
pub(crate) struct DesignLocks(Mutex<HashMap<(i64, i64), Weak<DesignLock>>>);

impl DesignLocks {
    /// Returns the lock of a design, which concurrent callers share.
    pub fn of_design(&self, site_id: i64, design_id: i64) -> Arc<DesignLock> {
        let mut locks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(lock) = locks.get(&(site_id, design_id)).and_then(Weak::upgrade) {
            return lock;
        }
        locks.retain(|_, lock| lock.strong_count() > 0);
        let lock = Arc::new(DesignLock::new(()));
        locks.insert((site_id, design_id), Arc::downgrade(&lock));
        lock
    }
}
