//! The body of error responses. Each API documents its own.

use serde::{Serialize, Serializer, ser::SerializeMap};

use super::error::UntypedError;
use crate::{Reply, StatusCode};

/// The body of an API's error responses: a JSON object with these members.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ErrorBody {
    /// `application/json` or `application/problem+json` (RFC 9457).
    pub media_type: &'static str,
    /// The names of the members and their values, in the document's order.
    pub members: &'static [(&'static str, ErrorMember)],
}

/// The value of a member of an [`ErrorBody`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorMember {
    /// The error's message.
    Message,
    /// The status, as a number.
    Status,
    /// The name of the status: `Not Found`.
    StatusName,
    /// The same text in every error.
    Text(&'static str),
    /// The same boolean in every error.
    Boolean(bool),
    /// The same number in every error.
    Integer(i64),
}

impl ErrorBody {
    /// `{"success":false,"message":…}`, the body of a router whose routes are of no API.
    pub const DEFAULT: Self = Self {
        media_type: "application/json",
        members: &[("success", ErrorMember::Boolean(false)), ("message", ErrorMember::Message)],
    };

    pub(crate) fn reply(&'static self, failure: &UntypedError) -> Reply {
        let reply = Reply::json(failure.status, &Written { body: self, failure });
        reply.content_type(self.media_type)
    }
}

/// An error body with the values of one failure.
struct Written<'a> {
    body: &'static ErrorBody,
    failure: &'a UntypedError,
}

impl Serialize for Written<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let UntypedError { status, message, .. } = self.failure;
        let mut map = serializer.serialize_map(Some(self.body.members.len()))?;
        for (name, member) in self.body.members {
            match member {
                ErrorMember::Message => map.serialize_entry(name, message),
                ErrorMember::Status => map.serialize_entry(name, status),
                ErrorMember::StatusName => map.serialize_entry(name, status_name(*status)),
                ErrorMember::Text(text) => map.serialize_entry(name, text),
                ErrorMember::Boolean(value) => map.serialize_entry(name, value),
                ErrorMember::Integer(number) => map.serialize_entry(name, number),
            }?;
        }
        map.end()
    }
}

fn status_name(status: u16) -> &'static str {
    let status = StatusCode::from_u16(status).ok();
    status.and_then(|status| status.canonical_reason()).unwrap_or("Error")
}
