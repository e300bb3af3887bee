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
mod activity;
mod body;
mod call;
mod checked;
mod client_address;
mod conditional;
mod connection;
mod document;
mod error;
mod events;
mod exchange;
mod form;
mod handover;
mod idempotency;
mod json_text;
mod operation;
mod parameter;
mod protocols;
mod query;
mod redaction;
mod refusal;
mod reply;
mod request_body;
mod request_id;
mod route_table;
mod router;
mod routes;
mod schemas;
mod serve;
mod socket;
mod statuses;
mod tracked;
mod union;
mod violation;
mod violation_text;

pub use body::Body;
pub use call::Call;
pub use checked::Checked;
pub use connection::Connection;
pub use error::{Error, Internal, Invalid};
pub use events::{Event, Events};
pub use form::{Form, Upload};
pub use idempotency::{Idempotency, Idempotent, Replayable};
pub use operation::{Documents, Operation};
pub use parameter::Parameter;
pub use refusal::{Refusal, Restricted};
pub use reply::Reply;
pub use router::{Router, RoutingFuture};
pub use routes::{Answer, RouteConflict, Routes};
pub use schemas::Schemas;
pub use serve::{Limits, serve};
pub use statuses::*;

pub use bytes::Bytes;
pub use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};

/// Bytes of a JSON or raw body at most: 1 MiB.
pub const BODY_LIMIT: usize = 1024 * 1024;

/// Bytes of a multipart body at most: 20 MiB.
pub const UPLOAD_LIMIT: usize = 20 * 1024 * 1024;
