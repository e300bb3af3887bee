// Generated from `specs/staff.yaml` by `cargo xtask codegen`.
#![doc = include_str!("../README.md")]
#![allow(clippy::doc_lazy_continuation, clippy::should_implement_trait, clippy::too_many_arguments)]
#![warn(missing_docs)]

mod alerts;
mod api_keys;
mod audit;
mod bundles;
mod carts;
mod catalog;
mod client;
mod content;
mod conversations;
mod customers;
pub mod forms;
mod inbox;
mod media;
mod orders;
mod people;
mod posts;
mod products;
mod server_keys;
mod sessions;
mod settings;
mod sites;
mod stock;
mod support;
mod templates;
#[cfg(all(feature = "testing", not(target_arch = "wasm32")))]
pub mod testing;
mod webhook_operations;
pub mod webhooks;
mod widgets;

pub use self::client::{Client, ClientBuilder};
pub use ::stoa_client_core;
#[cfg(feature = "reqwest")]
pub use ::stoa_client_core::reqwest;
pub use ::stoa_client_core::{
    ApiError, Bytes, CallInfo, DecodeError, Error, ErrorKind, Event, EventStream, FilePart,
    HeaderMap, Items, RateLimit, Reason, Response, Settings, StatusCode, TransportError, random_id,
};
pub use ::stoa_staff_types::{self as types, chrono, serde_json};
pub use alerts::*;
pub use api_keys::*;
pub use audit::*;
pub use bundles::*;
pub use carts::*;
pub use catalog::*;
pub use content::*;
pub use conversations::*;
pub use customers::*;
pub use inbox::*;
pub use media::*;
pub use orders::*;
pub use people::*;
pub use posts::*;
pub use products::*;
pub use server_keys::*;
pub use sessions::*;
pub use settings::*;
pub use sites::*;
pub use stock::*;
pub use support::*;
pub use templates::*;
pub use webhook_operations::*;
pub use widgets::*;
