//! Why a mail cannot be written.

use std::fmt;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NotWritten {
    /// A reset mail was not sent in time.
    Ended,
    /// The mail has no recipient. For example, no customer has the address, or the order or the store no longer exists.
    NoRecipient,
    /// The mail was sealed with a secret that the server no longer has.
    Sealed,
    /// The mail's store has no base URL for links.
    NoAddress,
}

impl fmt::Display for NotWritten {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Ended => "its time was over",
            Self::NoRecipient => "it has no recipient",
            Self::Sealed => "it was sealed under another STOA_SECRET",
            Self::NoAddress => "store has no address",
        })
    }
}
