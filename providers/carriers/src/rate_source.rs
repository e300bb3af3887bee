//! The interface between live rates and the protocols of their providers.

use crate::{Account, Rate, call::Call, unreadable::Unreadable};

/// The protocol of a provider of rates.
pub(crate) trait RateSource {
    /// The provider's name in the log.
    const NAME: &'static str;

    /// The description of a shipment that the provider needs.
    type Shipment;

    fn call(&self, account: &Account, shipment: &Self::Shipment) -> Call;

    /// Parses the rates of a successful answer to `call`.
    fn rates(&self, account: &Account, call: &Call, answer: &[u8])
    -> Result<Vec<Rate>, Unreadable>;
}
