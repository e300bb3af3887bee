//! Whether the server is to be asked: what /readyz says, and why.
//!
//! What only this server lacks keeps it from being ready. What all servers of a database lack at the same moment does
//! so only where nothing could be answered anyway: a job that is late, or notifications that do not come, would take
//! the whole shop away for what nobody who buys would notice. They are reported, and logged where they happen.

mod database;

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, OnceLock};

use serde::Serialize;
use stoa_db::Server;
use stoa_jobs::Watch;
use stoa_live_chat::LiveChat;

use database::DatabaseCheck;

/// How the server is. Clones are the same.
#[derive(Clone)]
pub struct Health(Arc<State>);

struct State {
    stage: AtomicU8,
    database: DatabaseCheck,
    parts: OnceLock<Parts>,
    has_listened: AtomicBool,
}

/// What is asked about beside the database.
pub struct Parts {
    pub live_chat: Arc<LiveChat>,
    pub jobs: Watch,
}

#[repr(u8)]
enum Stage {
    Starting,
    Serving,
    Stopping,
}

/// All checks, as JSON.
#[derive(Serialize)]
pub struct Report {
    pub ready: bool,
    checks: Checks,
}

#[derive(Serialize)]
struct Checks {
    serving: Check,
    database: Check,
    migrations: Check,
    listener: Check,
    jobs: Check,
}

/// What came of one.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "status", rename_all = "lowercase")]
pub(crate) enum Check {
    Ok,
    /// It is reported, and the server is ready all the same.
    Warning {
        because: String,
    },
    /// The server is not ready.
    Failed {
        because: String,
    },
}

impl Health {
    /// Of a server that starts, with its database here.
    pub fn new(pooled: &Server) -> Self {
        Self(Arc::new(State {
            stage: AtomicU8::new(Stage::Starting as u8),
            database: DatabaseCheck::new(pooled),
            parts: OnceLock::new(),
            has_listened: AtomicBool::new(false),
        }))
    }

    /// It answers from now on.
    pub fn serves(&self, parts: Parts) {
        let _ = self.0.parts.set(parts);
        self.0.stage.store(Stage::Serving as u8, Ordering::Release);
    }

    /// It is told to stop.
    pub fn stops(&self) {
        self.0.stage.store(Stage::Stopping as u8, Ordering::Release);
    }

    /// Whether the database was read-only when it was asked last.
    pub fn is_read_only(&self) -> bool {
        self.0.database.is_read_only()
    }

    /// Asks all. The database is asked once a second at most.
    pub async fn report(&self) -> Report {
        let (database, migrations) = self.0.database.check().await;
        let checks = Checks {
            // Last, so that nobody is told to be ready after the stop has begun.
            serving: self.0.serving(),
            database,
            migrations,
            listener: self.0.listener(),
            jobs: self.0.jobs(),
        };
        Report { ready: checks.all().iter().all(|check| !check.has_failed()), checks }
    }
}

impl State {
    fn serving(&self) -> Check {
        match self.stage.load(Ordering::Acquire) {
            stage if stage == Stage::Serving as u8 => Check::Ok,
            stage if stage == Stage::Starting as u8 => Check::failed("it starts"),
            _ => Check::failed("it was told to stop"),
        }
    }

    /// Whether events of other servers are heard of. A server that never has need not begin.
    fn listener(&self) -> Check {
        if self.parts.get().is_some_and(|parts| parts.live_chat.is_listening()) {
            self.has_listened.store(true, Ordering::Relaxed);
            return Check::Ok;
        }
        match self.has_listened.load(Ordering::Relaxed) {
            true => Check::warning("chat events of other servers come late, up to a minute"),
            false => Check::failed("it does not hear of other servers' chat events yet"),
        }
    }

    fn jobs(&self) -> Check {
        let ages = self.parts.get().map(|parts| parts.jobs.ages()).unwrap_or_default();
        let stale: Vec<_> = ages.iter().filter(|job| job.is_stale).map(|job| job.name).collect();
        if stale.is_empty() {
            return Check::Ok;
        }
        Check::warning(format!("not run for three periods on any server: {}", stale.join(", ")))
    }
}

impl Checks {
    fn all(&self) -> [&Check; 5] {
        [&self.serving, &self.database, &self.migrations, &self.listener, &self.jobs]
    }
}

impl Check {
    pub(crate) fn failed(because: impl Into<String>) -> Self {
        Self::Failed { because: because.into() }
    }

    fn warning(because: impl Into<String>) -> Self {
        Self::Warning { because: because.into() }
    }

    fn has_failed(&self) -> bool {
        matches!(self, Self::Failed { .. })
    }
}
