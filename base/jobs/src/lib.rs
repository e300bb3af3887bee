//! Background jobs, which stop with the server.
//!
//! If a job fails or panics, this crate logs the failure and restarts the job. The pause before a restart grows with
//! each failure.
//!
//! - Only one server or command at a time runs a round of a job of [`Jobs::every`] or [`Jobs::every_until_done`], because
//!   each round needs a lease in the database. Commands run such a round by [`run_once`].
//! - Every server runs the jobs of [`Jobs::every_or_woken`] and [`Jobs::forever`].
//!
//! [`Jobs::watch`] knows the time since the last success of each job that runs in rounds.

mod lease;
mod supervise;
mod watch;

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use stoa_db::Db;
use tokio::sync::Notify;
use tokio::time::timeout;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

pub use lease::{Job, run_once};
pub use watch::{JobAge, Watch};

use lease::Lease;

/// The work that a successful round left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WorkLeft {
    Nothing,
    /// The round ended at its time limit. The next round begins at once.
    Some,
}

/// The jobs of a server. Dropping `Jobs` without calling [`Jobs::stopped`] aborts all jobs.
pub struct Jobs {
    db: Db,
    watch: Watch,
    drain: Duration,
    /// Prevents jobs with rounds from beginning another round.
    stop: CancellationToken,
    /// Aborts all jobs that still run. The jobs of [`Jobs::forever`] run until then, because requests need them.
    end: CancellationToken,
    begin: CancellationToken,
    with_rounds: TaskTracker,
    lasting: TaskTracker,
}

impl Jobs {
    /// Creates a set without jobs. Leases are stored in `db`. After [`Jobs::stop`], a running round has the time
    /// `drain` to finish.
    pub fn new(db: Db, drain: Duration) -> Self {
        let begin = CancellationToken::new();
        begin.cancel();
        Self::waiting(db, drain, begin)
    }

    /// Like [`Jobs::new`], but no job begins before `begin` is cancelled.
    pub fn waiting(db: Db, drain: Duration, begin: CancellationToken) -> Self {
        let jobs = Self {
            db,
            watch: Watch::default(),
            drain,
            stop: CancellationToken::new(),
            end: CancellationToken::new(),
            begin,
            with_rounds: TaskTracker::new(),
            lasting: TaskTracker::new(),
        };
        let look = jobs.watch.clone().look(jobs.db.clone());
        jobs.lasting.spawn(jobs.end.clone().run_until_cancelled_owned(look));
        jobs
    }

    /// Returns a handle that reads the time since the last success of each job with rounds.
    pub fn watch(&self) -> Watch {
        self.watch.clone()
    }

    /// Runs a round now, and the next one a period after each success. A failed round is retried sooner.
    ///
    /// If another server or a command is running a round of this job, this server skips its own round.
    pub fn every<Round>(
        &self,
        job: Job,
        period: Duration,
        mut round: impl FnMut() -> Round + Send + 'static,
    ) where
        Round: Future<Output = Result<()>> + Send + 'static,
    {
        self.every_until_done(job, period, move || {
            let round = Box::pin(round());
            async move { round.await.map(|()| WorkLeft::Nothing) }
        });
    }

    /// Like [`Jobs::every`], but begins the next round at once after a round that left work. So a round may have a time
    /// limit, after which the server can stop and the round's lease is free.
    pub fn every_until_done<Round>(
        &self,
        job: Job,
        period: Duration,
        mut round: impl FnMut() -> Round + Send + 'static,
    ) where
        Round: Future<Output = Result<WorkLeft>> + Send + 'static,
    {
        self.watch.add(job.name(), period);
        let (db, watch) = (self.db.clone(), self.watch.clone());
        let (stop, drain) = (self.stop.clone(), self.drain);
        let (until, wake) = (stop.clone(), Arc::new(Notify::new()));
        let unfinished = wake.clone();
        let leased_round = move || {
            // Boxed because some rounds are large futures, which are expensive to move.
            let round = Box::pin(round());
            let (db, watch, stop) = (db.clone(), watch.clone(), stop.clone());
            let unfinished = unfinished.clone();
            async move {
                let lease = tokio::select! {
                    biased;
                    () = stop.cancelled() => return Ok(()),
                    lease = Lease::take_or_inherit(&db, job, &stop) => lease?,
                };
                if let Some(lease) = lease {
                    if lease.hold_for(round).await? == WorkLeft::Some {
                        unfinished.notify_one();
                    }
                    watch.succeeded(job.name());
                }
                Ok(())
            }
        };
        let rounds = supervise::rounds(job.name(), period, wake, until, drain, leased_round);
        self.spawn_rounds(Box::pin(rounds));
    }

    /// Runs rounds on every server: one now, one in each period, and one when `wake` is notified. Rounds of several
    /// servers can run concurrently, so the rounds must divide the work among servers themselves.
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
        let (db, watch) = (self.db.clone(), self.watch.clone());
        let round = move || {
            let round = Box::pin(round());
            let (db, watch) = (db.clone(), watch.clone());
            async move {
                round.await?;
                Ok(watch.note_success(&db, name).await?)
            }
        };
        let (stop, drain) = (self.stop.clone(), self.drain);
        let rounds = supervise::rounds(name, period, wake, stop, drain, round);
        self.spawn_rounds(Box::pin(rounds));
    }

    /// Runs a task on every server. The task should never return. If the task returns or fails, it is restarted.
    pub fn forever<Task>(&self, name: &'static str, task: impl FnMut() -> Task + Send + 'static)
    where
        Task: Future<Output = Result<()>> + Send + 'static,
    {
        let (begin, task) = (self.begin.clone(), supervise::forever(name, task));
        let task = async move {
            begin.cancelled().await;
            task.await;
        };
        self.lasting.spawn(self.end.clone().run_until_cancelled_owned(task));
    }

    /// Calls `finish` after [`Jobs::stop`], for work that outlasts its round. The work may finish within the drain time.
    pub fn finish_at_stop<Finish>(&self, finish: impl FnOnce() -> Finish + Send + 'static)
    where
        Finish: Future<Output = ()> + Send + 'static,
    {
        let (stop, drain) = (self.stop.clone(), self.drain);
        let finishing = async move {
            stop.cancelled().await;
            drop(timeout(drain, finish()).await);
        };
        self.with_rounds.spawn(self.end.clone().run_until_cancelled_owned(finishing));
    }

    fn spawn_rounds(&self, rounds: impl Future<Output = ()> + Send + 'static) {
        let (begin, stop) = (self.begin.clone(), self.stop.clone());
        let rounds = async move {
            if stop.run_until_cancelled(begin.cancelled()).await.is_some() {
                rounds.await;
            }
        };
        self.with_rounds.spawn(self.end.clone().run_until_cancelled_owned(rounds));
    }

    /// Stops jobs with rounds. No further round begins, and a running round may finish within the drain time.
    pub fn stop(&self) {
        self.stop.cancel();
    }

    /// Stops all jobs, those of [`Jobs::forever`] after the last round, and waits until they have ended.
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
