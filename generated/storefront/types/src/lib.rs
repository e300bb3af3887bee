//! The types of Stoa storefront, version 1.0.0.
//!
//! Generated from `specs/storefront.yaml` by `cargo xtask codegen`.

#![allow(clippy::doc_lazy_continuation, clippy::large_enum_variant)]

mod account;
mod ai;
mod assets;
mod auth;
mod cart;
mod catalog;
mod checkout;
mod designs;
mod drawings;
mod orders;
mod patch;
mod shared;
mod shipping;
mod support;
mod timestamp;
mod webhooks;
mod wishlist;

pub use self::account::*;
pub use self::ai::*;
pub use self::assets::*;
pub use self::auth::*;
pub use self::cart::*;
pub use self::catalog::*;
pub use self::checkout::*;
pub use self::designs::*;
pub use self::drawings::*;
pub use self::orders::*;
pub use self::shared::*;
pub use self::shipping::*;
pub use self::support::*;
pub use self::timestamp::Timestamp;
pub use self::webhooks::*;
pub use self::wishlist::*;

/// A text that is none of the values of a closed enum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownValue(pub String);

impl std::fmt::Display for UnknownValue {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "`{}` is not a known value", self.0)
    }
}

impl std::error::Error for UnknownValue {}
