//! Refusals of requests that violate the OpenAPI document. The code that decodes a request creates them. Handlers use
//! `BadRequest` and similar types instead.

use std::borrow::Cow;

use super::error::UntypedError;
use crate::{Documents, Error, Internal, TakesBody};

pub(crate) type Message = Cow<'static, str>;

/// A parameter, or a part of a form, that violates the document. `STATUS` is the status of the response: 400, or the
/// `x-status` of the schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invalid<const STATUS: u16 = 400> {
    message: Message,
}

/// A body that could not be read. The status of the response is one of:
/// - 400 if the body ended too early, or 413 if it is too large. The operation documents both.
/// - 408 if the body took too long, or 503 if there was no memory for it. No operation needs to document these.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadableBody(pub(crate) Unreadable);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unreadable {
    BrokenOff,
    TooLarge,
    TooSlow,
    NoRoom,
}

/// A JSON or form body that is refused: it could not be read ([`UnreadableBody`]), has another content type (415), or
/// violates the document (400, or the `x-status` of the schema).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidBody(pub(crate) Reason);

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Reason {
    Unreadable(Unreadable),
    /// The body has another content type than this one.
    OtherType(&'static str),
    /// The status comes from the schema, so it is known only at run time.
    Invalid {
        status: u16,
        message: Message,
    },
    /// The schema does not compile, so the body could not be checked.
    Unchecked,
}

impl<const STATUS: u16> Invalid<STATUS> {
    pub(crate) fn new(message: Message) -> Self {
        Self { message }
    }
}

impl InvalidBody {
    pub(crate) fn malformed(message: &'static str) -> Self {
        Self(Reason::Invalid { status: 400, message: message.into() })
    }
}

impl<Op: Documents<STATUS>, const STATUS: u16> From<Invalid<STATUS>> for Error<Op> {
    fn from(invalid: Invalid<STATUS>) -> Self {
        Self::documented::<STATUS>(invalid.message, None)
    }
}

impl<Op: Documents<400> + Documents<413>> From<UnreadableBody> for Error<Op> {
    fn from(UnreadableBody(body): UnreadableBody) -> Self {
        match body {
            Unreadable::BrokenOff => {
                Self::documented::<400>("Request body could not be read", None)
            }
            Unreadable::TooLarge => Self::documented::<413>("Request body too large", None),
            Unreadable::TooSlow => {
                UntypedError::plain(408, "Request body took too long").into_error()
            }
            Unreadable::NoRoom => UntypedError::no_room().into_error(),
        }
    }
}

impl<Op: TakesBody> From<InvalidBody> for Error<Op> {
    fn from(InvalidBody(reason): InvalidBody) -> Self {
        match reason {
            Reason::Unreadable(body) => UnreadableBody(body).into(),
            Reason::OtherType(expected) => {
                Self::documented::<415>(format!("Expected {expected}"), None)
            }
            Reason::Invalid { status: 400, message } => Self::documented::<400>(message, None),
            Reason::Invalid { status, message } => {
                match Op::STATUSES.iter().find(|documented| documented.number() == status) {
                    Some(documented) => documented.error(message, None),
                    None => Internal(
                        format!("a schema answers {status}, which {} does not name", Op::ID).into(),
                    )
                    .into(),
                }
            }
            Reason::Unchecked => {
                Internal("a schema of the document does not compile".into()).into()
            }
        }
    }
}

impl From<UnreadableBody> for InvalidBody {
    fn from(UnreadableBody(body): UnreadableBody) -> Self {
        Self(Reason::Unreadable(body))
    }
}
