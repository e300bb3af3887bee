//! Threads of a lower priority for work that occupies a core: hashes, drawings, decoding.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, available_parallelism};
use std::time::Duration;

use stoa_telemetry::Chain;
use tokio::sync::oneshot;

use crate::{FairQueue, QueueSettings, TooLate, Turn};

/// The scheduler gives such a thread a third of the time of a thread that serves requests, when both are busy. At
/// niceness 19 it would be a seventieth, and drawings would time out on a busy machine.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 5;

type Job = Box<dyn FnOnce() + Send>;

/// Threads that do CPU-bound work for requests, in the order of a [`FairQueue`]. They have a lower priority, so that
/// requests that need little time are answered in the meantime. Clones share the threads, which end with the last clone.
#[derive(Clone)]
pub struct Workers {
    queue: FairQueue,
    jobs: Sender<Job>,
}

/// A turn at one of the threads. Clones share the turn, which ends with the last clone and the last piece of work.
#[derive(Clone)]
pub struct Worker {
    turn: Arc<Turn>,
    jobs: Sender<Job>,
}

/// Returns the number of threads for one kind of work: one fewer than the machine has cores, but at least one. While
/// several kinds are busy, only the low priority of their threads leaves time to other requests.
pub fn worker_threads() -> usize {
    available_parallelism().map_or(1, |cores| cores.get() - 1).max(1)
}

impl Workers {
    /// Starts [`worker_threads`] threads, for which at most `waiting` calls wait this long.
    pub fn start(name: &'static str, waiting: usize, wait: Duration) -> Self {
        let turns = worker_threads();
        let settings =
            QueueSettings { name, turns, client_turns: turns, waiting, first_wait: wait, wait };
        let (jobs, receiver) = channel();
        let receiver = Arc::new(Mutex::new(receiver));
        for _ in 0..turns {
            let receiver = receiver.clone();
            let thread = thread::Builder::new().name(name.into());
            #[expect(clippy::expect_used, reason = "the server cannot work without its threads")]
            thread.spawn(move || work(&receiver)).expect("a thread can be started");
        }
        Self { queue: FairQueue::new(settings), jobs }
    }

    /// Waits for a turn of the current task's caller.
    pub async fn turn(&self) -> Result<Worker, TooLate> {
        let turn = Arc::new(self.queue.turn().await?);
        Ok(Worker { turn, jobs: self.jobs.clone() })
    }
}

impl Worker {
    /// Runs work and returns its result, or `None` if the work panicked. If this future is dropped, the work goes on to
    /// its end, and the turn lasts as long.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let turn = self.turn.clone();
        let (sender, receiver) = oneshot::channel();
        let job = move || {
            let done = work();
            drop(turn);
            // A caller that was dropped needs no result.
            drop(sender.send(done));
        };
        self.jobs.send(Box::new(job)).ok()?;
        receiver.await.ok()
    }
}

fn work(jobs: &Mutex<Receiver<Job>>) {
    lower_priority();
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = job else { return };
        // A job that panics must not end the thread.
        let _ = catch_unwind(AssertUnwindSafe(job));
    }
}

/// Lowers the priority of this thread. Only on Linux has each thread its own.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(NICENESS) {
        tracing::warn!(error = %Chain(&error), "CPU-bound work has the same priority as all other work");
    }
}
