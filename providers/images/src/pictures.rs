//! Limits how many pictures are decoded at once, by the number of cores and by memory. The memory of a picture is
//! estimated from its dimensions, because a small file can contain a large picture.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use bytes::Bytes;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::{task, time};

use crate::decode::memory_needed;
use crate::{Picture, Refused, Small, clean, small};

/// Memory in MiB for all pictures that are decoded at once: one picture of the maximum size, or dozens of usual ones.
const MEMORY: u32 = 640;

/// How long a picture may wait for a core and memory.
const IMAGE_QUEUE_TIMEOUT: Duration = Duration::from_secs(20);

/// Decodes as many pictures at once as cores and memory allow. Clones share the limits.
#[derive(Clone, Debug)]
pub struct Pictures {
    cores: Arc<Semaphore>,
    /// One permit per MiB.
    memory: Arc<Semaphore>,
}

impl Pictures {
    pub fn new() -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Self {
            cores: Arc::new(Semaphore::new(cores)),
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
        let turn = time::timeout(IMAGE_QUEUE_TIMEOUT, self.turn(&bytes)).await;
        let turn = turn.unwrap_or(Err(Refused::Busy))?;
        blocking(move || {
            let done = work(bytes);
            // The work cannot be interrupted. It holds its permits until it ends, even if the caller hangs up earlier.
            drop(turn);
            done
        })
        .await
    }

    /// Takes all memory permits, so that no picture can be decoded.
    #[cfg(test)]
    pub(crate) async fn take_all(&self) -> OwnedSemaphorePermit {
        self.memory.clone().acquire_many_owned(MEMORY).await.unwrap()
    }

    /// Takes the permits for a core and then for memory, always in this order. So a picture that waits for memory waits
    /// only for pictures that have both, and there is no deadlock.
    async fn turn(&self, bytes: &Bytes) -> Result<Turn, Refused> {
        let core = self.cores.clone().acquire_owned().await.map_err(|_| Refused::Busy)?;
        let bytes = bytes.clone();
        let needed = blocking(move || memory_needed(&bytes)).await?.div_ceil(1024 * 1024);
        let needed = u32::try_from(needed).unwrap_or(MEMORY).min(MEMORY);
        let memory = self.memory.clone().acquire_many_owned(needed).await;
        Ok(Turn { _core: core, _memory: memory.map_err(|_| Refused::Busy)? })
    }
}

impl Default for Pictures {
    fn default() -> Self {
        Self::new()
    }
}

/// The permits for a core and memory, released on drop.
struct Turn {
    _core: OwnedSemaphorePermit,
    _memory: OwnedSemaphorePermit,
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refused> + Send + 'static,
) -> Result<T, Refused> {
    // The task fails if a decoder panics.
    task::spawn_blocking(work).await.unwrap_or(Err(Refused::NotAPicture))
}
