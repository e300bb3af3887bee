//! Whether Postgres answers at all. Without this check, each statement and each new connection would wait for its own
//! timeout while Postgres is frozen or unreachable.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};
use std::time::Duration;

use deadpool_postgres::PoolError;
use stoa_telemetry::Chain;
use tokio::{
    runtime::Handle,
    time::{sleep, timeout},
};
use tokio_postgres::error::SqlState;

use crate::Server;

/// How long a statement or a new connection may take before Postgres is probed.
pub(crate) const LATE_AFTER: Duration = Duration::from_millis(750);

const LIVENESS_PROBE_PAUSE: Duration = Duration::from_millis(500);

/// The state of one server. Clones share it.
///
/// A late answer starts a probe: a new connection with a trivial statement. Postgres is down if the probe gets no
/// answer, and no statement of the pool gets one at the same time. The probe is then repeated until Postgres answers.
#[derive(Clone, Debug)]
pub(crate) struct Liveness(Arc<LivenessState>);

#[derive(Debug)]
struct LivenessState {
    server: Server,
    /// Timeout of a probe, for each host.
    probe_timeout: Duration,
    is_down: AtomicBool,
    is_probing: AtomicBool,
    /// Whether a statement of the pool was answered since the last probe began. A busy server or pooler may answer
    /// statements but open no new connection within the timeout.
    has_answered: AtomicBool,
}

impl Liveness {
    pub(crate) fn new(server: Server, probe_timeout: Duration) -> Self {
        let server = server.named("stoa probe").with(|config| {
            config.connect_timeout(probe_timeout);
        });
        Self(Arc::new(LivenessState {
            server,
            probe_timeout,
            is_down: AtomicBool::new(false),
            is_probing: AtomicBool::new(false),
            has_answered: AtomicBool::new(false),
        }))
    }

    pub(crate) fn is_down(&self) -> bool {
        self.0.is_down.load(Ordering::Relaxed)
    }

    pub(crate) fn answered(&self) {
        // Written only if it changes, so that the cores do not compete for it.
        if !self.0.has_answered.load(Ordering::Relaxed) {
            self.0.has_answered.store(true, Ordering::Relaxed);
        }
    }

    /// Starts to probe Postgres, because an answer is late. Does nothing if a probe runs already.
    pub(crate) fn suspect(&self) {
        let Ok(runtime) = Handle::try_current() else { return };
        if !self.0.is_probing.swap(true, Ordering::Relaxed) {
            drop(runtime.spawn(self.clone().probe_until_alive()));
        }
    }

    /// Starts to probe Postgres if a connection failed in a way that Postgres may have caused.
    pub(crate) fn suspect_after(&self, error: &PoolError) {
        if let PoolError::Backend(error) = error
            && !is_answer(error)
        {
            self.suspect();
        }
    }

    async fn probe_until_alive(self) {
        loop {
            self.0.has_answered.store(false, Ordering::Relaxed);
            let failure = self.probe().await.err();
            let is_down = failure.is_some() && !self.0.has_answered.load(Ordering::Relaxed);
            let was_down = self.0.is_down.swap(is_down, Ordering::Relaxed);
            match (was_down, is_down) {
                (false, true) => tracing::warn!(
                    error = failure.unwrap_or_default(),
                    "the database is down: requests that need it are refused at once until it answers"
                ),
                (true, false) => tracing::warn!("the database answers again"),
                _ => {}
            }
            sleep(LIVENESS_PROBE_PAUSE).await;
            if !is_down {
                self.0.is_probing.store(false, Ordering::Relaxed);
                return;
            }
        }
    }

    async fn probe(&self) -> Result<(), String> {
        let hosts = u32::try_from(self.0.server.config().get_hosts().len()).unwrap_or(1).max(1);
        let answer = timeout(self.0.probe_timeout * hosts, self.ask()).await;
        match answer {
            Ok(Err(error)) if !is_answer(&error) => Err(Chain(&error).to_string()),
            Ok(_) => Ok(()),
            Err(_) => Err("no answer in time".to_owned()),
        }
    }

    async fn ask(&self) -> Result<(), tokio_postgres::Error> {
        let (client, connection) = self.0.server.connect().await?;
        tokio::select! {
            closed = connection => closed,
            answer = client.batch_execute("select") => answer,
        }
    }
}

/// Whether the error is an answer of Postgres, which does not start or stop.
fn is_answer(error: &tokio_postgres::Error) -> bool {
    error.code().is_some_and(|code| *code != SqlState::CANNOT_CONNECT_NOW)
}
