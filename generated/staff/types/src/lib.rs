// Generated from `specs/staff.yaml` by `cargo xtask codegen`.
#![doc = include_str!("../README.md")]
#![warn(missing_docs)]
#![allow(clippy::doc_lazy_continuation, clippy::large_enum_variant, clippy::needless_update)]

#[macro_use]
mod macros;

mod alerts;
mod api_keys;
mod audit;
mod bundles;
mod carts;
mod catalog;
mod content;
mod conversations;
mod customers;
mod given;
mod inbox;
mod media;
mod orders;
mod patch;
mod people;
mod posts;
mod products;
mod server_keys;
mod sessions;
mod settings;
mod shared;
mod sites;
mod stock;
mod support;
mod templates;
mod timestamp;
mod webhooks;
mod widgets;

pub use {chrono, serde_json};

pub use alerts::*;
pub use api_keys::*;
pub use audit::*;
pub use bundles::*;
pub use carts::*;
pub use catalog::*;
pub use content::*;
pub use conversations::*;
pub use customers::*;
pub use given::{Nullable, Object};
pub use inbox::*;
pub use media::*;
pub use orders::*;
pub use people::*;
pub use posts::*;
pub use products::*;
pub use server_keys::*;
pub use sessions::*;
pub use settings::*;
pub use shared::*;
pub use sites::*;
pub use stock::*;
pub use support::*;
pub use templates::*;
pub use timestamp::Timestamp;
pub use webhooks::*;
pub use widgets::*;

/// Text that is not a value of a closed enum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownValue(pub String);

impl std::fmt::Display for UnknownValue {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "`{}` is not a known value", self.0)
    }
}

impl std::error::Error for UnknownValue {}
