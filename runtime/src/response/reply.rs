//! The successful response of an operation.

use std::{io, pin::Pin};

use bytes::Bytes;
use futures_util::Stream;
use http::{HeaderName, HeaderValue, Response, StatusCode, header};
use serde::Serialize;
use stoa_values::version_tag;

use super::events::EventStream;
use crate::{Body, Event, operation::error::UntypedError, response_cache::Encoded};

const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// The pieces of the text of a JSON body that a handler writes itself, because the body may be larger than memory allows
/// (`x-raw`).
pub type RawJson = Pin<Box<dyn Stream<Item = io::Result<Bytes>> + Send>>;

/// A successful response: status, headers, body.
pub struct Reply {
    pub(crate) response: Response<Body>,
    /// Whether to answer `If-None-Match` (see [`Reply::conditional`]).
    pub(crate) conditional: bool,
    /// Why the body or a header could not be written.
    pub(crate) failed: Option<serde_json::Error>,
    /// The preferred encoding of the client, for a cached response.
    pub(crate) encoded: Option<Encoded>,
}

impl Reply {
    /// Replies with this value as JSON.
    pub fn json<T: Serialize + ?Sized>(status: u16, value: &T) -> Self {
        let mut json = Vec::new();
        let written = serde_json::to_writer(&mut json, value);
        let mut reply = Self::bytes(status, JSON, json);
        reply.failed = written.err();
        reply
    }

    pub(crate) fn content_type(mut self, media_type: &'static str) -> Self {
        let value = HeaderValue::from_static(media_type);
        self.response.headers_mut().insert(header::CONTENT_TYPE, value);
        self
    }

    /// Replies with this value in the envelope `{"success":true,"data":…}`.
    pub fn data<T: Serialize + ?Sized>(status: u16, data: &T) -> Self {
        #[derive(Serialize)]
        struct Envelope<'a, T: ?Sized> {
            success: bool,
            data: &'a T,
        }
        Self::json(status, &Envelope { success: true, data })
    }

    pub fn empty(status: u16) -> Self {
        let mut response = Response::new(Body::empty());
        // Generated code passes only valid statuses. A number outside 100–999 would become 500.
        *response.status_mut() =
            StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        Self::of(response)
    }

    pub(crate) fn of(response: Response<Body>) -> Self {
        Self { response, conditional: false, failed: None, encoded: None }
    }

    /// Redirects to this location. If the location contains control characters, the response is a 500.
    pub fn redirect(status: u16, location: &str) -> Self {
        Self::empty(status).header(header::LOCATION, location)
    }

    pub fn bytes(status: u16, content_type: HeaderValue, bytes: impl Into<Bytes>) -> Self {
        let mut reply = Self::empty(status);
        *reply.response.body_mut() = Body::from(bytes.into());
        reply.response.headers_mut().insert(header::CONTENT_TYPE, content_type);
        reply
    }

    /// Replies with a body of `length` bytes, which is read piece by piece as the client takes it. If a piece cannot be
    /// read, the connection is cut.
    pub fn pieces(
        status: u16,
        content_type: HeaderValue,
        length: u64,
        pieces: impl Stream<Item = io::Result<Bytes>> + Send + 'static,
    ) -> Self {
        let mut reply = Self::empty(status);
        *reply.response.body_mut() = Body::pieces(Some(length), pieces);
        reply.header(header::CONTENT_TYPE, content_type)
    }

    /// Replies with the text of JSON, which is read piece by piece as the client takes it. If a piece cannot be read, the
    /// connection is cut.
    pub fn raw_json(status: u16, text: RawJson) -> Self {
        let mut reply = Self::empty(status);
        *reply.response.body_mut() = Body::pieces(None, text);
        reply.header(header::CONTENT_TYPE, JSON)
    }

    /// Replies with a `text/event-stream` of these events, until the stream ends, the client disconnects or the server
    /// stops.
    ///
    /// An event serializes as `{"event": name, "data": …}`, a union of the document whose variants differ in `event`.
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

    /// Sets the `ETag` to the version of the row that the body shows.
    pub fn version(self, version: i64) -> Self {
        self.header(header::ETAG, version_tag(version))
    }

    /// Adds a header. If the value contains control characters, the response is a 500.
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

    /// Returns the reply, or the failure to write it.
    pub(crate) fn written(mut self) -> Result<Self, UntypedError> {
        match self.failed.take() {
            None => Ok(self),
            Some(error) => Err(UntypedError::internal(error)),
        }
    }

    /// Gives a 200 a strong `ETag`, unless the reply has one, and answers a matching `If-None-Match` with 304.
    pub fn conditional(mut self) -> Self {
        self.conditional = true;
        self
    }
}
