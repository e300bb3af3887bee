//! Live shipping rates: what carriers and print on demand ask for sending something.
//!
//! Knows neither the API's document nor the database. A provider that fails yields no rates and a line in the
//! log, never an error: the store's own rates stand without it.

mod account;
mod call;
mod easypost;
mod live_rates;
mod outages;
mod price;
mod printful;
mod rate;
mod rate_source;
mod shipment;
mod unreadable;

pub use account::Account;
pub use live_rates::{BaseUrls, LiveRates};
pub use rate::Rate;
pub use shipment::{Address, Parcel, PrintItem, PrintOrder, Shipment};
