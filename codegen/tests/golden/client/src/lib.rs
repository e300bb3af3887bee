// Generated from `specs/fixture.yaml` by `make generated`.
#![doc = include_str!("../README.md")]
#![allow(clippy::doc_lazy_continuation, clippy::should_implement_trait, clippy::too_many_arguments)]
#![warn(missing_docs)]
#![allow(deprecated)]

mod access_control;
mod client;
pub mod forms;
#[cfg(all(feature = "testing", not(target_arch = "wasm32")))]
pub mod testing;
mod things;
mod r#type;
pub mod webhooks;

pub use self::client::{Client, ClientBuilder};
pub use ::acme_fixture_types::{self as types, chrono, serde_json};
pub use ::stoa_client_core;
#[cfg(feature = "reqwest")]
pub use ::stoa_client_core::reqwest;
pub use ::stoa_client_core::{
    ApiError, Bytes, CallInfo, DecodeError, Error, ErrorKind, Event, EventStream, FilePart,
    HeaderMap, IfChanged, Items, RateLimit, Reason, Response, Settings, StatusCode, TransportError,
    random_id,
};
pub use access_control::*;
pub use things::*;
pub use r#type::*;
