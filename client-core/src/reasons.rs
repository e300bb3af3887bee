//! Typed reasons why the server refuses calls.

/// The typed reason of a refusal, which [`Error::reason`](crate::Error::reason) returns. Each example of a failure in
/// the operation's document is one reason. A later version may add reasons.
pub trait Reason: Sized {
    /// Name of the operation in the document, such as `placeOrder`.
    const OPERATION: &'static str;

    /// Returns the reason with this status and code. Without a code, which a server of other software may not send,
    /// returns the reason with this status and message.
    fn of(status: u16, code: Option<&str>, message: &str) -> Self;

    /// The status, code and message of the reason in the document. `None` for `Other`.
    fn shown(&self) -> Option<(u16, &'static str, &'static str)>;
}

/// Declares an operation's reasons, each with its statuses, name, code and message. A reason that the server no longer
/// gives ends with `deprecated`.
#[macro_export]
#[doc(hidden)]
macro_rules! reasons {
    (
        pub enum $name:ident of $operation:literal { $($($status:literal)|+ $reason:ident $code:literal $message:literal $($deprecated:ident)?,)* }
    ) => {
        #[doc = concat!("Why `", $operation, "` is refused.")]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum $name {
            $(
                #[doc = concat!($(stringify!($status), " ",)+ "`", $message, "` (code `", $code, "`)")]
                $(#[$deprecated = "the server no longer gives this reason"])?
                $reason,
            )*
            /// A reason that is not in the document. Its status, code and message are in the error.
            Other,
        }

        #[allow(deprecated)]
        impl $crate::Reason for $name {
            const OPERATION: &'static str = $operation;

            fn of(status: u16, code: Option<&str>, message: &str) -> Self {
                match (status, code, message) {
                    $(
                        ($($status)|+, Some($code), _) => Self::$reason,
                        ($($status)|+, None, $message) => Self::$reason,
                    )*
                    _ => Self::Other,
                }
            }

            fn shown(&self) -> Option<(u16, &'static str, &'static str)> {
                match self {
                    $(Self::$reason => Some(([$($status),+][0], $code, $message)),)*
                    Self::Other => None,
                }
            }
        }
    };
}
