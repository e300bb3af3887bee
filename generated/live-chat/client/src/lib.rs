//! The client of Stoa live chat, version 1.0.0.
//!
//! Each operation is a method of [`Client`], which returns a call: what it may be asked besides,
//! its timeout, retries and headers are methods of that; awaited, it is sent. Its types are in
//! [`types`]. A refusal is [`Error::Api`], with the server's message.
//!
//! Generated from `specs/live-chat.yaml` by `cargo xtask codegen`.

#![allow(clippy::doc_lazy_continuation, clippy::should_implement_trait, clippy::too_many_arguments)]

mod chat;
mod client;

pub use self::client::{Client, ClientBuilder};
pub use ::stoa_client_core::{
    ApiError, Bytes, DecodeError, Error, Event, EventStream, HeaderMap, RateLimit, Reason,
    Response, Settings, StatusCode, random_id, reqwest,
};
pub use ::stoa_live_chat_types as types;
pub use chat::{
    SendMessage, SendMessageReason, StartConversation, StartConversationReason, StreamEvents,
    StreamEventsReason,
};
