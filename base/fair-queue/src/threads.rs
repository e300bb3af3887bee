//! Threads of a lower priority.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use stoa_telemetry::Chain;
use tokio::sync::oneshot;

/// The scheduler gives such a thread a third of the time of a thread that serves requests, when both are busy. At
/// niceness 19 it would be a seventieth, and drawings would time out on a busy machine.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 5;

type Job = Box<dyn FnOnce() + Send>;

/// A pool of threads, which end when the last clone of the pool is dropped.
#[derive(Clone)]
pub(crate) struct Threads(Sender<Job>);

impl Threads {
    pub(crate) fn start(name: &str, count: usize) -> Self {
        let (sender, jobs) = channel();
        let jobs = Arc::new(Mutex::new(jobs));
        for _ in 0..count {
            let jobs = jobs.clone();
            let thread = thread::Builder::new().name(name.into());
            #[expect(clippy::expect_used, reason = "the server cannot work without its threads")]
            thread.spawn(move || work(&jobs)).expect("a thread can be started");
        }
        Self(sender)
    }

    /// Runs a job and returns its result, or `None` if the job panicked.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let (sender, receiver) = oneshot::channel();
        // A caller that was dropped needs no result, so a failure to send is ignored.
        let job = Box::new(move || drop(sender.send(job())));
        self.0.send(job).ok()?;
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

/// Lowers the priority of this thread on Linux, where each thread has its own priority. On other systems, the call would
/// change the priority of the whole server.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(NICENESS) {
        tracing::warn!(error = %Chain(&error), "CPU-bound work has the same priority as all other work");
    }
}
