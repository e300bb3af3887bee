// Generated from `specs/rest-v1.yaml` by `cargo xtask codegen`.
#![doc = include_str!("../README.md")]
#![warn(missing_docs)]
#![allow(clippy::doc_lazy_continuation, clippy::large_enum_variant, clippy::needless_update)]

#[macro_use]
mod macros;

mod blocks;
mod media;
mod posts;
mod products;
mod shared;
mod site;
mod taxonomy;
mod timestamp;

pub use {chrono, serde_json};

pub use blocks::*;
pub use media::*;
pub use posts::*;
pub use products::*;
pub use shared::*;
pub use site::*;
pub use taxonomy::*;
pub use timestamp::Timestamp;

/// Text that is not a value of a closed enum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownValue(pub String);

impl std::fmt::Display for UnknownValue {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "`{}` is not a known value", self.0)
    }
}

impl std::error::Error for UnknownValue {}
