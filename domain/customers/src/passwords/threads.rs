//! Threads that hash. They give way to all others: whoever logs in waits for a hash, and nobody else does.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use stoa_telemetry::Chain;
use tokio::sync::oneshot;

type Job = Box<dyn FnOnce() + Send>;

/// Some threads, which end when nobody has this any more. Clones share them.
#[derive(Clone)]
pub(super) struct Threads(Sender<Job>);

impl Threads {
    pub(super) fn start(count: usize) -> Self {
        let (sender, jobs) = channel();
        let jobs = Arc::new(Mutex::new(jobs));
        for _ in 0..count {
            let jobs = jobs.clone();
            if let Err(error) =
                thread::Builder::new().name("hash".into()).spawn(move || work(&jobs))
            {
                tracing::error!(error = %Chain(&error), "a thread for hashes cannot be started");
            }
        }
        Self(sender)
    }

    /// What the job comes to; none where it panicked, or where there is no thread.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let (tell, told) = oneshot::channel();
        // A caller who has hung up is not told.
        let job = Box::new(move || drop(tell.send(job())));
        self.0.send(job).ok()?;
        told.await.ok()
    }
}

fn work(jobs: &Mutex<Receiver<Job>>) {
    give_way();
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = job else { return };
        // Another job is not the fault of the one before.
        let _ = catch_unwind(AssertUnwindSafe(job));
    }
}

/// Takes the lowest priority for this thread. On Linux threads have their own; elsewhere it would be the server's.
fn give_way() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(19) {
        tracing::warn!(error = %Chain(&error), "hashes have the priority of all else");
    }
}
