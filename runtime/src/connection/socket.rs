//! A socket that reports reads as activity, detects the protocol, and closes without losing the last response.

use std::{
    future::poll_fn,
    io::{self, IoSlice},
    mem::MaybeUninit,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};

use bytes::Bytes;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, ReadBuf};

use super::{
    activity::Activity,
    transport::{Transport, has_chosen_http2},
};

/// The first bytes from a client that speaks HTTP/2 (RFC 9113, section 3.4).
const PREFACE: &[u8; 24] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

pub(crate) struct Socket {
    transport: Transport,
    activity: Arc<Activity>,
    /// The bytes that were read to detect the protocol. hyper reads them again as part of the first request.
    first: Bytes,
    is_shut_down: bool,
}

impl Socket {
    pub(crate) fn new(transport: Transport, activity: Arc<Activity>) -> Self {
        Self { transport, activity, first: Bytes::new(), is_shut_down: false }
    }

    /// Whether the client negotiated HTTP/2, or begins with the preface of HTTP/2. The bytes that this reads are stored
    /// for hyper.
    pub(crate) async fn is_http2(&mut self) -> io::Result<bool> {
        if let Some(has_chosen) = has_chosen_http2(&self.transport) {
            return Ok(has_chosen);
        }
        let mut first = [0; PREFACE.len()];
        let mut length = 0;
        while length < PREFACE.len() && PREFACE.starts_with(&first[..length]) {
            match self.read(&mut first[length..]).await? {
                0 => break,
                more => length += more,
            }
        }
        self.first = Bytes::copy_from_slice(&first[..length]);
        Ok(&first == PREFACE)
    }

    /// Reads and drops everything that the client sends, until the client closes its side of the connection.
    pub(crate) async fn discard(&mut self) -> io::Result<()> {
        poll_fn(|context| self.poll_discard(context)).await
    }

    fn poll_discard(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut memory = [MaybeUninit::uninit(); 8192];
        loop {
            let mut buffer = ReadBuf::uninit(&mut memory);
            ready!(Pin::new(&mut self.transport).poll_read(context, &mut buffer))?;
            if buffer.filled().is_empty() {
                return Poll::Ready(Ok(()));
            }
        }
    }
}

impl AsyncRead for Socket {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let length = self.first.len().min(buffer.remaining());
        buffer.put_slice(&self.first.split_to(length));
        // Also read the bytes after the stored ones, so that hyper gets a whole request at once.
        let read = Pin::new(&mut self.transport).poll_read(context, buffer)?;
        if buffer.filled().len() > before {
            self.activity.read();
            return Poll::Ready(Ok(()));
        }
        read.map(Ok)
    }
}

impl AsyncWrite for Socket {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.transport).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.transport).poll_write_vectored(context, pieces)
    }

    fn is_write_vectored(&self) -> bool {
        self.transport.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.transport).poll_flush(context)
    }

    /// Closes the sending side, then waits until the client closes its own. Closing a socket with unread bytes would
    /// send a TCP reset. The client could then lose a response that it has not read yet, such as the refusal of its
    /// upload.
    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        if !self.is_shut_down {
            ready!(Pin::new(&mut self.transport).poll_shutdown(context))?;
            self.is_shut_down = true;
            self.activity.set_lingering();
        }
        self.poll_discard(context)
    }
}
