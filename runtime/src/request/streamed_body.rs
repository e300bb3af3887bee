//! A body that the handler reads while the client sends it.

use std::{fmt, sync::Arc, time::Duration};

use bytes::Bytes;
use http_body_util::BodyExt;
use tokio::time::{Instant, timeout};

use super::{
    body::RequestBody,
    body_room::{Chunk, Taken},
};
use crate::{UnreadableBody, operation::invalid::Unreadable};

/// Timeout for a whole streamed body. A later rest is answered 408.
///
/// The time that the handler takes between two chunks does not count. The wait for each chunk has the timeout of other
/// bodies.
const STREAMED_BODY_TIMEOUT: Duration = Duration::from_secs(600);

/// A body that the handler reads piece by piece while it arrives (`x-raw` with `x-max-bytes`).
pub struct StreamedBody {
    body: RequestBody,
    bytes_left: usize,
    time_left: Duration,
    chunk_timeout: Duration,
    taken: Arc<Taken>,
}

impl StreamedBody {
    pub(super) fn new(
        body: RequestBody,
        max_bytes: usize,
        chunk_timeout: Duration,
        taken: Arc<Taken>,
    ) -> Self {
        Self { body, bytes_left: max_bytes, time_left: STREAMED_BODY_TIMEOUT, chunk_timeout, taken }
    }

    /// Waits for the next chunk; `None` at the end. Dropping a chunk returns its bytes to the memory budget of bodies.
    ///
    /// # Errors
    /// If the client disconnects, or the rest of the body is too large or too slow. Then the next call returns `None`.
    pub async fn chunk(&mut self) -> Result<Option<Bytes>, UnreadableBody> {
        let next = self.next().await.map_err(UnreadableBody);
        if !matches!(next, Ok(Some(_))) {
            drop(self.body.take());
        }
        next
    }

    async fn next(&mut self) -> Result<Option<Bytes>, Unreadable> {
        while let Some(body) = self.body.inner() {
            let since = Instant::now();
            let frame = timeout(self.time_left.min(self.chunk_timeout), body.frame()).await;
            self.time_left = self.time_left.saturating_sub(since.elapsed());
            let Some(frame) = frame.map_err(|_| Unreadable::TooSlow)? else { break };
            let Ok(bytes) = frame.map_err(|_| Unreadable::BrokenOff)?.into_data() else { continue };
            let left = self.bytes_left.checked_sub(bytes.len());
            self.bytes_left = left.ok_or(Unreadable::TooLarge)?;
            if !bytes.is_empty() {
                self.taken.take(bytes.len()).await.map_err(|_| Unreadable::NoRoom)?;
                return Ok(Some(Chunk::of(bytes, self.taken.clone())));
            }
        }
        Ok(None)
    }
}

// `Debug` omits the content, because it may contain secrets.
impl fmt::Debug for StreamedBody {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("StreamedBody").finish_non_exhaustive()
    }
}
