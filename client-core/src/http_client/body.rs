//! The body of a response, as it arrives.

use bytes::Bytes;
use http_body_util::combinators::UnsyncBoxBody;

use crate::TransportError;

/// The body of a response, as it arrives.
pub type Body = UnsyncBoxBody<Bytes, TransportError>;
