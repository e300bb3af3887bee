//! What an operation answers when it succeeds.

use std::io;

use bytes::Bytes;
use futures_core::Stream;
use http::{HeaderName, HeaderValue, Response, StatusCode, header};
use serde::Serialize;

use super::events::EventStream;
use crate::{Body, Event, operation::error::Failure, response_cache::Encoded};

/// Most JSON bodies fit, and the vector grows by doubling where one does not.
const JSON_CAPACITY: usize = 4096;

/// Those of most answers, with what guards, the router and the layers around it add.
const TYPICAL_HEADERS: usize = 12;

const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// A successful answer: status, headers, body.
pub struct Reply {
    pub(crate) response: Response<Body>,
    /// Answer `If-None-Match` (see [`Reply::conditional`]).
    pub(crate) conditional: bool,
    /// Why the body could not be written.
    pub(crate) failed: Option<serde_json::Error>,
    /// It is from memory, and the client takes it in an encoding.
    pub(crate) encoded: Option<Encoded>,
}

impl Reply {
    /// This value as JSON.
    pub fn json<T: Serialize + ?Sized>(status: u16, value: &T) -> Self {
        let mut json = Vec::with_capacity(JSON_CAPACITY);
        let written = serde_json::to_writer(&mut json, value);
        let mut reply = Self::bytes(status, JSON, json);
        reply.failed = written.err();
        reply
    }

    /// This value in the envelope `{"success":true,"data":…}`.
    pub fn data<T: Serialize + ?Sized>(status: u16, data: &T) -> Self {
        #[derive(Serialize)]
        struct Envelope<'a, T: ?Sized> {
            success: bool,
            data: &'a T,
        }
        Self::json(status, &Envelope { success: true, data })
    }

    /// A status without a body.
    pub fn empty(status: u16) -> Self {
        let mut response = Response::new(Body::empty());
        // The status comes from generated code; one outside 100–999 cannot be written.
        *response.status_mut() =
            StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        response.headers_mut().reserve(TYPICAL_HEADERS);
        Self::of(response)
    }

    /// A response that is whole.
    pub(crate) fn of(response: Response<Body>) -> Self {
        Self { response, conditional: false, failed: None, encoded: None }
    }

    /// A redirect: `302` and `Location`. A location with control characters answers 500.
    pub fn redirect(status: u16, location: &str) -> Self {
        Self::empty(status).header(header::LOCATION, location)
    }

    /// Bytes as they are.
    pub fn bytes(status: u16, content_type: HeaderValue, bytes: impl Into<Bytes>) -> Self {
        let mut reply = Self::empty(status);
        *reply.response.body_mut() = Body::from(bytes.into());
        reply.response.headers_mut().insert(header::CONTENT_TYPE, content_type);
        reply
    }

    /// So many bytes, read piece by piece as the client takes them. If one cannot be read, the connection is cut.
    pub fn pieces(
        status: u16,
        content_type: HeaderValue,
        length: u64,
        pieces: impl Stream<Item = io::Result<Bytes>> + Send + 'static,
    ) -> Self {
        let mut reply = Self::empty(status);
        *reply.response.body_mut() = Body::pieces(length, pieces);
        reply.header(header::CONTENT_TYPE, content_type)
    }

    /// A `text/event-stream` of these events, until the stream ends, the reader leaves or the server stops.
    ///
    /// An event serializes as `{"event": name, "data": …}`, the document's union told apart by `event`.
    pub fn events<S, T>(events: S) -> Self
    where
        S: Stream<Item = Event<T>> + Send + 'static,
        T: Serialize + Send + 'static,
    {
        let mut reply = Self::empty(200);
        *reply.response.body_mut() = Body::events(EventStream::new(events));
        reply
            .header(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"))
            .header(header::CACHE_CONTROL, HeaderValue::from_static("no-cache, no-transform"))
            .header(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"))
    }

    /// Adds a header. A value with control characters answers 500.
    pub fn header<V>(mut self, name: HeaderName, value: V) -> Self
    where
        V: TryInto<HeaderValue>,
    {
        match value.try_into() {
            Ok(value) => {
                self.response.headers_mut().append(name, value);
            }
            Err(_) => {
                self.failed =
                    Some(serde::ser::Error::custom(format!("header {name} cannot hold its value")))
            }
        }
        self
    }

    /// Adds a header that may be absent.
    pub fn optional_header<V>(self, name: HeaderName, value: Option<V>) -> Self
    where
        V: TryInto<HeaderValue>,
    {
        match value {
            Some(value) => self.header(name, value),
            None => self,
        }
    }

    /// The reply, unless it could not be written.
    pub(crate) fn written(mut self) -> Result<Self, Failure> {
        match self.failed.take() {
            None => Ok(self),
            Some(error) => Err(Failure::internal(error)),
        }
    }

    /// Gives a 200 a strong `ETag`, unless the reply has one, and answers a matching `If-None-Match` with 304.
    pub fn conditional(mut self) -> Self {
        self.conditional = true;
        self
    }
}
