//! Reads the body of a request once, within limits of size and time.

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use bytes::{Bytes, BytesMut};
use http::{HeaderMap, header};
use http_body::Body;
use http_body_util::BodyExt;
use tokio::time::timeout;

use super::{
    body_room::Taken,
    unread::{BoxError, UnreadBody},
};
use crate::operation::invalid::Unreadable;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Limit {
    pub(crate) bytes: usize,
    /// Timeout for the whole body.
    pub(crate) time: Duration,
}

/// The body of a request. It hides the body type of the HTTP server.
pub(crate) struct RequestBody(
    // The mutex is never locked. It makes `Call` `Sync`, so that handlers may hold `&Call` over an await.
    Mutex<Option<UnreadBody>>,
);

impl RequestBody {
    pub(crate) fn new<B>(body: B, headers: &HeaderMap) -> Self
    where
        B: Body<Data = Bytes> + Send + 'static,
        B::Error: Into<BoxError>,
    {
        let body = (!body.is_end_stream()).then(|| UnreadBody::new(body, headers));
        Self(body.into())
    }

    /// Takes the body and leaves an empty one.
    pub(crate) fn take(&mut self) -> Self {
        Self(self.inner().take().into())
    }

    pub(crate) async fn read(
        mut self,
        headers: &HeaderMap,
        limit: Limit,
        taken: &Taken,
    ) -> Result<Bytes, Unreadable> {
        self.check_length(headers, limit)?;
        let Some(body) = self.inner() else {
            return Ok(Bytes::new());
        };
        let read = timeout(limit.time, collect(body, limit.bytes, taken)).await;
        read.unwrap_or(Err(Unreadable::TooSlow))
    }

    /// Refuses a body whose `Content-Length` exceeds the limit, before anything is read.
    pub(crate) fn check_length(&self, headers: &HeaderMap, limit: Limit) -> Result<(), Unreadable> {
        let length = headers
            .get(header::CONTENT_LENGTH)
            .and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
        match length {
            Some(length) if length > limit.bytes as u64 => Err(Unreadable::TooLarge),
            _ => Ok(()),
        }
    }

    pub(crate) fn into_inner(mut self) -> Option<UnreadBody> {
        self.inner().take()
    }

    /// The body, until it is taken.
    pub(super) fn inner(&mut self) -> &mut Option<UnreadBody> {
        self.0.get_mut().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn collect(body: &mut UnreadBody, limit: usize, taken: &Taken) -> Result<Bytes, Unreadable> {
    let mut bytes = BytesMut::new();
    while let Some(frame) = body.frame().await {
        let Ok(piece) = frame.map_err(|_| Unreadable::BrokenOff)?.into_data() else {
            continue;
        };
        if bytes.len() + piece.len() > limit {
            return Err(Unreadable::TooLarge);
        }
        taken.take(piece.len()).await.map_err(|_| Unreadable::NoRoom)?;
        bytes.extend_from_slice(&piece);
    }
    Ok(bytes.freeze())
}
