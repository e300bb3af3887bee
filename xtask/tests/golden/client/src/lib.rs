//! The client of The "fixture", version 1.2.3.
//!
//! Each operation is a method of [`Client`]; its types are in [`types`]. A refusal is
//! [`Error::Api`], with the server's message.
//!
//! Generated from `specs/fixture.yaml` by `cargo xtask codegen`.

#![allow(clippy::doc_lazy_continuation, clippy::too_many_arguments)]

mod access_control;
mod client;
mod things;
mod r#type;

pub use self::client::{Client, ClientBuilder};
pub use ::stoa_client_core::{
    ApiError, Bytes, DecodeError, Error, Event, EventStream, HeaderMap, RateLimit, Reason,
    Response, Settings, StatusCode, random_id, reqwest,
};
pub use ::stoa_fixture_types as types;
pub use things::{ListThingsOptions, ListThingsReason, OrderAgainOptions, OrderThingOptions};
