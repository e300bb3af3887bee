//! The time since each job last succeeded on any server.
//!
//! A job is stale if it has not succeeded for three of its periods. A server logs an error about a stale job, reports
//! it in the metric `stoa_job_stale`, and adds a warning to `/readyz`.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use stoa_db::{Db, DbError};
use stoa_telemetry::Chain;
use tokio::time::{Instant, sleep};

/// How often this server reads the successes of other servers from the database.
const WATCH_INTERVAL: Duration = Duration::from_secs(10);

/// Minimum time between two log lines about the same stale job.
const REPEATED_LOG_INTERVAL: Duration = Duration::from_secs(10 * 60);

/// Minimum time between two records of success of a job that runs on every server.
const NOTE_INTERVAL: Duration = Duration::from_secs(15);

/// A job is stale after this many periods without a success.
const PERIODS: u32 = 3;

/// A job whose last success is younger than this is not stale, because this server sees the successes of other servers
/// with a delay.
const STALE_ROUND_AGE: Duration = Duration::from_secs(60);

/// A job, and the time since its last success.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JobAge {
    pub name: &'static str,
    pub period: Duration,
    /// Time since the last success on any server. `None` if no success is known.
    pub since_success: Option<Duration>,
    /// Whether the last success is more than three periods and more than 60 s ago. Always false until this server
    /// itself has run for this time.
    pub is_stale: bool,
}

/// The jobs of a server and their ages. Clones share the jobs.
#[derive(Clone, Default)]
pub struct Watch(Arc<Mutex<BTreeMap<&'static str, Watched>>>);

struct Watched {
    period: Duration,
    begun: Instant,
    /// The age of the last success, measured at the `Instant`.
    succeeded: Option<(Duration, Instant)>,
    /// When this server last recorded a success in the database.
    noted: Option<Instant>,
    said: Option<Instant>,
}

impl Watch {
    pub fn ages(&self) -> Vec<JobAge> {
        self.jobs().iter().map(|(name, watched)| watched.age(name)).collect()
    }

    pub(crate) fn add(&self, name: &'static str, period: Duration) {
        let begun = Instant::now();
        let watched = Watched { period, begun, succeeded: None, noted: None, said: None };
        self.jobs().insert(name, watched);
    }

    pub(crate) fn succeeded(&self, name: &str) {
        if let Some(watched) = self.jobs().get_mut(name) {
            watched.succeeded = Some((Duration::ZERO, Instant::now()));
        }
    }

    /// Records a success in the database too, where other servers read it, at most once in each [`NOTE_INTERVAL`],
    /// because rounds may be frequent.
    pub(crate) async fn note_success(&self, db: &Db, name: &str) -> Result<(), DbError> {
        self.succeeded(name);
        let is_due = |watched: &mut Watched| {
            let is_due = watched.noted.is_none_or(|noted| noted.elapsed() >= NOTE_INTERVAL);
            if is_due {
                watched.noted = Some(Instant::now());
            }
            is_due
        };
        if self.jobs().get_mut(name).is_some_and(is_due) {
            db.execute(include_str!("watch/note_success.sql"), &[&name]).await?;
        }
        Ok(())
    }

    /// Updates the ages from the database and reports stale jobs, forever.
    pub(crate) async fn look(self, db: Db) {
        loop {
            // If the database does not answer, the last known ages continue to grow.
            if let Err(error) = self.ask(&db).await {
                tracing::debug!(error = %Chain(&error), "the ages of jobs are not known");
            }
            self.tell();
            sleep(WATCH_INTERVAL).await;
        }
    }

    async fn ask(&self, db: &Db) -> Result<(), DbError> {
        let names: Vec<&str> = self.jobs().keys().copied().collect();
        let rows: Vec<(String, u64)> = db.rows(include_str!("watch/ages.sql"), &[&names]).await?;
        let ages: HashMap<String, u64> = rows.into_iter().collect();
        for (name, watched) in self.jobs().iter_mut() {
            let Some(age) = ages.get(*name).copied().map(Duration::from_millis) else { continue };
            // This server may know of a later success, which the database does not have yet.
            if watched.since_success().is_none_or(|known| age < known) {
                watched.succeeded = Some((age, Instant::now()));
            }
        }
        Ok(())
    }

    fn tell(&self) {
        for (name, watched) in self.jobs().iter_mut() {
            let age = watched.age(name);
            let since = age.since_success.unwrap_or_else(|| watched.begun.elapsed());
            // The label is not `job`, because Prometheus uses `job` for the scrape job.
            metrics::gauge!("stoa_job_age_seconds", "name" => *name).set(since.as_secs_f64());
            let is_stale = u8::from(age.is_stale);
            metrics::gauge!("stoa_job_stale", "name" => *name).set(is_stale);
            let is_said = watched.said.is_some_and(|said| said.elapsed() < REPEATED_LOG_INTERVAL);
            if age.is_stale && !is_said {
                watched.said = Some(Instant::now());
                tracing::error!(
                    job = name,
                    "a job that is due every {:?} has not ended well on any server for {:.0?}",
                    age.period,
                    since,
                );
            } else if !age.is_stale {
                watched.said = None;
            }
        }
    }

    fn jobs(&self) -> MutexGuard<'_, BTreeMap<&'static str, Watched>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Watched {
    fn since_success(&self) -> Option<Duration> {
        self.succeeded.map(|(age, known)| age + known.elapsed())
    }

    fn age(&self, name: &'static str) -> JobAge {
        let (period, since_success) = (self.period, self.since_success());
        let running = self.begun.elapsed();
        let since = since_success.map_or(running, |since| since.min(running));
        let is_stale = since > (period * PERIODS).max(STALE_ROUND_AGE);
        JobAge { name, period, since_success, is_stale }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_job_is_stale_after_three_periods() {
        let watch = Watch::default();
        watch.add("hourly", Duration::from_secs(3600));
        watch.add("often", Duration::from_secs(5));
        let stale = || -> Vec<&str> {
            let ages = watch.ages().into_iter();
            ages.filter(|age| age.is_stale).map(|age| age.name).collect()
        };
        sleep(Duration::from_secs(30)).await;
        assert!(stale().is_empty(), "it takes a while to hear of it");
        watch.succeeded("often");
        sleep(Duration::from_secs(61)).await;
        assert_eq!(stale(), ["often"]);
        assert_eq!(watch.ages()[1].since_success, Some(Duration::from_secs(61)));
        sleep(Duration::from_secs(3 * 3600)).await;
        assert_eq!(stale(), ["hourly", "often"]);
        watch.tell();
        let said = || watch.jobs()["often"].said;
        let first = said();
        assert!(first.is_some());
        sleep(REPEATED_LOG_INTERVAL / 2).await;
        watch.tell();
        assert_eq!(said(), first, "not each time that it is looked at");
        sleep(REPEATED_LOG_INTERVAL / 2).await;
        watch.tell();
        assert_ne!(said(), first, "but again and again");
        watch.succeeded("hourly");
        assert_eq!(stale(), ["often"]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_new_server_waits_for_its_own_rounds() {
        let watch = Watch::default();
        watch.add("hourly", Duration::from_secs(3600));
        let long_ago = Some((Duration::from_secs(1_000_000), Instant::now()));
        watch.jobs().get_mut("hourly").unwrap().succeeded = long_ago;
        assert!(!watch.ages()[0].is_stale, "while all servers were stopped, nothing could run");
        sleep(Duration::from_secs(3 * 3600 + 1)).await;
        assert!(watch.ages()[0].is_stale);
    }
}
