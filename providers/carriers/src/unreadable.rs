//! An answer that violates its provider's protocol.

use std::fmt;

/// The position at which the answer cannot be read. The error quotes nothing, because an answer may hold a customer's
/// address.
#[derive(Debug)]
pub(crate) struct Unreadable {
    line: usize,
    column: usize,
}

impl From<serde_json::Error> for Unreadable {
    fn from(error: serde_json::Error) -> Self {
        Self { line: error.line(), column: error.column() }
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "its answer cannot be read from line {}, column {} on", self.line, self.column)
    }
}
