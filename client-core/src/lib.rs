//! What the generated clients of Stoa share: how a call is put together, sent, tried again and read.
//!
//! An application has no need of it by itself: each client crate re-exports what its callers name.

mod call;
mod calls;
mod conditional;
mod error;
#[cfg(feature = "events")]
mod events;
mod http;
mod id;
mod reasons;
mod response;
mod retry;
mod send;
mod settings;
mod transport;

pub use call::Call;
pub use calls::Answering;
pub use conditional::IfChanged;
pub use error::{ApiError, DecodeError, Error};
#[cfg(feature = "events")]
pub use events::{Event, EventCall, EventStream};
pub use id::random_id;
pub use reasons::Reason;
pub use response::{RateLimit, Response};
pub use settings::Settings;
pub use transport::{Builder, Transport};

pub use bytes::Bytes;
pub use reqwest::header::HeaderMap;
pub use reqwest::{self, Method, StatusCode};
