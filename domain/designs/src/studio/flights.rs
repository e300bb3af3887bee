//! Single flight for finalizing. One caller draws a design, and concurrent callers that finalize the same design wait.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::Mutex as AsyncMutex;

/// The lock of a design. The caller that holds the lock finalizes the design.
type Turn = AsyncMutex<()>;

/// The designs that this server is finalizing, by site and number.
#[derive(Default)]
pub(crate) struct Flights(Mutex<HashMap<(i64, i64), Weak<Turn>>>);

impl Flights {
    /// Returns the lock of a design, which concurrent callers share.
    pub fn turn(&self, site_id: i64, design_id: i64) -> Arc<Turn> {
        let mut turns = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(turn) = turns.get(&(site_id, design_id)).and_then(Weak::upgrade) {
            return turn;
        }
        turns.retain(|_, turn| turn.strong_count() > 0);
        let turn = Arc::new(Turn::new(()));
        turns.insert((site_id, design_id), Arc::downgrade(&turn));
        turn
    }
}
