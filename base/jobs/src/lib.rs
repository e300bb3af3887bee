//! What runs beside requests: supervised, once for all servers where it must, and stopped with the server.
//!
//! A job that fails or panics is logged once and starts again, later each time. A job of [`Jobs::every`] has a lock in the
//! database, so that of all servers and commands one is at it; [`run_once`] is for commands. One of
//! [`Jobs::every_or_woken`] has rounds in every server.

mod backoff;
mod lock;
mod supervise;

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use stoa_db::Server;
use tokio::sync::Notify;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

pub use lock::{Job, run_once};

use lock::Lock;

/// The jobs of a server. Dropped without [`Jobs::stopped`], all end where they are.
pub struct Jobs {
    server: Server,
    drain: Duration,
    /// Told to jobs with rounds.
    stop: CancellationToken,
    /// Told to the others, which serve requests for as long as there are some.
    end: CancellationToken,
    with_rounds: TaskTracker,
    lasting: TaskTracker,
}

impl Jobs {
    /// None yet. Locks are taken in this database, and when the server stops, a round may take so long to finish.
    ///
    /// `server` must be Postgres itself: in a pooler's transaction mode a lock is not its holder's.
    pub fn new(server: impl Into<Server>, drain: Duration) -> Self {
        Self {
            server: server.into(),
            drain,
            stop: CancellationToken::new(),
            end: CancellationToken::new(),
            with_rounds: TaskTracker::new(),
            lasting: TaskTracker::new(),
        }
    }

    /// Runs a round at once and then one in each period, unless another server is at it. After one that failed the
    /// next comes sooner.
    pub fn every<Round>(
        &self,
        job: Job,
        period: Duration,
        mut round: impl FnMut() -> Round + Send + 'static,
    ) where
        Round: Future<Output = Result<()>> + Send + 'static,
    {
        let server = self.server.clone();
        let (stop, drain) = (self.stop.clone(), self.drain);
        let until = stop.clone();
        let locked_round = move || {
            let round = round();
            let (server, stop) = (server.clone(), stop.clone());
            async move {
                let lock = tokio::select! {
                    biased;
                    () = stop.cancelled() => return Ok(()),
                    lock = Lock::take(&server, job) => lock?,
                };
                let Some(lock) = lock else {
                    tracing::debug!(job = job.name(), "another server is at it");
                    return Ok(());
                };
                lock.hold_for(round).await
            }
        };
        let never = Arc::new(Notify::new());
        let rounds = supervise::rounds(job.name(), period, never, until, drain, locked_round);
        self.with_rounds.spawn(self.end.clone().run_until_cancelled_owned(rounds));
    }

    /// Runs a round at once and then one in each period, or sooner when it is woken, in every server: what rounds do
    /// must be shared among them by other means.
    pub fn every_or_woken<Round>(
        &self,
        name: &'static str,
        period: Duration,
        wake: Arc<Notify>,
        round: impl FnMut() -> Round + Send + 'static,
    ) where
        Round: Future<Output = Result<()>> + Send + 'static,
    {
        let (stop, drain) = (self.stop.clone(), self.drain);
        let rounds = supervise::rounds(name, period, wake, stop, drain, round);
        self.with_rounds.spawn(self.end.clone().run_until_cancelled_owned(rounds));
    }

    /// Runs a task that does not end by itself, in every server.
    pub fn forever<Task>(&self, name: &'static str, task: impl FnMut() -> Task + Send + 'static)
    where
        Task: Future<Output = Result<()>> + Send + 'static,
    {
        let task = supervise::forever(name, task);
        self.lasting.spawn(self.end.clone().run_until_cancelled_owned(task));
    }

    /// Tells jobs with rounds to stop: none begins any more, and one that is at work has its time to finish.
    pub fn stop(&self) {
        self.stop.cancel();
    }

    /// Stops all jobs, those that serve requests last, and waits for their end.
    pub async fn stopped(self) {
        self.stop();
        self.with_rounds.close();
        self.with_rounds.wait().await;
        self.end.cancel();
        self.lasting.close();
        self.lasting.wait().await;
    }
}

impl Drop for Jobs {
    fn drop(&mut self) {
        self.end.cancel();
    }
}
