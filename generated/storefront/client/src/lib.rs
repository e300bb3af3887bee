// Generated from `specs/storefront.yaml` by `cargo xtask codegen`.
#![doc = include_str!("../README.md")]
#![allow(clippy::doc_lazy_continuation, clippy::should_implement_trait, clippy::too_many_arguments)]
#![warn(missing_docs)]

mod account;
mod ai;
mod assets;
mod auth;
mod cart;
mod catalog;
mod checkout;
mod client;
mod designs;
mod drawings;
pub mod forms;
mod orders;
mod shipping;
mod support;
#[cfg(all(feature = "testing", not(target_arch = "wasm32")))]
pub mod testing;
mod wishlist;

pub use self::client::{Client, ClientBuilder};
pub use ::stoa_client_core;
#[cfg(feature = "reqwest")]
pub use ::stoa_client_core::reqwest;
pub use ::stoa_client_core::{
    ApiError, Bytes, CallInfo, DecodeError, Error, ErrorKind, FilePart, HeaderMap, Items,
    RateLimit, Reason, Response, Settings, StatusCode, TransportError, random_id,
};
pub use ::stoa_storefront_types::{self as types, chrono, serde_json};
pub use account::*;
pub use ai::*;
pub use assets::*;
pub use auth::*;
pub use cart::*;
pub use catalog::*;
pub use checkout::*;
pub use designs::*;
pub use drawings::*;
pub use orders::*;
pub use shipping::*;
pub use support::*;
pub use wishlist::*;
