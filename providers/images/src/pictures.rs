//! The bound on how many pictures are decoded at once. A small file can be a large picture, so what counts is the
//! memory that its size asks for.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use bytes::Bytes;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::{task, time};

use crate::decode::memory_needed;
use crate::{Picture, Refused, Small, clean, small};

/// What all pictures that are decoded at once take together, in MiB: one of the largest, or dozens of usual ones.
const MEMORY: u32 = 640;

/// How long one waits for its turn.
const IMAGE_QUEUE_TIMEOUT: Duration = Duration::from_secs(20);

/// Decodes pictures, as many at once as there are cores and memory. Its clones share both.
#[derive(Clone, Debug)]
pub struct Pictures {
    cores: Arc<Semaphore>,
    /// MiB.
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

    /// [`clean()`] beside the requests.
    pub async fn clean(&self, bytes: Bytes) -> Result<Picture, Refused> {
        self.run(bytes, clean).await
    }

    /// [`small()`] beside the requests.
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
            // Who hangs up meanwhile frees nothing: the work cannot be interrupted, and its memory is taken until it
            // is done.
            drop(turn);
            done
        })
        .await
    }

    /// So that nobody else has a turn.
    #[cfg(test)]
    pub(crate) async fn take_all(&self) -> OwnedSemaphorePermit {
        self.memory.clone().acquire_many_owned(MEMORY).await.unwrap()
    }

    /// First a core, then memory, by all alike: who waits for memory waits for one who has both.
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

/// Given back when dropped.
struct Turn {
    _core: OwnedSemaphorePermit,
    _memory: OwnedSemaphorePermit,
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refused> + Send + 'static,
) -> Result<T, Refused> {
    // An error is a decoder that panicked.
    task::spawn_blocking(work).await.unwrap_or(Err(Refused::NotAPicture))
}
