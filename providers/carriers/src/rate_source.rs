//! The seam: what a provider of rates is asked, and how its answer reads.

use crate::{Account, Rate, call::Call, unreadable::Unreadable};

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
