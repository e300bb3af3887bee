//! The body of a response: bytes in memory, bytes that are read while they are sent, or events.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll, ready},
};

use bytes::Bytes;
use futures_util::Stream;
use http_body::{Frame, SizeHint};
use stoa_fair_queue::Caller;
use stoa_telemetry::Chain;

use super::events::EventStream;
use crate::request::body_room::Taken;

/// Larger bodies are sent in pieces of this size, so that the write timeout sees the progress of a slow reader.
const MAX_FRAME_BYTES: usize = 64 * 1024;

/// The body of a response.
///
/// A body that is read while it is sent is read on behalf of the caller whose request created it.
pub struct Body {
    content: Content,
    caller: Option<Caller>,
    /// The memory that a large body takes.
    taken: Option<Box<Taken>>,
}

enum Content {
    Full(Bytes),
    Pieces(Pieces),
    Events(Box<EventStream>),
}

/// Bytes that are read when the transport asks for them.
struct Pieces {
    /// Number of bytes still to be sent, if the length is known.
    left: Option<u64>,
    source: Pin<Box<dyn Stream<Item = io::Result<Bytes>> + Send>>,
}

impl Body {
    pub fn empty() -> Self {
        Bytes::new().into()
    }

    /// A body of `length` bytes, or of an unknown length. The next piece is read when the transport asks for it, so a
    /// slow reader occupies little memory.
    pub(crate) fn pieces(
        length: Option<u64>,
        source: impl Stream<Item = io::Result<Bytes>> + Send + 'static,
    ) -> Self {
        Self::streamed(Content::Pieces(Pieces { left: length, source: Box::pin(source) }))
    }

    pub(crate) fn events(events: EventStream) -> Self {
        Self::streamed(Content::Events(Box::new(events)))
    }

    fn streamed(content: Content) -> Self {
        Self { content, caller: Caller::current(), taken: None }
    }

    /// Holds memory until the body has been sent.
    pub(crate) fn hold(&mut self, taken: Taken) {
        self.taken = Some(Box::new(taken));
    }

    pub(crate) fn bytes(&self) -> Option<&Bytes> {
        match &self.content {
            Content::Full(bytes) => Some(bytes),
            Content::Pieces(_) | Content::Events(_) => None,
        }
    }

    pub(crate) fn length(&self) -> Option<u64> {
        match &self.content {
            Content::Full(bytes) => Some(bytes.len() as u64),
            Content::Pieces(pieces) => pieces.left,
            Content::Events(_) => None,
        }
    }

    pub(crate) fn event_stream(&mut self) -> Option<&mut EventStream> {
        match &mut self.content {
            Content::Full(_) | Content::Pieces(_) => None,
            Content::Events(events) => Some(events),
        }
    }
}

impl Content {
    fn poll_frame(&mut self, context: &mut Context<'_>) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        match self {
            Self::Full(bytes) if bytes.is_empty() => Poll::Ready(None),
            Self::Full(bytes) => {
                let piece = bytes.split_to(bytes.len().min(MAX_FRAME_BYTES));
                Poll::Ready(Some(Ok(Frame::data(piece))))
            }
            Self::Pieces(pieces) => {
                pieces.poll_next(context).map(|piece| piece.map(|piece| piece.map(Frame::data)))
            }
            Self::Events(events) => {
                events.poll_next(context).map(|text| text.map(|text| Ok(Frame::data(text))))
            }
        }
    }
}

impl Pieces {
    /// Returns the next piece. If the source has fewer or more bytes than the promised length, returns an error. An
    /// error cuts the connection, so that the client does not take a part for the whole.
    fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<io::Result<Bytes>>> {
        if self.left == Some(0) {
            return Poll::Ready(None);
        }
        let piece = match ready!(self.source.as_mut().poll_next(context)) {
            Some(Ok(piece)) => piece,
            Some(Err(error)) => {
                tracing::error!(error = %Chain(&error), "a body could not be read, its connection is cut");
                return Poll::Ready(Some(Err(error)));
            }
            None if self.left.is_none() => return Poll::Ready(None),
            None => return Poll::Ready(Some(Err(io::ErrorKind::UnexpectedEof.into()))),
        };
        let Some(left) = self.left else { return Poll::Ready(Some(Ok(piece))) };
        match left.checked_sub(piece.len() as u64) {
            Some(left) => {
                self.left = Some(left);
                Poll::Ready(Some(Ok(piece)))
            }
            None => Poll::Ready(Some(Err(io::ErrorKind::InvalidData.into()))),
        }
    }
}

impl From<Bytes> for Body {
    fn from(bytes: Bytes) -> Self {
        Self { content: Content::Full(bytes), caller: None, taken: None }
    }
}

impl Default for Body {
    fn default() -> Self {
        Self::empty()
    }
}

impl http_body::Body for Body {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        let Self { content, caller, .. } = &mut *self;
        match caller {
            Some(caller) => caller.call(|| content.poll_frame(context)),
            None => content.poll_frame(context),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.length() == Some(0)
    }

    fn size_hint(&self) -> SizeHint {
        self.length().map_or_else(SizeHint::default, SizeHint::with_exact)
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::task::Waker;

    use http_body::Body as _;

    use super::*;

    /// Yields the address of the client on whose behalf it is read.
    struct Client;

    impl Stream for Client {
        type Item = io::Result<Bytes>;

        fn poll_next(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
            Poll::Ready(Caller::current().map(|caller| Ok(caller.client.to_string().into())))
        }
    }

    #[test]
    fn a_streamed_body_is_read_on_behalf_of_its_caller() {
        let caller = Caller::new(IpAddr::from([192, 0, 2, 1]), false);
        let mut body = caller.call(|| Body::pieces(Some(9), Client));
        let read = Pin::new(&mut body).poll_frame(&mut Context::from_waker(Waker::noop()));
        let Poll::Ready(Some(Ok(frame))) = read else { panic!("nothing is read") };
        assert_eq!(frame.into_data().unwrap(), "192.0.2.1");
    }
}
