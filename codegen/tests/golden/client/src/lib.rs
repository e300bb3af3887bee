// Generated from `specs/fixture.yaml` by `make generated`.
#![doc = include_str!("../README.md")]
#![allow(clippy::doc_lazy_continuation, clippy::should_implement_trait, clippy::too_many_arguments)]
#![warn(missing_docs)]
#![allow(deprecated)]

mod access_control;
mod client;
pub mod forms;
mod things;
mod r#type;

pub use self::client::{Client, ClientBuilder};
pub use ::acme_fixture_types::{self as types, chrono, serde_json};
#[cfg(feature = "reqwest")]
pub use ::stoa_client_core::reqwest;
pub use ::stoa_client_core::{
    ApiError, Bytes, DecodeError, Error, Event, EventStream, FilePart, HeaderMap, IfChanged, Items,
    RateLimit, Reason, Response, Settings, StatusCode, TransportError, random_id,
};
pub use access_control::*;
pub use things::*;
pub use r#type::*;
