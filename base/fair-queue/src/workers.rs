//! Threads for work that occupies a core: hashes, drawings, decoding.

use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use crate::{FairQueue, QueueSettings, TooLate, Turn, threads::Threads};

/// Threads that do CPU-bound work for requests, in the order of a [`FairQueue`]. They have a lower priority, so that
/// requests that need little time are answered in the meantime. Clones share the threads.
#[derive(Clone)]
pub struct Workers {
    queue: FairQueue,
    threads: Threads,
}

/// A turn at one of the threads. Clones share the turn, which ends with the last clone and the last piece of work.
#[derive(Clone)]
pub struct Worker {
    turn: Arc<Turn>,
    threads: Threads,
}

/// Returns the number of threads for one kind of work: one fewer than the machine has cores, but at least one. While
/// several kinds are busy, only the low priority of their threads leaves time to other requests.
pub fn worker_threads() -> usize {
    available_parallelism().map_or(1, |cores| cores.get() - 1).max(1)
}

impl Workers {
    /// Starts [`worker_threads`] threads. `waiting` is the maximum number of waiting calls, and `wait` is how long each
    /// waits.
    pub fn start(name: &'static str, waiting: usize, wait: Duration) -> Self {
        let turns = worker_threads();
        let settings =
            QueueSettings { name, turns, client_turns: turns, waiting, first_wait: wait, wait };
        Self { queue: FairQueue::new(settings), threads: Threads::start(name, turns) }
    }

    /// Waits for a turn of the current task's caller.
    pub async fn turn(&self) -> Result<Worker, TooLate> {
        let turn = Arc::new(self.queue.turn().await?);
        Ok(Worker { turn, threads: self.threads.clone() })
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
        self.threads
            .run(move || {
                let done = work();
                drop(turn);
                done
            })
            .await
    }
}
