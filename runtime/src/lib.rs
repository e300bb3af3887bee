//! What servers generated from Stoa's OpenAPI documents stand on.
//!
//! A generated server is a [`Router`] of [`Routes`]. Each request becomes a [`Call`]; generated code takes
//! typed [`Parameter`]s and bodies out of it, asks the handler, and turns what the handler returns into a
//! [`Reply`], or its [`Error`] into the envelope `{"success":false,"message":…}`. [`serve`] puts a router,
//! with whatever tower layers the application adds, on a socket.
//!
//! Nothing here knows a database or one of the APIs.

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

/// Bytes of a JSON or raw body at most: 1 MiB.
pub const BODY_LIMIT: usize = 1024 * 1024;

/// Bytes of a multipart body at most: 20 MiB.
pub const UPLOAD_LIMIT: usize = 20 * 1024 * 1024;
