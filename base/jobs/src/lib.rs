//! Background jobs. Failed jobs are restarted, some jobs run on one server at a time, and all stop with the server.
//!
//! A job that fails or panics is logged once and restarted, with longer pauses after each failure. A job of
//! [`Jobs::every`] has a lease in the database, so only one server or command runs it at a time; commands use
//! [`run_once`]. A job of [`Jobs::every_or_woken`] runs on every server. [`Jobs::ages`] returns the time since each
//! job's last success.

mod backoff;
mod lease;
mod supervise;
mod watch;

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use stoa_db::Db;
use tokio::sync::{Mutex, Notify};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

pub use lease::{Job, run_once};
pub use watch::{JobAge, Watch};

use lease::Lease;
use watch::Notes;

/// The jobs of a server. Dropping this without [`Jobs::stopped`] aborts all jobs.
pub struct Jobs {
    db: Db,
    watch: Watch,
    drain: Duration,
    /// Tells jobs with rounds to begin no further round.
    stop: CancellationToken,
    /// Ends the other jobs, which serve requests until the last request is done.
    end: CancellationToken,
    with_rounds: TaskTracker,
    lasting: TaskTracker,
}

impl Jobs {
    /// Creates a set without jobs. Leases are stored in `db`. When the server stops, a running round has the time
    /// `drain` to finish.
    pub fn new(db: Db, drain: Duration) -> Self {
        let jobs = Self {
            db,
            watch: Watch::default(),
            drain,
            stop: CancellationToken::new(),
            end: CancellationToken::new(),
            with_rounds: TaskTracker::new(),
            lasting: TaskTracker::new(),
        };
        let look = jobs.watch.clone().look(jobs.db.clone());
        jobs.lasting.spawn(jobs.end.clone().run_until_cancelled_owned(look));
        jobs
    }

    /// Returns, for each job with rounds, the time since its last success on any server.
    pub fn ages(&self) -> Vec<JobAge> {
        self.watch.ages()
    }

    /// Returns a handle to read the ages later.
    pub fn watch(&self) -> Watch {
        self.watch.clone()
    }

    /// Runs a round now and one in each period, unless another server or a command is running the job. After a failure
    /// the next round comes sooner.
    pub fn every<Round>(
        &self,
        job: Job,
        period: Duration,
        mut round: impl FnMut() -> Round + Send + 'static,
    ) where
        Round: Future<Output = Result<()>> + Send + 'static,
    {
        self.watch.add(job.name(), period);
        let (db, watch) = (self.db.clone(), self.watch.clone());
        let (stop, drain) = (self.stop.clone(), self.drain);
        let until = stop.clone();
        let leased_round = move || {
            let round = round();
            let (db, watch, stop) = (db.clone(), watch.clone(), stop.clone());
            async move {
                let lease = tokio::select! {
                    biased;
                    () = stop.cancelled() => return Ok(()),
                    lease = Lease::take_or_inherit(&db, job, &stop) => lease?,
                };
                if let Some(lease) = lease {
                    lease.hold_for(round).await?;
                    watch.succeeded(job.name());
                }
                Ok(())
            }
        };
        let never = Arc::new(Notify::new());
        let rounds = supervise::rounds(job.name(), period, never, until, drain, leased_round);
        self.with_rounds.spawn(self.end.clone().run_until_cancelled_owned(rounds));
    }

    /// Runs rounds on every server: one now, one in each period, and one when the job is woken. The rounds have to
    /// divide the work among servers themselves.
    pub fn every_or_woken<Round>(
        &self,
        name: &'static str,
        period: Duration,
        wake: Arc<Notify>,
        mut round: impl FnMut() -> Round + Send + 'static,
    ) where
        Round: Future<Output = Result<()>> + Send + 'static,
    {
        self.watch.add(name, period);
        let watch = self.watch.clone();
        let notes = Arc::new(Mutex::new(Notes::new(self.db.clone(), name)));
        let round = move || {
            let round = round();
            let (watch, notes) = (watch.clone(), notes.clone());
            async move {
                round.await?;
                watch.succeeded(name);
                Ok(notes.lock().await.note().await?)
            }
        };
        let (stop, drain) = (self.stop.clone(), self.drain);
        let rounds = supervise::rounds(name, period, wake, stop, drain, round);
        self.with_rounds.spawn(self.end.clone().run_until_cancelled_owned(rounds));
    }

    /// Runs a task on every server. The task should never return, and is restarted if it does.
    pub fn forever<Task>(&self, name: &'static str, task: impl FnMut() -> Task + Send + 'static)
    where
        Task: Future<Output = Result<()>> + Send + 'static,
    {
        let task = supervise::forever(name, task);
        self.lasting.spawn(self.end.clone().run_until_cancelled_owned(task));
    }

    /// Tells jobs with rounds to stop: no round begins any more, and a running one may finish within the drain time.
    pub fn stop(&self) {
        self.stop.cancel();
    }

    /// Stops all jobs and waits until they have ended. Jobs that serve requests are stopped last.
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
