//! The report of /readyz: whether the server should receive requests, and why not.
//!
//! Three kinds of faults differ in their effect:
//! - A fault of this server alone makes the server unready.
//! - A fault that all servers of a database share makes them unready only if they could not answer requests anyway.
//! - A late job or missing notifications are only reported, and logged where they occur. If they made all servers
//!   unready, the whole shop would be down for a fault that no customer notices.

mod database;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use serde::Serialize;
use stoa_db::Server;
use stoa_jobs::Watch;
use stoa_live_chat::LiveChat;

use database::DatabaseProbe;

/// The server's health. Clones share it.
#[derive(Clone)]
pub struct Health(Arc<State>);

struct State {
    database: Arc<DatabaseProbe>,
    /// Set when the server begins to serve.
    parts: OnceLock<Parts>,
    is_stopping: AtomicBool,
    has_listened: AtomicBool,
}

/// The parts checked in addition to the database.
pub struct Parts {
    pub live_chat: Arc<LiveChat>,
    pub jobs: Watch,
}

/// The requests that a probe asks about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Requests {
    All,
    /// Requests that the server can answer from its cache.
    Reads,
}

/// The response body of /readyz.
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

#[derive(Debug, Clone, Serialize)]
#[serde(tag = "status", rename_all = "lowercase")]
pub(crate) enum Check {
    Ok,
    /// Reported, but the server stays ready.
    Warning {
        because: String,
    },
    /// Makes the server unready.
    Failed {
        because: String,
    },
}

impl Health {
    pub fn new(pooled: &Server) -> Self {
        Self(Arc::new(State {
            database: Arc::new(DatabaseProbe::new(pooled)),
            parts: OnceLock::new(),
            is_stopping: AtomicBool::new(false),
            has_listened: AtomicBool::new(false),
        }))
    }

    /// Reports that the server is serving.
    pub fn serves(&self, parts: Parts) {
        let _ = self.0.parts.set(parts);
    }

    /// Reports that the server is stopping.
    pub fn stops(&self) {
        self.0.is_stopping.store(true, Ordering::Release);
    }

    /// Whether the database was read-only at its last answer.
    pub fn is_read_only(&self) -> bool {
        self.0.database.is_read_only()
    }

    /// Runs all checks. The database is queried once a second at most.
    pub async fn report(&self, requests: Requests) -> Report {
        let (database, migrations) = self.0.database.check().await;
        let checks = Checks {
            // Evaluated after the query above, so that no report says ready after the stop has begun.
            serving: self.0.serving(),
            database,
            migrations,
            listener: self.0.listener(),
            jobs: self.0.jobs(),
        };
        let ready = match requests {
            Requests::All => checks.all().iter().all(|check| !check.has_failed()),
            Requests::Reads => checks.allow_reads(),
        };
        Report { ready, checks }
    }
}

impl State {
    fn serving(&self) -> Check {
        match (self.is_stopping.load(Ordering::Acquire), self.parts.get()) {
            (true, _) => Check::failed("the server is stopping"),
            (false, None) => Check::failed("the server is starting"),
            (false, Some(_)) => Check::Ok,
        }
    }

    /// Whether chat events of other servers arrive. If they do not, the server is unready only before its first
    /// connection. After that, the result is a warning.
    fn listener(&self) -> Check {
        if self.parts.get().is_some_and(|parts| parts.live_chat.is_listening()) {
            self.has_listened.store(true, Ordering::Relaxed);
            return Check::Ok;
        }
        match self.has_listened.load(Ordering::Relaxed) {
            true => Check::warning("chat events of other servers may come up to a minute late"),
            false => Check::failed("chat events of other servers do not arrive yet"),
        }
    }

    fn jobs(&self) -> Check {
        let ages = self.parts.get().map(|parts| parts.jobs.ages()).unwrap_or_default();
        let stale: Vec<_> = ages.iter().filter(|job| job.is_stale).map(|job| job.name).collect();
        if stale.is_empty() {
            return Check::Ok;
        }
        Check::warning(format!(
            "no server has run these jobs for three of their periods: {}",
            stale.join(", ")
        ))
    }
}

impl Checks {
    fn all(&self) -> [&Check; 5] {
        [&self.serving, &self.database, &self.migrations, &self.listener, &self.jobs]
    }

    /// Whether the server should receive reads: also while the database is down or read-only, but not if its schema is
    /// another one.
    fn allow_reads(&self) -> bool {
        let has_schema = self.database.has_failed() || !self.migrations.has_failed();
        !self.serving.has_failed() && has_schema
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
