//! Reads the rest of a refused body for a moment. Over HTTP/2, some clients lose the response if the server resets
//! their stream while they send. Over HTTP/1, the client can use the connection again.

use std::{
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use bytes::Bytes;
use http::{HeaderMap, header};
use http_body::{Body, Frame, SizeHint};
use http_body_util::{BodyExt, combinators::UnsyncBoxBody};
use tokio::{runtime::Handle, time::timeout};

pub(crate) type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// Limits on the time and the bytes that are spent on the rest of a body. Most bodies are shorter.
const UNREAD_BODY_TIMEOUT: Duration = Duration::from_secs(1);
const UNREAD_BODY_BYTES: usize = crate::BODY_LIMIT;

/// A body whose unread rest is read and discarded on drop.
pub(crate) struct UnreadBody {
    /// `None` once the body has ended.
    body: Option<UnsyncBoxBody<Bytes, BoxError>>,
    /// Whether the client waits for `100 Continue` before it sends the body. Reading the body would make hyper send it.
    is_held_back: bool,
}

impl UnreadBody {
    pub(crate) fn new<B>(body: B, headers: &HeaderMap) -> Self
    where
        B: Body<Data = Bytes> + Send + 'static,
        B::Error: Into<BoxError>,
    {
        Self {
            body: Some(body.map_err(Into::into).boxed_unsync()),
            is_held_back: headers.contains_key(header::EXPECT),
        }
    }
}

impl Body for UnreadBody {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        self.is_held_back = false;
        let Some(body) = &mut self.body else { return Poll::Ready(None) };
        let frame = ready!(Pin::new(body).poll_frame(context));
        if !matches!(frame, Some(Ok(_))) {
            self.body = None;
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(Body::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.as_ref().map_or_else(|| SizeHint::with_exact(0), Body::size_hint)
    }
}

impl Drop for UnreadBody {
    fn drop(&mut self) {
        let Some(body) = self.body.take() else { return };
        if self.is_held_back || body.is_end_stream() {
            return;
        }
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(timeout(UNREAD_BODY_TIMEOUT, discard(body)));
        }
    }
}

async fn discard(mut body: UnsyncBoxBody<Bytes, BoxError>) {
    let mut left = UNREAD_BODY_BYTES;
    while let Some(Ok(frame)) = body.frame().await {
        let length = frame.data_ref().map_or(0, Bytes::len);
        match left.checked_sub(length) {
            Some(rest) => left = rest,
            None => return,
        }
    }
}
