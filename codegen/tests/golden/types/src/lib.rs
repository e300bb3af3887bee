// Generated from `specs/fixture.yaml` by `make generated`.
#![doc = include_str!("../README.md")]
#![warn(missing_docs)]
#![allow(clippy::doc_lazy_continuation, clippy::large_enum_variant, clippy::needless_update)]
#![allow(deprecated)]

#[macro_use]
mod macros;

mod given;
mod patch;
mod shared;
mod things;
mod timestamp;
mod r#type;

pub use {chrono, serde_json};

pub use given::{Nullable, Object};
pub use shared::*;
pub use things::*;
pub use timestamp::Timestamp;
pub use r#type::*;

/// Text that is not a value of a closed enum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownValue(pub String);

impl std::fmt::Display for UnknownValue {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "`{}` is not a known value", self.0)
    }
}

impl std::error::Error for UnknownValue {}
