//! The body of a response: bytes that are there, or events that come.

use std::{
    convert::Infallible,
    pin::Pin,
    task::{Context, Poll},
};

use bytes::Bytes;
use http_body::{Frame, SizeHint};

use super::events::EventSource;

/// Larger bodies leave in pieces, so that the progress of a slow reader can be seen.
const LARGEST_FRAME: usize = 64 * 1024;

/// The body of a response.
pub struct Body(Content);

enum Content {
    Full(Bytes),
    Events(Pin<Box<dyn EventSource>>),
}

impl Body {
    /// No body.
    pub fn empty() -> Self {
        Self(Content::Full(Bytes::new()))
    }

    pub(crate) fn events(source: impl EventSource + 'static) -> Self {
        Self(Content::Events(Box::pin(source)))
    }

    /// The bytes, unless this is an event stream.
    pub(crate) fn bytes(&self) -> Option<&Bytes> {
        match &self.0 {
            Content::Full(bytes) => Some(bytes),
            Content::Events(_) => None,
        }
    }

    /// The event stream, if this is one.
    pub(crate) fn event_source(&mut self) -> Option<Pin<&mut dyn EventSource>> {
        match &mut self.0 {
            Content::Full(_) => None,
            Content::Events(source) => Some(source.as_mut()),
        }
    }
}

impl From<Bytes> for Body {
    fn from(bytes: Bytes) -> Self {
        Self(Content::Full(bytes))
    }
}

impl Default for Body {
    fn default() -> Self {
        Self::empty()
    }
}

impl http_body::Body for Body {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match &mut self.0 {
            Content::Full(bytes) if bytes.is_empty() => Poll::Ready(None),
            Content::Full(bytes) => {
                let piece = bytes.split_to(bytes.len().min(LARGEST_FRAME));
                Poll::Ready(Some(Ok(Frame::data(piece))))
            }
            Content::Events(source) => source
                .as_mut()
                .poll_next(context)
                .map(|text| text.map(|text| Ok(Frame::data(text)))),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.bytes().is_some_and(Bytes::is_empty)
    }

    fn size_hint(&self) -> SizeHint {
        self.bytes()
            .map_or_else(SizeHint::default, |bytes| SizeHint::with_exact(bytes.len() as u64))
    }
}
