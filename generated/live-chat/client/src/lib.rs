// Generated from `specs/live-chat.yaml` by `cargo xtask codegen`.
#![doc = include_str!("../README.md")]
#![allow(clippy::doc_lazy_continuation, clippy::should_implement_trait, clippy::too_many_arguments)]
#![warn(missing_docs)]

mod chat;
mod client;
#[cfg(all(feature = "testing", not(target_arch = "wasm32")))]
pub mod testing;

pub use self::client::{Client, ClientBuilder};
pub use ::stoa_client_core;
#[cfg(feature = "reqwest")]
pub use ::stoa_client_core::reqwest;
pub use ::stoa_client_core::{
    ApiError, Bytes, CallInfo, DecodeError, Error, ErrorKind, Event, EventStream, HeaderMap,
    RateLimit, Reason, Response, Settings, StatusCode, TransportError, random_id,
};
pub use ::stoa_live_chat_types::{self as types, chrono, serde_json};
pub use chat::*;
