//! The body of error responses. Each API documents its own.

use serde_json::{Map, Value};

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

    pub(crate) fn reply(&self, failure: &UntypedError) -> Reply {
        let value = |member: &ErrorMember| match *member {
            ErrorMember::Message => failure.message.as_ref().into(),
            ErrorMember::Status => failure.status.into(),
            ErrorMember::StatusName => status_name(failure.status).into(),
            ErrorMember::Text(text) => text.into(),
            ErrorMember::Boolean(value) => value.into(),
            ErrorMember::Integer(number) => number.into(),
        };
        let members = self.members.iter().map(|(name, member)| (name.to_string(), value(member)));
        let body: Map<String, Value> = members.collect();
        Reply::json(failure.status, &body).content_type(self.media_type)
    }
}

pub(super) fn status_name(status: u16) -> &'static str {
    let status = StatusCode::from_u16(status).ok();
    status.and_then(|status| status.canonical_reason()).unwrap_or("Error")
}
