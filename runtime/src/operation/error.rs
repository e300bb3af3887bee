//! Failures of operations.

use std::{borrow::Cow, error::Error as StdError, fmt, marker::PhantomData, sync::Arc};

use http::{HeaderValue, header};
use stoa_fair_queue::TooLate;
use stoa_telemetry::causes;

use super::error_code::{ErrorCode, X_ERROR_CODE, error_code};
use crate::{Documented, Documents, ErrorBody, Reason, Refuses, Reply, UnavailableReason};

/// `Retry-After` of a response to a temporary failure.
const UNAVAILABLE_RETRY_AFTER_SECONDS: u64 = 5;

/// A failed operation's response: a status that the operation documents, or an internal error.
///
/// `?` converts three kinds of errors:
/// - A [`Reason`] that the operation documents ([`Refuses`]).
/// - `NotFound("…")` and similar types, an [`Invalid`](crate::Invalid) parameter, or an
///   [`InvalidBody`](crate::InvalidBody). This compiles only if the operation documents their status.
/// - Every other error. It becomes a 500 that reveals nothing to the client.
///
/// No code, generated code included, can make an error with an undocumented status. Exceptions are the statuses that
/// the server itself answers, such as 408, 500 and 503.
pub struct Error<Op> {
    pub(crate) failure: UntypedError,
    operation: PhantomData<fn() -> Op>,
}

/// An [`Error`] without the type of its operation.
#[derive(Clone, Debug)]
pub(crate) struct UntypedError {
    pub(crate) status: u16,
    /// The value of `X-Error-Code`, or `None` to find it by the message among the document's examples.
    pub(crate) code: Option<&'static str>,
    pub(crate) message: Cow<'static, str>,
    /// Value of the header `Retry-After`, in seconds.
    pub(crate) retry_after: Option<u64>,
    /// The current version of the row, for the header `ETag`.
    pub(crate) version: Option<i64>,
    /// The error behind a 500. It is logged and never sent to the client. If it is transient, the router answers 503
    /// instead.
    pub(crate) cause: Option<Arc<dyn StdError + Send + Sync>>,
    /// The reason of a 503, if it is not [`UnavailableReason::Operation`].
    pub(crate) reason: Option<UnavailableReason>,
}

/// An internal error without its own error type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Internal(pub Cow<'static, str>);

/// The server is temporarily unable to answer, and has logged the reason. The response is 503 with `Retry-After`. The
/// document need not list this response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unavailable;

impl<Op> Error<Op> {
    pub fn status(&self) -> u16 {
        self.failure.status
    }

    pub fn message(&self) -> &str {
        &self.failure.message
    }

    /// The response for a reason that the operation documents. `?` and `into` call it.
    pub fn refused<R: Reason>(reason: &R) -> Self
    where
        Op: Refuses<R>,
    {
        let failure = UntypedError::plain(R::STATUS, R::MESSAGE);
        let (retry_after, version) = (reason.retry_after(), reason.version());
        UntypedError { code: Some(R::CODE), retry_after, version, ..failure }.into_error()
    }

    /// Creates an error with this status. Does not compile if the operation does not document the status.
    pub(crate) fn documented<const STATUS: u16>(
        message: impl Into<Cow<'static, str>>,
        retry_after: Option<u64>,
    ) -> Self
    where
        Op: Documents<STATUS>,
    {
        Documented::status::<STATUS>().error(message, retry_after)
    }
}

impl<Op> Documented<Op> {
    pub(crate) fn error(
        &self,
        message: impl Into<Cow<'static, str>>,
        retry_after: Option<u64>,
    ) -> Error<Op> {
        let failure = UntypedError::plain(self.number(), message);
        UntypedError { retry_after, ..failure }.into_error()
    }
}

impl<Op> fmt::Debug for Error<Op> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.failure.fmt(formatter)
    }
}

#[diagnostic::do_not_recommend]
impl<Op, E: StdError + Send + Sync + 'static> From<E> for Error<Op> {
    fn from(cause: E) -> Self {
        UntypedError::internal(cause).into_error()
    }
}

impl<Op> From<Unavailable> for Error<Op> {
    fn from(_: Unavailable) -> Self {
        UntypedError::unavailable(UnavailableReason::Operation).into_error()
    }
}

impl UntypedError {
    pub(crate) fn into_error<Op>(self) -> Error<Op> {
        Error { failure: self, operation: PhantomData }
    }

    pub(crate) fn internal(cause: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        Self::of_cause(Arc::from(cause.into()))
    }

    pub(crate) fn of_cause(cause: Arc<dyn StdError + Send + Sync>) -> Self {
        Self { cause: Some(cause), ..Self::plain(500, "Internal server error") }
    }

    /// A temporary failure of the server, for example because the database is down.
    pub(crate) fn unavailable(reason: UnavailableReason) -> Self {
        Self {
            reason: Some(reason),
            retry_after: Some(UNAVAILABLE_RETRY_AFTER_SECONDS),
            ..Self::plain(503, "Service unavailable, try again later")
        }
    }

    /// There is no memory for the body. The client may retry soon, because other bodies will have released theirs by
    /// then.
    pub(crate) fn no_room() -> Self {
        Self { retry_after: Some(1), ..Self::unavailable(UnavailableReason::BodyRoom) }
    }

    /// Why a queue refused the request. `None` if no queue did.
    pub(crate) fn overload(&self) -> Option<UnavailableReason> {
        let cause: &(dyn StdError + 'static) = self.cause.as_deref()?;
        let too_late = causes(cause).find_map(|cause| cause.downcast_ref())?;
        Some(match too_late {
            TooLate::Busy => UnavailableReason::Pool,
            TooLate::OverShare => UnavailableReason::Share,
        })
    }

    pub(crate) fn plain(status: u16, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            status,
            code: None,
            message: message.into(),
            retry_after: None,
            version: None,
            cause: None,
            reason: None,
        }
    }

    /// Writes the response with the error body of the API and the code of the operation's example.
    pub(crate) fn reply(&self, body: &'static ErrorBody, codes: &[ErrorCode]) -> Reply {
        let code = match self.code {
            Some(code) => HeaderValue::from_static(code),
            None => error_code(codes, self.status, &self.message),
        };
        let reply = body.reply(self).header(X_ERROR_CODE, code);
        let reply = match self.version {
            Some(version) => reply.version(version),
            None => reply,
        };
        match self.retry_after {
            Some(seconds) => reply.header(header::RETRY_AFTER, HeaderValue::from(seconds)),
            None => reply,
        }
    }
}

impl fmt::Display for Internal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl StdError for Internal {}
