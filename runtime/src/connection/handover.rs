//! Takes event streams over HTTP/1 out of hyper once hyper has written their head. hyper retains 24 KiB of buffers for
//! each connection, which an idle stream does not need.

use std::{
    error::Error as StdError,
    future::poll_fn,
    pin::Pin,
    sync::{Mutex, PoisonError},
};

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Version, header};
use http_body::Body;
use tokio::io::AsyncWriteExt;

use super::socket::Socket;

const LAST_CHUNK: &[u8] = b"0\r\n\r\n";

/// Holds the body of an event stream until its connection leaves hyper.
pub(crate) struct Handover<B>(Mutex<Option<HandedOver<B>>>);

/// The body of an event stream. hyper writes the head of the response, and the function `write` writes this body.
pub(crate) struct HandedOver<B> {
    body: Pin<Box<B>>,
    is_chunked: bool,
}

impl<B> Handover<B> {
    pub(crate) fn new() -> Self {
        Self(Mutex::new(None))
    }

    /// Stores the body of a response. `version` is the HTTP version of the request.
    pub(crate) fn put(&self, body: B, version: Version) {
        let is_chunked = version == Version::HTTP_11;
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) =
            Some(HandedOver { body: Box::pin(body), is_chunked });
    }

    pub(crate) fn take(&self) -> Option<HandedOver<B>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Whether the headers are those of an event stream of unknown length.
pub(crate) fn is_event_stream(headers: &HeaderMap) -> bool {
    let content_type = headers.get(header::CONTENT_TYPE).map(HeaderValue::as_bytes);
    content_type == Some(b"text/event-stream") && !headers.contains_key(header::CONTENT_LENGTH)
}

/// Writes a body until it ends or the client disconnects, then closes the connection.
pub(crate) async fn write<B>(
    mut socket: Socket,
    mut stream: HandedOver<B>,
) -> Result<(), Box<dyn StdError + Send + Sync>>
where
    B: Body<Data = Bytes>,
    B::Error: Into<Box<dyn StdError + Send + Sync>>,
{
    loop {
        let frame = tokio::select! {
            biased;
            frame = poll_fn(|context| stream.body.as_mut().poll_frame(context)) => frame,
            left = socket.discard() => return Ok(left?),
        };
        let Some(frame) = frame.transpose().map_err(Into::into)? else { break };
        let Ok(data) = frame.into_data() else { continue };
        match stream.is_chunked {
            // An empty chunk would end the body.
            true if data.is_empty() => {}
            true => socket.write_all(&chunk(&data)).await?,
            false => socket.write_all(&data).await?,
        }
        // With TLS, the socket may not have accepted all encrypted bytes yet. Without TLS, this has no effect.
        socket.flush().await?;
    }
    if stream.is_chunked {
        socket.write_all(LAST_CHUNK).await?;
    }
    drop(stream);
    Ok(socket.shutdown().await?)
}

/// Returns one chunk with its length (RFC 9112, section 7.1). Length and data share a buffer, so that one packet
/// carries both.
fn chunk(data: &[u8]) -> Vec<u8> {
    let length = format!("{:x}\r\n", data.len());
    [length.as_bytes(), data, b"\r\n"].concat()
}
