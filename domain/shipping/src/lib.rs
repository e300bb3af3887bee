//! What sending an order costs: the rates of the store's zones, which of them hold for a place, and the live rates
//! that were quoted. Which carriers are asked, and for what, is the handler's.

mod chosen_rate;
mod quotes;
mod zones;

pub use chosen_rate::{ChosenRate, chosen_rate};
pub use quotes::{delete_ended_quotes, store_quotes};
pub use zones::{Zone, zone_of};

/// A country's code in upper case, if it is one: two letters.
pub fn country(text: &str) -> Option<String> {
    let is_code = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_code.then(|| text.to_ascii_uppercase())
}
