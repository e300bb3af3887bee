//! Leases, which let only one server or command at a time run a job. A lease is a row of the table `job_leases`. Its
//! holder renews the lease while a round runs.
//!
//! A lease does not depend on a database session, so it works through every pooler.

use std::time::Duration;

use anyhow::{Context, Error, Result, anyhow};
use stoa_db::Db;
use stoa_telemetry::Chain;
use tokio::{
    runtime::Handle,
    time::{Instant, sleep_until, timeout, timeout_at},
};
use tokio_util::sync::CancellationToken;

/// Timeout of each statement that takes, looks up or gives back a lease. A renewal may instead take until the lease
/// expires.
const LEASE_TIMEOUT: Duration = Duration::from_secs(5);

const JOB_LEASE: Duration = Duration::from_secs(30);

const RENEWALS: u32 = 6;

/// A job that runs in rounds. Its name appears in the log and identifies the job to other servers.
///
/// Do not rename a job: while servers with the old name and servers with the new name run, the job could run twice
/// concurrently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Job {
    name: &'static str,
    lease: Duration,
}

impl Job {
    pub const fn new(name: &'static str) -> Self {
        Self { name, lease: JOB_LEASE }
    }

    /// Sets the time after which another server takes over the job of a server that died.
    pub const fn leased_for(self, lease: Duration) -> Self {
        Self { lease, ..self }
    }

    pub const fn name(self) -> &'static str {
        self.name
    }

    fn milliseconds(self) -> f64 {
        self.lease.as_secs_f64() * 1000.0
    }
}

/// Runs one round of the job. If a server or another command holds the lease, returns `None` without running the round.
pub async fn run_once<T>(
    db: &Db,
    job: Job,
    round: impl Future<Output = Result<T>>,
) -> Result<Option<T>> {
    match Lease::take(db, job, None).await? {
        Some(lease) => lease.hold_for(round).await.map(Some),
        None => Ok(None),
    }
}

/// A job's lease, which this process holds. Dropping a `Lease` in the middle of a round gives the lease back.
pub(crate) struct Lease {
    db: Db,
    job: Job,
    holder: i64,
    /// When the lease expires, by the local clock. The expiry in the database is never earlier than this time.
    until: Instant,
    is_ended: bool,
}

impl Lease {
    /// Takes the job's lease. If another process holds the lease, waits whether that process lets it expire: its holder
    /// has died then, and this process takes it over. Returns `None` if the other process gives the lease back, because
    /// it has finished its round, if a third process takes it, or if `stop` is cancelled.
    pub(crate) async fn take_or_inherit(
        db: &Db,
        job: Job,
        stop: &CancellationToken,
    ) -> Result<Option<Self>> {
        let mut of = None;
        loop {
            if let Some(lease) = Self::take(db, job, of).await? {
                return Ok(Some(lease));
            }
            let Some((holder, left)) = Self::holder(db, job).await? else { return Ok(None) };
            if of.is_some_and(|of| of != holder) {
                return Ok(None);
            }
            tracing::debug!(job = job.name, "another server is at it");
            of = Some(holder);
            if stop.run_until_cancelled(tokio::time::sleep(left)).await.is_none() {
                return Ok(None);
            }
        }
    }

    /// Takes the lease if it is free or has expired; with `of`, only if it has expired while that holder had it.
    async fn take(db: &Db, job: Job, of: Option<i64>) -> Result<Option<Self>> {
        let holder: i64 = rand::random();
        let until = Instant::now() + job.lease;
        let sql = include_str!("lease/take.sql");
        let milliseconds = job.milliseconds();
        let params = [&job.name as _, &holder as _, &milliseconds as _, &of as _];
        let taken = answered(db.execute(sql, &params)).await? > 0;
        Ok(taken.then(|| Self { db: db.clone(), job, holder, until, is_ended: false }))
    }

    async fn holder(db: &Db, job: Job) -> Result<Option<(i64, Duration)>> {
        let sql = include_str!("lease/holder.sql");
        let held: Option<(i64, u64)> = answered(db.opt(sql, &[&job.name])).await?;
        Ok(held.map(|(holder, left)| (holder, Duration::from_millis(left))))
    }

    /// Runs a round, and gives the lease back. Drops the round if the lease is lost, because another server may run it.
    pub(crate) async fn hold_for<T>(mut self, round: impl Future<Output = Result<T>>) -> Result<T> {
        // Boxed because some rounds are large futures, which are expensive to move.
        let round = Box::pin(round);
        let done = tokio::select! {
            done = round => done,
            lost = self.keep() => Err(lost),
        };
        self.is_ended = true;
        // This error is only logged, because the lease expires on its own.
        if let Err(error) = give_back(&self.db, self.job, self.holder, done.is_ok()).await {
            tracing::warn!(job = self.job.name, error = %Chain(error.as_ref()), "a job's lease was not given back");
        }
        done
    }

    /// Renews the lease until it is lost, and returns why it was lost.
    async fn keep(&mut self) -> Error {
        let every = self.job.lease / RENEWALS;
        loop {
            sleep_until((Instant::now() + every).min(self.until)).await;
            let sent = Instant::now();
            match timeout_at(self.until, self.renew()).await {
                Ok(Ok(0)) => return anyhow!("another server has taken the job"),
                Ok(Ok(_)) => self.until = sent + self.job.lease,
                Ok(Err(error)) => {
                    tracing::debug!(error = %Chain(error.as_ref()), "a job's lease was not renewed")
                }
                Err(_) => return anyhow!("the database has not let the job go on in time"),
            }
        }
    }

    async fn renew(&self) -> Result<u64> {
        let milliseconds = self.job.milliseconds();
        let params = [&self.job.name as _, &self.holder as _, &milliseconds as _];
        Ok(self.db.execute(include_str!("lease/renew.sql"), &params).await?)
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        if let (false, Ok(runtime)) = (self.is_ended, Handle::try_current()) {
            let (db, job, holder) = (self.db.clone(), self.job, self.holder);
            runtime.spawn(async move { give_back(&db, job, holder, false).await });
        }
    }
}

async fn give_back(db: &Db, job: Job, holder: i64, succeeded: bool) -> Result<u64> {
    let sql = include_str!("lease/give_back.sql");
    answered(db.execute(sql, &[&job.name, &holder, &succeeded])).await
}

async fn answered<T>(statement: impl Future<Output = Result<T, stoa_db::DbError>>) -> Result<T> {
    let answer = timeout(LEASE_TIMEOUT, statement).await;
    answer.context("the database does not answer")?.context("the database cannot be asked")
}
