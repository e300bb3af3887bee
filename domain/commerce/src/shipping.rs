//! What sending an order costs: the rates of the store's zones, which of them hold for a place, and the live rates
//! that were quoted. Which carriers are asked, and for what, is the handler's.

mod chosen_rate;
mod contents;
mod country;
mod pieces;
mod postal_code;
mod quotes;
mod zones;

pub use chosen_rate::{ChosenRate, chosen_rate};
pub use contents::Contents;
pub use pieces::{Piece, parcel_of, print_items_of};
pub use quotes::{Quote, QuotedPlace, delete_ended_quotes, store_quotes};
pub use zones::{Zone, zone_of};
