#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

#[cfg(feature = "cache")]
mod cache;
mod call;
mod calls;
mod clock;
mod conditional;
mod error;
#[cfg(feature = "events")]
mod events;
mod form;
mod http_client;
mod id;
mod items;
mod reasons;
mod response;
mod retry;
mod send;
mod settings;
mod transport;

pub use call::Call;
pub use calls::Answering;
pub use conditional::IfChanged;
pub use error::{ApiError, DecodeError, Error, TransportError};
#[cfg(feature = "events")]
pub use events::{Event, EventCall, EventStream};
pub use form::FilePart;
#[doc(hidden)]
pub use form::Form;
pub use id::random_id;
pub use items::Items;
#[doc(hidden)]
pub use items::Page;
pub use reasons::Reason;
pub use response::{RateLimit, Response};
pub use settings::Settings;
pub use transport::{Builder, Transport};

pub use bytes::Bytes;
pub use http::{HeaderMap, Method, StatusCode};
#[cfg(feature = "reqwest")]
pub use reqwest;
