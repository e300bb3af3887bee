//! The types of Stoa live chat, version 1.0.0.
//!
//! Generated from `specs/live-chat.yaml` by `cargo xtask codegen`.

#![allow(clippy::doc_lazy_continuation, clippy::large_enum_variant)]

#[macro_use]
mod hidden;

mod chat;
mod shared;
mod timestamp;

pub use chat::*;
pub use shared::*;
pub use timestamp::Timestamp;
