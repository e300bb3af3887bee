//! What runs beside requests: supervised, once for all servers where it must, and stopped with the server.
//!
//! A job that fails or panics is logged once and starts again, later each time. A job of [`Jobs::every`] has a lease in
//! the database, so that of all servers and commands one is at it; [`run_once`] is for commands. One of
//! [`Jobs::every_or_woken`] has rounds in every server. [`Jobs::ages`] tells how long ago each has ended well.

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

/// The jobs of a server. Dropped without [`Jobs::stopped`], all end where they are.
pub struct Jobs {
    db: Db,
    watch: Watch,
    drain: Duration,
    /// Told to jobs with rounds.
    stop: CancellationToken,
    /// Told to the others, which serve requests for as long as there are some.
    end: CancellationToken,
    with_rounds: TaskTracker,
    lasting: TaskTracker,
}

impl Jobs {
    /// None yet. Leases are taken in this database, and when the server stops, a round may take so long to finish.
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

    /// How long ago each job with rounds has ended well, on whichever server.
    pub fn ages(&self) -> Vec<JobAge> {
        self.watch.ages()
    }

    /// The same for who asks later.
    pub fn watch(&self) -> Watch {
        self.watch.clone()
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

    /// Runs a round at once and then one in each period, or sooner when it is woken, in every server: what rounds do
    /// must be shared among them by other means.
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
