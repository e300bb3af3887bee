//! The byte stream of a connection, plain or encrypted by TLS.

use std::{
    io::{self, IoSlice},
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
};
use tokio_rustls::{TlsAcceptor, server::TlsStream};
use tokio_util::either::Either;

use super::activity::Activity;
use crate::Tls;

pub(crate) type Transport = Either<Wire, Box<TlsStream<Wire>>>;

/// A TCP connection that reports whether it accepts bytes. TLS is a layer above this one, and cannot tell which bytes
/// were sent, because it buffers them.
pub(crate) struct Wire {
    stream: TcpStream,
    activity: Arc<Activity>,
}

/// Performs the TLS handshake if the listener has TLS.
pub(crate) async fn open(
    stream: TcpStream,
    activity: Arc<Activity>,
    tls: Option<&Tls>,
) -> io::Result<Transport> {
    let wire = Wire { stream, activity };
    let Some(tls) = tls else { return Ok(Either::Left(wire)) };
    // Boxed, so that the future's memory is freed after the handshake.
    let stream = Box::pin(TlsAcceptor::from(tls.config()).accept(wire)).await?;
    Ok(Either::Right(Box::new(stream)))
}

/// Whether the client negotiated HTTP/2. `None` if client and server negotiated no protocol.
pub(crate) fn has_chosen_http2(transport: &Transport) -> Option<bool> {
    let Either::Right(stream) = transport else { return None };
    stream.get_ref().1.alpn_protocol().map(|protocol| protocol == b"h2")
}

impl Wire {
    fn note_progress(&self, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        match &written {
            Poll::Ready(Ok(_)) => self.activity.written(),
            Poll::Ready(Err(_)) => {}
            Poll::Pending => self.activity.write_blocked(),
        }
        written
    }
}

impl AsyncRead for Wire {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Wire {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.note_progress(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, pieces);
        self.note_progress(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
