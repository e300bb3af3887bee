//! Limits how many pictures are decoded at once, by the number of cores and by memory. The memory of a picture is
//! estimated from its dimensions, because a small file can contain a large picture.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use bytes::Bytes;
use stoa_fair_queue::{QueueSettings, TooLate, Workers};
use tokio::sync::Semaphore;
use tokio::time;

use crate::decode::memory_needed;
use crate::{Picture, Refused, Small, clean, small};

/// Memory in MiB for all pictures that are decoded at once: one picture of the maximum size, or dozens of usual ones.
const MEMORY: u32 = 640;

/// Maximum number of pictures that wait for a thread.
const MAX_WAITING_IMAGES: usize = 256;

/// How long a picture may wait for a thread, and then for memory.
const IMAGE_QUEUE_TIMEOUT: Duration = Duration::from_secs(20);

/// Decodes as many pictures at once as cores and memory allow. Clones share the limits.
#[derive(Clone)]
pub struct Pictures {
    workers: Workers,
    /// One permit per MiB.
    memory: Arc<Semaphore>,
}

impl Pictures {
    pub fn new() -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Self {
            workers: Workers::start(QueueSettings {
                name: "images",
                turns: cores,
                client_turns: cores,
                waiting: MAX_WAITING_IMAGES,
                first_wait: IMAGE_QUEUE_TIMEOUT,
                wait: IMAGE_QUEUE_TIMEOUT,
            }),
            memory: Arc::new(Semaphore::new(MEMORY as usize)),
        }
    }

    /// Runs [`clean()`] on a blocking thread.
    pub async fn clean(&self, bytes: Bytes) -> Result<Picture, Refused> {
        self.run(bytes, clean).await
    }

    /// Runs [`small()`] on a blocking thread.
    pub async fn small(&self, bytes: Bytes, longest: u32) -> Result<Small, Refused> {
        self.run(bytes, move |bytes| small(bytes, longest)).await
    }

    async fn run<T: Send + 'static>(
        &self,
        bytes: Bytes,
        work: impl FnOnce(Bytes) -> Result<T, Refused> + Send + 'static,
    ) -> Result<T, Refused> {
        let worker = self.workers.turn().await.map_err(|TooLate| Refused::Busy)?;
        let header = bytes.clone();
        let needed = worker.run(move || memory_needed(&header)).await;
        let needed = needed.ok_or(Refused::NotAPicture)??.div_ceil(1024 * 1024);
        let needed = u32::try_from(needed).unwrap_or(MEMORY).min(MEMORY);
        // A picture that waits for memory has a thread, so it waits only for pictures that have both.
        let memory = self.memory.clone().acquire_many_owned(needed);
        let memory = time::timeout(IMAGE_QUEUE_TIMEOUT, memory).await;
        let memory = memory.map_err(|_| Refused::Busy)?.map_err(|_| Refused::Busy)?;
        let done = worker.run(move || {
            let done = work(bytes);
            // The work cannot be interrupted, so it still takes its memory after the caller has hung up.
            drop(memory);
            done
        });
        // A decoder that panics has found that the bytes are no picture.
        done.await.unwrap_or(Err(Refused::NotAPicture))
    }

    /// Takes all memory permits, so that no picture can be decoded.
    #[cfg(test)]
    pub(crate) async fn take_all(&self) -> tokio::sync::OwnedSemaphorePermit {
        self.memory.clone().acquire_many_owned(MEMORY).await.unwrap()
    }
}

impl Default for Pictures {
    fn default() -> Self {
        Self::new()
    }
}
