// Generated from `specs/staff.yaml` by `cargo xtask codegen`.
#![doc = include_str!("../README.md")]
#![warn(missing_docs)]
#![allow(clippy::doc_lazy_continuation, clippy::large_enum_variant, clippy::needless_update)]

#[macro_use]
mod macros;

mod api_keys;
mod audit;
mod conversations;
mod customers;
mod inbox;
mod orders;
mod people;
mod server_keys;
mod sessions;
mod shared;
mod sites;
mod stock;
mod support;
mod timestamp;

pub use {chrono, serde_json};

pub use api_keys::*;
pub use audit::*;
pub use conversations::*;
pub use customers::*;
pub use inbox::*;
pub use orders::*;
pub use people::*;
pub use server_keys::*;
pub use sessions::*;
pub use shared::*;
pub use sites::*;
pub use stock::*;
pub use support::*;
pub use timestamp::Timestamp;
