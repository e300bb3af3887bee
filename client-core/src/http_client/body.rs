//! The body of a response.

use bytes::Bytes;
use http_body_util::combinators::UnsyncBoxBody;

use crate::TransportError;

/// A response's body, as it arrives.
pub type Body = UnsyncBoxBody<Bytes, TransportError>;
