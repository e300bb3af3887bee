//! Why operations are refused.

/// Why an operation is refused, by the examples of its failures in the document: see
/// [`Error::reason`](crate::Error::reason). A later version may know more.
pub trait Reason: Sized {
    /// As the document has it: `placeOrder`.
    const OPERATION: &'static str;

    /// What the document calls a refusal of this status with this message.
    fn of(status: u16, message: &str) -> Self;
}

/// Declares an operation's reasons: status, name and message of each, with the operation's own name.
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
            /// One that the document does not show: the error has its status and message.
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
