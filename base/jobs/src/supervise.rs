//! Runs jobs, and restarts them after failures.

use std::{any::Any, fmt, panic::AssertUnwindSafe, sync::Arc, time::Duration};

use anyhow::{Result, anyhow};
use futures_util::FutureExt;
use stoa_telemetry::Chain;
use tokio::{
    sync::Notify,
    time::{Instant, sleep, timeout},
};
use tokio_util::sync::CancellationToken;
use tracing::{Instrument, field::Empty};

/// Pause after the first failed round. The pause doubles with each further failure, up to the job's period.
const FIRST_ROUND_RETRY_DELAY: Duration = Duration::from_secs(1);

/// Pause after the first failure of a task of [`forever`]. The pause is short because requests wait for the task.
const FIRST_RESTART_DELAY: Duration = Duration::from_millis(100);
const MAX_RESTART_DELAY: Duration = Duration::from_secs(10);

/// Runs rounds until `stop` is cancelled. The running round then has the time `drain` to finish. After a successful
/// round, the next round begins when the period is over or `wake` is notified.
pub(crate) async fn rounds<Round: Future<Output = Result<()>>>(
    name: &'static str,
    period: Duration,
    wake: Arc<Notify>,
    stop: CancellationToken,
    drain: Duration,
    mut round: impl FnMut() -> Round,
) {
    let mut backoff = Backoff::new(FIRST_ROUND_RETRY_DELAY, period);
    let drained = async {
        stop.cancelled().await;
        sleep(drain).await;
    };
    let rounds = async {
        while !stop.is_cancelled() {
            let span = tracing::info_span!(
                target: "stoa_jobs",
                "job",
                otel.name = name,
                otel.kind = "internal",
                otel.status_code = Empty,
                stoa.job = name,
            );
            let done = caught(&mut round).instrument(span.clone()).await;
            if done.is_err() {
                span.record("otel.status_code", "ERROR");
            }
            // The span ends now, not after the pause.
            drop(span);
            match done {
                Ok(()) => {
                    backoff.reset();
                    let woken = timeout(period, wake.notified());
                    stop.run_until_cancelled(woken).await;
                }
                Err(failure) => {
                    let pause = backoff.pause();
                    count_failure(name);
                    tracing::error!(job = name, %failure, "a job failed, it runs again in {pause:.1?}");
                    stop.run_until_cancelled(sleep(pause)).await;
                }
            }
        }
    };
    tokio::select! {
        () = rounds => {}
        () = drained => tracing::warn!(job = name, "a job did not finish in time, the server stops without"),
    }
}

pub(crate) async fn forever<Task: Future<Output = Result<()>>>(
    name: &'static str,
    mut task: impl FnMut() -> Task,
) {
    let mut backoff = Backoff::new(FIRST_RESTART_DELAY, MAX_RESTART_DELAY);
    loop {
        let begun = Instant::now();
        let failure = match caught(&mut task).await {
            Ok(()) => JobFailure::Error(anyhow!("it has ended by itself")),
            Err(failure) => failure,
        };
        if begun.elapsed() >= MAX_RESTART_DELAY {
            backoff.reset();
        }
        let pause = backoff.pause();
        count_failure(name);
        tracing::error!(job = name, %failure, "a job failed, it starts again in {pause:.1?}");
        sleep(pause).await;
    }
}

/// Pauses that double with each failure, up to the longest pause.
struct Backoff {
    first: Duration,
    longest: Duration,
    next: Duration,
}

impl Backoff {
    fn new(first: Duration, longest: Duration) -> Self {
        Self { first, longest, next: first.min(longest) }
    }

    /// Returns the pause, with jitter, so that servers do not all return to a database at once.
    fn pause(&mut self) -> Duration {
        let pause = self.next.mul_f64(rand::random_range(0.5..1.0));
        self.next = (self.next * 2).min(self.longest);
        pause
    }

    /// Resets the next pause to the first one. Call this after a success.
    fn reset(&mut self) {
        self.next = self.first.min(self.longest);
    }
}

fn count_failure(name: &'static str) {
    // The label is not `job`, because Prometheus uses `job` for the scrape job.
    metrics::counter!("stoa_job_failures_total", "name" => name).increment(1);
}

enum JobFailure {
    Error(anyhow::Error),
    Panic(Box<dyn Any + Send>),
}

/// Runs a task. Catches a panic in the task or in the closure that creates it.
async fn caught<Task: Future<Output = Result<()>>>(
    task: &mut impl FnMut() -> Task,
) -> Result<(), JobFailure> {
    // A panic leaves no inconsistent state, because jobs share state only under locks.
    let task = AssertUnwindSafe(async { task().await });
    match task.catch_unwind().await {
        Ok(done) => done.map_err(JobFailure::Error),
        Err(panic) => Err(JobFailure::Panic(panic)),
    }
}

impl fmt::Display for JobFailure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Error(error) => write!(out, "{}", Chain(error.as_ref())),
            Self::Panic(panic) => {
                let text = panic.downcast_ref::<&str>().copied();
                let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
                write!(out, "it panicked: {}", text.unwrap_or("no message"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    };

    use anyhow::bail;
    use tokio::task::JoinHandle;

    use super::*;

    const PERIOD: Duration = Duration::from_secs(60);

    const DRAIN: Duration = Duration::from_secs(10);

    #[derive(Clone, Default)]
    struct Begun(Arc<Mutex<Vec<Instant>>>);

    impl Begun {
        /// Records the start of a round, and returns the number of earlier rounds.
        fn note(&self) -> usize {
            let mut begun = self.0.lock().unwrap();
            begun.push(Instant::now());
            begun.len() - 1
        }

        fn pauses(&self) -> Vec<f64> {
            let begun = self.0.lock().unwrap();
            begun.windows(2).map(|pair| (pair[1] - pair[0]).as_secs_f64()).collect()
        }
    }

    /// Asserts that each pause lasts between a half of its expected length and its whole expected length.
    fn assert_pauses(pauses: &[f64], expected: &[f64]) {
        assert!(pauses.len() >= expected.len(), "{pauses:?}");
        for (pause, whole) in pauses.iter().zip(expected) {
            assert!(whole / 2.0 <= *pause && *pause <= whole + 0.01, "{pauses:?}");
        }
    }

    fn run_rounds<Round: Future<Output = Result<()>> + Send + 'static>(
        round: impl FnMut() -> Round + Send + 'static,
    ) -> (CancellationToken, JoinHandle<()>) {
        run_rounds_woken_by(Arc::default(), round)
    }

    fn run_rounds_woken_by<Round: Future<Output = Result<()>> + Send + 'static>(
        wake: Arc<Notify>,
        round: impl FnMut() -> Round + Send + 'static,
    ) -> (CancellationToken, JoinHandle<()>) {
        let stop = CancellationToken::new();
        let rounds = rounds("a job", PERIOD, wake, stop.clone(), DRAIN, round);
        (stop, tokio::spawn(rounds))
    }

    /// Stops the rounds and returns how long they took to end.
    async fn ended_in((stop, rounds): (CancellationToken, JoinHandle<()>)) -> Duration {
        let stopped_at = Instant::now();
        stop.cancel();
        rounds.await.unwrap();
        stopped_at.elapsed()
    }

    #[tokio::test(start_paused = true)]
    async fn a_first_round_and_one_each_period() {
        let begun = Begun::default();
        let rounds = begun.clone();
        let running = run_rounds(move || {
            rounds.note();
            async { Ok(()) }
        });
        sleep(PERIOD * 5 / 2).await;
        assert_eq!(begun.pauses(), [60.0, 60.0]);
        assert_eq!(ended_in(running).await, Duration::ZERO, "while it sleeps");
    }

    #[tokio::test(start_paused = true)]
    async fn a_round_that_is_woken() {
        let (begun, wake) = (Begun::default(), Arc::new(Notify::new()));
        let rounds = begun.clone();
        let running = run_rounds_woken_by(wake.clone(), move || {
            rounds.note();
            sleep(Duration::from_secs(5)).map(Ok)
        });
        // The first wake-up comes while the first round runs, so the second round begins when the first one ends.
        sleep(Duration::from_secs(2)).await;
        wake.notify_one();
        sleep(Duration::from_secs(10)).await;
        wake.notify_one();
        sleep(Duration::from_secs(1)).await;
        assert_eq!(begun.pauses(), [5.0, 7.0]);
        assert_eq!(ended_in(running).await, Duration::from_secs(4), "after the round");
    }

    #[tokio::test(start_paused = true)]
    async fn failed_and_panicked_rounds_are_retried() {
        let begun = Begun::default();
        let rounds = begun.clone();
        let running = run_rounds(move || {
            let number = rounds.note();
            assert_ne!(number, 1, "no round is made");
            async move {
                match number {
                    0 => bail!("no database"),
                    2 => panic!("a round"),
                    3..=7 => bail!("again"),
                    _ => Ok(()),
                }
            }
        });
        sleep(PERIOD * 10).await;
        let expected = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0, 60.0, 60.0];
        assert_pauses(&begun.pauses(), &expected);
        assert_eq!(begun.pauses()[8], 60.0, "after a success the period is whole");
        ended_in(running).await;
    }

    #[tokio::test(start_paused = true)]
    async fn stopped_while_waiting_to_retry() {
        let running = run_rounds(|| async { bail!("no database") });
        sleep(Duration::from_secs(30)).await;
        assert_eq!(ended_in(running).await, Duration::ZERO);
    }

    #[tokio::test(start_paused = true)]
    async fn a_running_round_finishes() {
        let finished = Arc::new(AtomicUsize::new(0));
        let rounds = finished.clone();
        let running = run_rounds(move || {
            let finished = rounds.clone();
            async move {
                sleep(Duration::from_secs(9)).await;
                finished.fetch_add(1, Ordering::Relaxed);
                Ok(())
            }
        });
        sleep(Duration::from_secs(2)).await;
        assert_eq!(ended_in(running).await, Duration::from_secs(7));
        assert_eq!(finished.load(Ordering::Relaxed), 1, "and no other begins");
    }

    #[tokio::test(start_paused = true)]
    async fn a_round_that_does_not_finish_is_cut() {
        let running = run_rounds(std::future::pending);
        sleep(Duration::from_secs(1)).await;
        assert_eq!(ended_in(running).await, DRAIN);
    }

    #[tokio::test(start_paused = true)]
    async fn a_task_that_ends_is_restarted() {
        let begun = Begun::default();
        let tasks = begun.clone();
        let task = move || {
            let number = tasks.note();
            async move {
                match number {
                    0 => return Ok(()),
                    1 => bail!("no database"),
                    9 => sleep(MAX_RESTART_DELAY).await,
                    _ => {}
                }
                panic!("a task")
            }
        };
        let running = tokio::spawn(forever("a job", task));
        sleep(PERIOD * 2).await;
        running.abort();
        let pauses = begun.pauses();
        assert_pauses(&pauses, &[0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 10.0, 10.0]);
        let after_it_lasted = pauses[9] - MAX_RESTART_DELAY.as_secs_f64();
        assert!(after_it_lasted <= 0.11, "{after_it_lasted}");
    }
}
