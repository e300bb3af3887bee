//! The client of Stoa storefront, version 1.0.0.
//!
//! Each operation is a method of [`Client`]; its types are in [`types`]. A refusal is
//! [`Error::Api`], with the server's message.
//!
//! Generated from `specs/storefront.yaml` by `cargo xtask codegen`.

#![allow(clippy::doc_lazy_continuation, clippy::too_many_arguments)]

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
mod orders;
mod shipping;
mod support;
mod webhooks;
mod wishlist;

pub use self::client::{Client, ClientBuilder};
pub use ::stoa_client_core::{
    ApiError, Bytes, DecodeError, Error, HeaderMap, RateLimit, Response, Settings, StatusCode,
    random_id, reqwest,
};
pub use ::stoa_storefront_types as types;
pub use account::ListAccountOrdersOptions;
pub use ai::GenerateDesignImageOptions;
pub use catalog::ListProductsOptions;
pub use checkout::PlaceOrderOptions;
pub use designs::GetDesignOptions;
pub use designs::ListDesignsOptions;
pub use shipping::ListShippingRatesOptions;
pub use support::ListSupportMessagesOptions;
