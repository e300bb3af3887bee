//! Runtime of the servers that are generated from Stoa's OpenAPI documents.
//!
//! A generated server is a [`Router`] of [`Routes`]. Each request becomes a [`Call`]. Generated code decodes typed
//! [`Parameter`]s and bodies from it, calls the handler, and turns the handler's result into a [`Reply`], or its
//! [`Error`] into the envelope `{"success":false,"message":…}`. [`serve`] runs a router, with any tower layers that the
//! application adds, on a socket.
//!
//! This crate knows no database and none of the APIs.

#![forbid(unsafe_code)]

mod access_log;
mod connection;
mod counts;
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

pub use connection::{Connection, RequestRoom};
pub use operation::*;
pub use rate_limit::{Rate, RateLimit, Rates, Standing};
pub use request::{
    BodyRoom, Call, Decoded, Form, Idempotency, Idempotent, Network, NotANetwork, Parameter,
    Replayable, Trusted, Upload, X_REQUEST_ID, is_uuid, request_id,
};
pub use response::{Body, Event, Events, Reply, accepts_encoding, tag_by_encoding};
pub use response_cache::{CacheSettings, ResponseCache};
pub use response_check::{Answer, CheckCounts, Disagreement, DocumentedResponses, ResponseChecks};
pub use routing::{EndpointFuture, RouteError, Router, Routes, RoutingFuture};
pub use schemas::Schemas;
pub use serve::{Limits, Listener, serve};
pub use stop::Stop;
pub use tls::{Tls, TlsError};

pub use bytes::Bytes;
pub use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};

/// Maximum size of a JSON or raw body: 1 MiB.
pub const BODY_LIMIT: usize = 1024 * 1024;

/// Maximum size of a multipart body: 20 MiB.
pub const UPLOAD_LIMIT: usize = 20 * 1024 * 1024;
