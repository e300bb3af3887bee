//! Failures that a handler returns by `?`, one type for each status.
//!
//! A document may list these statuses for failures, and 500, which every other error becomes. `cargo xtask codegen`
//! refuses a document that lists another failure status. The server itself answers some of those, such as 405, 408, 414
//! and 431.

use std::borrow::Cow;

use crate::{Documents, Error};

macro_rules! statuses {
    ($($status:literal $name:ident $text:literal;)*) => {$(
        #[doc = concat!("`", $status, " ", $text, "` with a message for the caller.")]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $name<M = &'static str>(pub M);

        impl<Op: Documents<$status>, M: Into<Cow<'static, str>>> From<$name<M>> for Error<Op> {
            fn from($name(message): $name<M>) -> Self {
                Self::documented::<$status>(message, None)
            }
        }
    )*};
}

statuses! {
    400 BadRequest "Bad Request";
    401 Unauthorized "Unauthorized";
    402 PaymentRequired "Payment Required";
    403 Forbidden "Forbidden";
    404 NotFound "Not Found";
    409 Conflict "Conflict";
    410 Gone "Gone";
    412 PreconditionFailed "Precondition Failed";
    413 PayloadTooLarge "Payload Too Large";
    415 UnsupportedMediaType "Unsupported Media Type";
    422 UnprocessableEntity "Unprocessable Entity";
    423 Locked "Locked";
    428 PreconditionRequired "Precondition Required";
    451 UnavailableForLegalReasons "Unavailable For Legal Reasons";
    502 BadGateway "Bad Gateway";
    504 GatewayTimeout "Gateway Timeout";
}

macro_rules! statuses_for_now {
    ($($status:literal $name:ident $text:literal;)*) => {$(
        #[doc = concat!("`", $status, " ", $text, "` with a message for the caller and the header `Retry-After`.")]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $name<M = &'static str> {
            /// The message in the response.
            pub message: M,
            /// Seconds after which the client may retry.
            pub retry_after: u64,
        }

        impl<Op: Documents<$status>, M: Into<Cow<'static, str>>> From<$name<M>> for Error<Op> {
            fn from(failure: $name<M>) -> Self {
                Self::documented::<$status>(failure.message, Some(failure.retry_after))
            }
        }
    )*};
}

statuses_for_now! {
    429 TooManyRequests "Too Many Requests";
    503 ServiceUnavailable "Service Unavailable";
}
