//! Typed reasons why the server refuses calls.

/// The typed reason of a refusal, which [`Error::reason`](crate::Error::reason) returns. Each example of a failure in
/// the operation's document is one reason. A later version may add reasons.
pub trait Reason: Sized {
    /// Name of the operation in the document, such as `placeOrder`.
    const OPERATION: &'static str;

    /// Returns the reason for this status and message.
    fn of(status: u16, message: &str) -> Self;
}

/// Declares an operation's reasons, each with its statuses, name and message.
#[macro_export]
#[doc(hidden)]
macro_rules! reasons {
    (
        pub enum $name:ident of $operation:literal { $($($status:literal)|+ $reason:ident $message:literal,)* }
    ) => {
        #[doc = concat!("Why `", $operation, "` is refused.")]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum $name {
            $(
                #[doc = concat!($(stringify!($status), " ",)+ "`", $message, "`")]
                $reason,
            )*
            /// A reason that is not in the document. Its status and message are in the error.
            Other,
        }

        impl $crate::Reason for $name {
            const OPERATION: &'static str = $operation;

            fn of(status: u16, message: &str) -> Self {
                match (status, message) {
                    $(($($status)|+, $message) => Self::$reason,)*
                    _ => Self::Other,
                }
            }
        }
    };
}
