//! Reasons for refusals: the named examples of a document's failures, each as a type.

use std::error::Error as StdError;
use std::fmt::{Debug, Display};
use std::sync::Arc;

use crate::Error;
use crate::operation::error::UntypedError;

/// A reason for which operations refuse calls. Generated code declares the reasons of a document with [`reasons!`].
///
/// [`reasons!`]: crate::reasons
pub trait Reason: Debug + Display {
    /// The status of the response.
    const STATUS: u16;
    /// The value of the header `X-Error-Code`.
    const CODE: &'static str;
    /// The message of the response.
    const MESSAGE: &'static str;

    /// Seconds for the header `Retry-After`.
    fn retry_after(&self) -> Option<u64> {
        None
    }

    /// The current version, for the header `ETag`.
    fn version(&self) -> Option<i64> {
        None
    }
}

/// The operation's document lists this reason, so its handler may refuse a call for it.
///
/// ```compile_fail
/// stoa_runtime::reasons! {
///     404 TagNotFound "tag_not_found" "Tag not found";
/// }
/// struct ListTags;
/// fn list_tags() -> Result<(), stoa_runtime::Error<ListTags>> {
///     Err(TagNotFound)? // is not documented
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "operation `{Self}` does not document the reason `{R}`",
    label = "this reason is not documented",
    note = "add an example of this reason to the operation's responses in the spec and run `cargo xtask codegen`, or return another error"
)]
pub trait Refuses<R> {}

/// An enum of reasons that [`refusals!`](crate::refusals) declares.
pub trait Refusals: Sized {
    /// The reason with this code, if the enum has it.
    fn of_code(code: &str) -> Option<Self>;
}

/// Why a function of the domain failed. `R` is a reason, or an enum of reasons.
///
/// `?` turns a reason and every [`std::error::Error`] into this type, and this type into the [`Error`] of an operation
/// that documents the reasons.
#[derive(Debug)]
pub enum Failed<R> {
    /// The function refused the call.
    Refused(R),
    /// An internal error. The response is 500, or 503 if the error is transient.
    Internal(Arc<dyn StdError + Send + Sync>),
}

impl<R, E: StdError + Send + Sync + 'static> From<E> for Failed<R> {
    fn from(error: E) -> Self {
        Self::Internal(Arc::new(error))
    }
}

impl<Op, R> From<Failed<R>> for Error<Op>
where
    Error<Op>: From<R>,
{
    fn from(failed: Failed<R>) -> Self {
        match failed {
            Failed::Refused(reason) => reason.into(),
            Failed::Internal(cause) => UntypedError::of_cause(cause).into_error(),
        }
    }
}

/// Declares the reasons of a document: `409 InsufficientStock "insufficient_stock" "Insufficient stock";`. If a line
/// ends with `retry_after` (seconds) or `version`, its type has a field of this name.
///
/// `?` turns a reason into the [`Error`](crate::Error) of an operation that documents it. A reason does not implement
/// [`std::error::Error`], because every such error becomes a 500.
#[macro_export]
macro_rules! reasons {
    ($($status:literal $name:ident $code:literal $message:literal $($field:ident)?;)*) => {$(
        $crate::reasons!(@type $status $name $message $($field)?);

        impl $crate::Reason for $name {
            const STATUS: u16 = $status;
            const CODE: &'static str = $code;
            const MESSAGE: &'static str = $message;
            $($crate::reasons!(@field $field);)?
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                formatter.write_str($message)
            }
        }

        impl<Op: $crate::Refuses<$name>> From<$name> for $crate::Error<Op> {
            fn from(reason: $name) -> Self {
                Self::refused(&reason)
            }
        }
    )*};
    (@type $status:literal $name:ident $message:literal) => {
        #[doc = concat!("`", $status, "`: ", $message)]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $name;
    };
    (@type $status:literal $name:ident $message:literal retry_after) => {
        #[doc = concat!("`", $status, "`: ", $message)]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $name {
            /// Seconds after which the client may retry.
            pub retry_after: u64,
        }
    };
    (@type $status:literal $name:ident $message:literal version) => {
        #[doc = concat!("`", $status, "`: ", $message)]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $name {
            /// The current version.
            pub version: i64,
        }
    };
    (@field retry_after) => {
        fn retry_after(&self) -> Option<u64> {
            Some(self.retry_after)
        }
    };
    (@field version) => {
        fn version(&self) -> Option<i64> {
            Some(self.version)
        }
    };
}

/// Declares the reasons that an operation documents: `PlaceOrder: CartIsEmpty, InsufficientStock;`.
#[macro_export]
macro_rules! refuses {
    ($($operation:ident: $($reason:ty),*;)*) => {$(
        $(impl $crate::Refuses<$reason> for $operation {})*
    )*};
}

/// Declares an enum of the reasons for which a function refuses calls. Each variant has the name of a type in the
/// module that follows `of`. The variant of a reason with a field is written
/// `DrawingIsBusy { retry_after }` or `ProductHasChanged { version }`.
///
/// The enum deserializes from the code of a reason, such as `insufficient_stock`, which a statement may return. `?`
/// turns a reason into the enum, and the enum into [`Failed`](crate::Failed) or into the [`Error`](crate::Error) of an
/// operation that documents all of its reasons.
#[macro_export]
macro_rules! refusals {
    (
        $(#[$about:meta])*
        $access:vis enum $name:ident of $reasons:ident {
            $($(#[$doc:meta])* $reason:ident $({ $field:ident })?),* $(,)?
        }
    ) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, ::serde::Deserialize)]
        #[serde(rename_all = "snake_case")]
        $access enum $name { $($(#[$doc])* $reason $({ $field: $crate::refusals!(@type $field) })?),* }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                formatter.write_str(match self {
                    $(Self::$reason { .. } => <$reasons::$reason as $crate::Reason>::MESSAGE),*
                })
            }
        }

        impl $crate::Refusals for $name {
            fn of_code(code: &str) -> Option<Self> {
                match code {
                    $(
                        <$reasons::$reason as $crate::Reason>::CODE => {
                            Some(Self::$reason $({ $field: 0 })?)
                        }
                    )*
                    _ => None,
                }
            }
        }

        impl From<$name> for $crate::Failed<$name> {
            fn from(refusal: $name) -> Self {
                Self::Refused(refusal)
            }
        }

        $(
            impl From<$reasons::$reason> for $name {
                fn from($reasons::$reason $({ $field })?: $reasons::$reason) -> Self {
                    Self::$reason $({ $field })?
                }
            }
        )*

        impl<Op: $($crate::Refuses<$reasons::$reason> +)*> From<$name> for $crate::Error<Op> {
            fn from(refusal: $name) -> Self {
                match refusal {
                    $($name::$reason $({ $field })? => $reasons::$reason $({ $field })?.into()),*
                }
            }
        }
    };
    (@type retry_after) => { u64 };
    (@type version) => { i64 };
}
