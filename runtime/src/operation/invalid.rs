//! Refusals of requests that the OpenAPI document does not allow. Decoding makes them; handlers use `BadRequest` and
//! similar types.

use std::borrow::Cow;

use super::error::Failure;
use crate::{Documents, Error, Internal, TakesBody};

/// The message in the response.
pub(crate) type Message = Cow<'static, str>;

/// A parameter or a part of a form that the document does not allow. The response is 400, or the `x-status` of its
/// schema.
///
/// ```compile_fail
/// use stoa_runtime::{Documents, Error, Parameter};
/// struct ListTags;
/// impl Documents<400> for ListTags {}
/// fn page(page: Parameter<'_>) -> Result<i64, Error<ListTags>> {
///     Ok(page.status::<418>().integer().required()?) // 418 is not documented
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invalid<const STATUS: u16 = 400> {
    message: Message,
}

/// A body that could not be read. The response is 400 or 413. It is 408 if the body takes too long, or 503 if there is
/// no memory for the body: the server answers these two without documentation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadableBody(pub(crate) Unreadable);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unreadable {
    BrokenOff,
    TooLarge,
    TooSlow,
    NoRoom,
}

/// JSON or a form that could not be read, has another content type (415), or is not allowed by the document (400, or
/// the `x-status` of the schema).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidBody(pub(crate) Reason);

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Reason {
    Unreadable(Unreadable),
    /// The content type that is expected.
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
            Unreadable::TooSlow => Failure::plain(408, "Request body took too long").into_error(),
            // Retry soon: other bodies will have released their memory by then.
            Unreadable::NoRoom => {
                Failure { retry_after: Some(1), ..Failure::unavailable() }.into_error()
            }
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
