#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

#[cfg(all(feature = "blocking", not(target_arch = "wasm32")))]
mod blocking;
#[cfg(feature = "cache")]
mod cache;
mod call;
mod calls;
mod clock;
mod conditional;
mod data;
mod error;
#[cfg(feature = "events")]
mod events;
mod form;
mod http_client;
mod id;
mod items;
mod raw;
mod reasons;
mod response;
mod retry;
mod send;
mod settings;
#[cfg(all(feature = "testing", not(target_arch = "wasm32")))]
pub mod testing;
mod transport;
#[cfg(feature = "webhooks")]
pub mod webhooks;

#[cfg(all(feature = "blocking", not(target_arch = "wasm32")))]
pub use blocking::{Blocking, wait};
pub use call::Call;
pub use calls::Answering;
#[doc(hidden)]
pub use calls::Operation;
pub use conditional::IfChanged;
pub use data::Data;
pub use error::{ApiError, CallInfo, DecodeError, Error, ErrorKind, TransportError};
#[cfg(feature = "events")]
pub use events::{Event, EventCall, EventStream};
pub use form::FilePart;
#[doc(hidden)]
pub use form::Form;
pub use http_client::{Body, HttpClient};
#[cfg(not(target_arch = "wasm32"))]
pub use http_client::{HttpLayer, HttpService};
pub use id::random_id;
pub use items::Items;
#[doc(hidden)]
pub use items::Page;
pub use raw::Raw;
pub use reasons::Reason;
pub use response::{RateLimit, Response};
pub use settings::Settings;
pub use transport::{Builder, Transport};

pub use bytes::Bytes;
pub use http::{HeaderMap, Method, StatusCode};
#[cfg(feature = "reqwest")]
pub use reqwest;
#[doc(hidden)]
pub use serde;
