//! Shipping costs: the rates of the store's zones, the zone that applies to a place, and the live rates that carriers
//! quoted. The handler decides which carriers to ask, and for which parcel.

mod chosen_rate;
mod contents;
mod country;
mod pieces;
mod postal_code;
mod quotes;
mod spelling;
pub mod staff;
mod state;
mod zones;

pub use chosen_rate::{ChosenRate, chosen_rate};
pub use contents::Contents;
pub use country::country;
pub use pieces::{Piece, parcel_of, print_items_of};
pub use quotes::{QuotedPlace, delete_ended_quotes, store_quotes};
pub use state::state;
pub use zones::{Zone, zone_of};
