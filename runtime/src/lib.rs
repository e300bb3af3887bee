//! Runtime of the servers that are generated from Stoa's OpenAPI documents.
//!
//! A generated server is a [`Router`] of [`Routes`]. It answers a request in three steps:
//! - The router turns the request into a [`Call`].
//! - Generated code reads [`Credentials`] for the guard, decodes typed [`Parameter`]s and the body, and calls the handler.
//! - The result of the handler becomes a [`Reply`]. Its [`Error`] becomes a response with the [`ErrorBody`] of the API.
//!
//! [`serve`] runs a router on a socket, with any tower layers that the application adds.
//!
//! This crate knows no database and none of the APIs.

#![forbid(unsafe_code)]

mod access_log;
mod connection;
mod counts;
mod document;
mod hashed_bytes;
mod keyed_queue;
mod operation;
mod rate_limit;
mod request;
mod response;
mod response_cache;
mod response_check;
mod routing;
mod schemas;
mod serve;
mod stop;
mod tls;

pub use connection::{Connection, HttpService, RequestRoom};
pub use counts::UnavailableReason;
pub use document::Document;
pub use keyed_queue::KeyedQueue;
pub use operation::*;
pub use rate_limit::{
    Change, Counted, Rate, RateLimit, Rates, SharedCount, SharedCounts, Standing,
};
pub use request::{
    ApiKey, Bearer, BodyRoom, Call, Credential, CredentialReader, Credentials, Decoded, Form,
    FormPart, Idempotency, Idempotent, Network, Parameter, Replayable, RequestContext,
    StreamedBody, TextRule, Trusted, Upload, X_REQUEST_ID, is_uuid, request_id,
};
pub use response::{
    Body, Event, Events, RawJson, Reply, accepts_encoding, tag_by_content, tag_by_encoding,
};
pub use response_cache::{CacheSettings, ResponseCache};
pub use response_check::{Answer, CheckCounts, Disagreement, DocumentedResponses, ResponseChecks};
pub use routing::{EndpointFuture, RouteError, Router, RouterSettings, Routes, RoutingFuture};
pub use schemas::Schemas;
pub use serve::{Limits, Listener, serve};
pub use stop::Stop;
pub use tls::{Tls, TlsError};

pub use bytes::Bytes;
pub use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};

/// Maximum length of a JSON or raw body, unless the operation has `x-max-bytes` in its document. A longer one is
/// answered 413.
pub const BODY_LIMIT: usize = 1024 * 1024;

/// Maximum length of one part of a multipart form, such as an uploaded file. A longer one is answered 413.
pub const UPLOAD_LIMIT: usize = 20 * 1024 * 1024;
