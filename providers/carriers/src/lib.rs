//! Live shipping rates: the prices of carriers and of print on demand for a shipment.
//!
//! This crate knows neither API documents nor the database. A provider that fails yields no rates and a line in the
//! log, never an error, so the store's own rates are still offered.

mod account;
mod call;
mod easypost;
mod live_rates;
mod printful;
mod rate;
mod shipment;

pub use account::Account;
pub use live_rates::{BaseUrls, LiveRates};
pub use rate::Rate;
pub use shipment::{Address, Parcel, PrintItem, PrintOrder, Shipment};
