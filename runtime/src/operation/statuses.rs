//! The failures that a handler returns with `?`, one type for each status.

use std::borrow::Cow;

use crate::{Documents, Error};

macro_rules! statuses {
    ($($status:literal $name:ident $text:literal;)*) => {$(
        #[doc = concat!("`", $status, " ", $text, "` with a message for the caller.")]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $name<M = &'static str>(pub M);

        impl<Op: Documents<$status>, M: Into<Cow<'static, str>>> From<$name<M>> for Error<Op> {
            fn from($name(message): $name<M>) -> Self {
                Self::new($status, message.into(), None)
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
    413 PayloadTooLarge "Payload Too Large";
    415 UnsupportedMediaType "Unsupported Media Type";
    422 UnprocessableEntity "Unprocessable Entity";
}

macro_rules! statuses_for_now {
    ($($status:literal $name:ident $text:literal;)*) => {$(
        #[doc = concat!("`", $status, " ", $text, "` with a message for the caller and the header `Retry-After`.")]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $name<M = &'static str> {
            /// What the caller reads.
            pub message: M,
            /// Seconds until another try makes sense.
            pub retry_after: u64,
        }

        impl<Op: Documents<$status>, M: Into<Cow<'static, str>>> From<$name<M>> for Error<Op> {
            fn from(failure: $name<M>) -> Self {
                Self::new($status, failure.message.into(), Some(failure.retry_after))
            }
        }
    )*};
}

statuses_for_now! {
    429 TooManyRequests "Too Many Requests";
    503 ServiceUnavailable "Service Unavailable";
}
