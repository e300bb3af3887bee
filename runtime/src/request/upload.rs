//! A file of a form, which the handler may read while the client sends it.

use std::{fmt, pin::Pin, sync::Arc, time::Duration};

use bytes::{Bytes, BytesMut};
use multer::Field;
use tokio::time::{Instant, timeout};

use super::{
    body_room::{Chunk, Taken},
    form::{from_multer, unreadable},
};
use crate::{InvalidBody, operation::invalid::Unreadable};

/// A file of a form.
///
/// The content arrives while the handler runs if the document declares one file, and the client sends each declared
/// text before the file. Otherwise the server reads the whole content before it calls the handler.
pub struct Upload {
    /// The file's name, as the client sent it. It must never be used as a path.
    pub filename: String,
    /// The content type that the client claims, unverified.
    pub content_type: String,
    content: Content,
}

enum Content {
    Incoming(Box<Incoming>),
    /// Content that the server has read and the handler has not. Empty at the end.
    Read(Bytes),
    Refused(InvalidBody),
}

impl Upload {
    /// Creates a file with this content.
    pub fn new(
        filename: impl Into<String>,
        content_type: impl Into<String>,
        content: impl Into<Bytes>,
    ) -> Self {
        let content = Content::Read(content.into());
        Self { filename: filename.into(), content_type: content_type.into(), content }
    }

    pub(super) fn incoming(filename: String, content_type: String, incoming: Incoming) -> Self {
        Self { filename, content_type, content: Content::Incoming(Box::new(incoming)) }
    }

    /// Waits for the next chunk of the content; `None` at the end. Dropping a chunk returns its bytes to the memory
    /// budget of bodies. Cancel safe: dropping the future loses no content.
    ///
    /// # Errors
    /// If the client disconnects, or the rest of the body is too large, too slow or not a valid form. A second
    /// file or a repeated field is an error after the last chunk.
    pub async fn chunk(&mut self) -> Result<Option<Bytes>, InvalidBody> {
        let taken = match &self.content {
            Content::Incoming(incoming) => Some(incoming.taken.clone()),
            _ => None,
        };
        let chunk = self.next().await?;
        Ok(chunk.map(|bytes| match taken {
            Some(taken) => Chunk::of(bytes, taken),
            None => bytes,
        }))
    }

    /// Reads the rest of the content into memory. Not cancel safe: dropping the future loses what it has read.
    ///
    /// # Errors
    /// The same as [`Self::chunk`].
    pub async fn bytes(&mut self) -> Result<Bytes, InvalidBody> {
        let mut bytes = BytesMut::new();
        while let Some(chunk) = self.next().await? {
            bytes.extend_from_slice(&chunk);
        }
        Ok(bytes.freeze())
    }

    async fn next(&mut self) -> Result<Option<Bytes>, InvalidBody> {
        let incoming = match &mut self.content {
            Content::Incoming(incoming) => incoming,
            Content::Read(bytes) => {
                let bytes = std::mem::take(bytes);
                return Ok((!bytes.is_empty()).then_some(bytes));
            }
            Content::Refused(refused) => return Err(refused.clone()),
        };
        let next = incoming.next().await;
        match &next {
            Ok(Some(_)) => {}
            Ok(None) => self.content = Content::Read(Bytes::new()),
            Err(refused) => self.content = Content::Refused(refused.clone()),
        }
        next
    }
}

// `Debug` omits the content, because it may contain secrets.
impl fmt::Debug for Upload {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Upload")
            .field("filename", &self.filename)
            .field("content_type", &self.content_type)
            .finish_non_exhaustive()
    }
}

/// The content of a file, and the parts after it.
pub(super) struct Incoming {
    /// `None` once the content has ended.
    pub(super) content: Option<Field<'static>>,
    /// Reads the parts after the file. A handler that drops `chunk()` and calls it again continues here.
    pub(super) rest: Pin<Box<dyn Future<Output = Result<(), InvalidBody>> + Send + Sync>>,
    /// How much longer the client may take. The time that the handler takes between two chunks does not count.
    pub(super) time: Duration,
    pub(super) taken: Arc<Taken>,
}

/// A wait for the client. Dropping it subtracts its duration from `left`.
struct Waiting<'a> {
    left: &'a mut Duration,
    since: Instant,
}

impl Incoming {
    async fn next(&mut self) -> Result<Option<Bytes>, InvalidBody> {
        let waiting = Waiting { left: &mut self.time, since: Instant::now() };
        let next = timeout(*waiting.left, read(&mut self.content, self.rest.as_mut())).await;
        next.unwrap_or(Err(unreadable(Unreadable::TooSlow)))
    }
}

async fn read(
    content: &mut Option<Field<'static>>,
    rest: Pin<&mut (dyn Future<Output = Result<(), InvalidBody>> + Send + Sync)>,
) -> Result<Option<Bytes>, InvalidBody> {
    while let Some(file) = content {
        match file.chunk().await.map_err(from_multer)? {
            Some(chunk) if chunk.is_empty() => {}
            Some(chunk) => return Ok(Some(chunk)),
            None => *content = None,
        }
    }
    rest.await?;
    Ok(None)
}

// A drop in the middle of a wait counts too.
impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        *self.left = self.left.saturating_sub(self.since.elapsed());
    }
}
