//! The seam: what a provider of rates is asked, and how its answer reads.

use std::fmt;

use crate::{Account, Rate, call::Call};

/// The protocol of a provider of rates.
pub(crate) trait RateSource {
    /// In logs.
    const NAME: &'static str;

    /// What it wants to know.
    type Shipment;

    /// The request that asks for rates.
    fn call(&self, account: &Account, shipment: &Self::Shipment) -> Call;

    /// The rates of a successful answer to `call`, those that are of use.
    fn rates(&self, account: &Account, call: &Call, answer: &[u8])
    -> Result<Vec<Rate>, Unreadable>;
}

/// An answer that is not what the protocol says. Where, but not what: it may quote a customer's address.
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
