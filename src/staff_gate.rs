//! Serves the staff API at the main address only once a person exists. Before, no account could log in.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use stoa_db::Db;
use stoa_telemetry::Chain;

/// Minimum time between two questions to the database.
const PEOPLE_CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// Opens once a person exists, and stays open. Clones share their state.
#[derive(Clone)]
pub struct StaffGate(Arc<Gate>);

struct Gate {
    is_open: AtomicBool,
    db: Db,
    asked_at: Mutex<Option<Instant>>,
}

impl StaffGate {
    /// A gate that is closed until [`StaffGate::ask`] finds a person.
    pub fn closed(db: Db) -> Self {
        Self(Arc::new(Gate { is_open: AtomicBool::new(false), db, asked_at: Mutex::default() }))
    }

    pub fn is_open(&self) -> bool {
        self.0.is_open.load(Ordering::Relaxed)
    }

    /// Asks the database, at most every second, whether a person exists. Returns whether the gate is open. It stays
    /// closed while the database does not answer.
    pub async fn ask(&self) -> bool {
        if !self.is_open() && self.is_due() {
            match stoa_people::has_people(&self.0.db).await {
                Ok(has_people) => self.answered(has_people),
                Err(error) => tracing::warn!(
                    error = %Chain(&error),
                    "the staff API is not served: the database did not tell whether a person exists"
                ),
            }
        }
        self.is_open()
    }

    /// Opens the gate if a person exists. A gate that another question has opened stays open.
    fn answered(&self, has_people: bool) {
        self.0.is_open.fetch_or(has_people, Ordering::Relaxed);
    }

    /// Whether the last question is long enough ago. The caller then asks.
    fn is_due(&self) -> bool {
        let mut asked_at = self.0.asked_at.lock().unwrap_or_else(PoisonError::into_inner);
        let is_due = asked_at.is_none_or(|at| at.elapsed() >= PEOPLE_CHECK_INTERVAL);
        if is_due {
            *asked_at = Some(Instant::now());
        }
        is_due
    }
}

#[cfg(test)]
mod tests {
    use stoa_db::{Config, Settings};

    use super::*;

    /// The answer to the first of two questions may arrive last.
    #[tokio::test]
    async fn an_open_gate_stays_open() {
        let gate = StaffGate::closed(Db::connect(Config::new(), Settings::default()));
        gate.answered(false);
        assert!(!gate.is_open());
        gate.answered(true);
        gate.answered(false);
        assert!(gate.is_open() && gate.clone().ask().await);
    }
}
