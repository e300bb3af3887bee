//! The reasons for not writing a mail.

use std::fmt;

/// Why a mail is not written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NotWritten {
    /// It is too old.
    Ended,
    /// No customer has the address; or the order, its address or the store is gone.
    Nobody,
    /// It was sealed with another secret.
    Sealed,
    /// Its store has no address for links.
    NoAddress,
}

impl fmt::Display for NotWritten {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Ended => "its time was over",
            Self::Nobody => "nobody to send it to",
            Self::Sealed => "it was sealed under another STOA_SECRET",
            Self::NoAddress => "store has no address",
        })
    }
}
