//! Limits how many pictures are decoded at once, by the number of worker threads and by memory. The memory of a picture is
//! estimated from its dimensions, because a small file can contain a large picture.

use std::time::Duration;

use bytes::Bytes;
use stoa_fair_queue::{FairQueue, QueueSettings, TooLate, Turn, Worker, Workers};
use tokio::time::timeout;

use crate::decode::memory_needed;
use crate::{Picture, Refused, Small, clean, small};

/// Memory in MiB for all pictures that are decoded at once, estimated from the dimensions in their headers. Further
/// pictures wait.
///
/// It is enough for one picture of the maximum size, or dozens of usual ones.
const MEMORY: usize = 640;

/// Maximum number of pictures that wait to be decoded. If there are more, a request of the client that has the most is
/// answered 503.
///
/// This many may wait for a thread, and as many for memory.
const MAX_WAITING_IMAGES: usize = 256;

/// Time for which a picture waits for memory and for a thread to be decoded on; then its request is answered 503.
const IMAGE_QUEUE_TIMEOUT: Duration = Duration::from_secs(20);

/// Decodes as many pictures at once as threads and memory allow. Clones share the limits.
#[derive(Clone)]
pub struct Pictures {
    workers: Workers,
    memory: FairQueue,
}

impl Pictures {
    pub fn new() -> Self {
        let memory = QueueSettings {
            name: "images_memory",
            turns: MEMORY,
            client_turns: MEMORY,
            waiting: MAX_WAITING_IMAGES,
            first_wait: IMAGE_QUEUE_TIMEOUT,
            wait: IMAGE_QUEUE_TIMEOUT,
        };
        Self {
            workers: Workers::start("images", MAX_WAITING_IMAGES, IMAGE_QUEUE_TIMEOUT),
            memory: FairQueue::new(memory),
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
        let admitted = timeout(IMAGE_QUEUE_TIMEOUT, self.admit(&bytes)).await;
        let (memory, worker) = admitted.map_err(|_| Refused::Busy)??;
        let done = worker.run(move || {
            let done = work(bytes);
            // The work cannot be interrupted, so it still takes its memory after the caller has hung up.
            drop(memory);
            done
        });
        // A decoder that panics has found that the bytes are no picture.
        done.await.unwrap_or(Err(Refused::NotAPicture))
    }

    /// Waits for the picture's memory, and then for a thread. A picture that waits for memory occupies no thread.
    async fn admit(&self, bytes: &Bytes) -> Result<(Turn, Worker), Refused> {
        let busy = |_: TooLate| Refused::Busy;
        let header = bytes.clone();
        let measuring = self.workers.turn().await.map_err(busy)?;
        let needed = measuring.run(move || memory_needed(&header)).await;
        drop(measuring);
        let needed = needed.ok_or(Refused::NotAPicture)??.div_ceil(1024 * 1024);
        let needed = usize::try_from(needed).unwrap_or(MEMORY).min(MEMORY);
        let memory = self.memory.turns(needed).await.map_err(busy)?;
        let worker = self.workers.turn().await.map_err(busy)?;
        Ok((memory, worker))
    }

    /// Takes all memory, so that no picture can be decoded.
    #[cfg(test)]
    pub(crate) async fn take_all(&self) -> Turn {
        self.memory.turns(MEMORY).await.unwrap()
    }
}

impl Default for Pictures {
    fn default() -> Self {
        Self::new()
    }
}
