// Generated from `specs/storefront.yaml` by `cargo xtask codegen`.
#![doc = include_str!("../README.md")]
#![warn(missing_docs)]
#![allow(clippy::doc_lazy_continuation, clippy::large_enum_variant, clippy::needless_update)]

#[macro_use]
mod macros;

mod account;
mod ai;
mod assets;
mod auth;
mod cart;
mod catalog;
mod checkout;
mod designs;
mod drawings;
mod given;
mod orders;
mod patch;
mod shared;
mod shipping;
mod support;
mod timestamp;
mod webhooks;
mod wishlist;

pub use {chrono, serde_json};

pub use account::*;
pub use ai::*;
pub use assets::*;
pub use auth::*;
pub use cart::*;
pub use catalog::*;
pub use checkout::*;
pub use designs::*;
pub use drawings::*;
pub use given::{Nullable, Object};
pub use orders::*;
pub use shared::*;
pub use shipping::*;
pub use support::*;
pub use timestamp::Timestamp;
pub use webhooks::*;
pub use wishlist::*;

/// Text that is not a value of a closed enum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownValue(pub String);

impl std::fmt::Display for UnknownValue {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "`{}` is not a known value", self.0)
    }
}

impl std::error::Error for UnknownValue {}
