//! AI credits: a store's monthly limit (UTC), and what it has spent.
//!
//! A caller [reserves](reserve) the price of all that is requested before the call, and [settles](settle) the price of
//! the results after it. If the call fails, the caller [releases](release) the reservation. If the server dies in
//! between, the [sweep](release_abandoned) does. So no call is made without being counted.

mod credits;
mod sweep;
mod usage;

pub use credits::{PER_IMAGE, PER_TEXT_CALL, Reservation, Spent, release, reserve, settle};
pub use sweep::{CREDIT_SWEEP_INTERVAL, RELEASE_ABANDONED, RESERVATION_TTL, release_abandoned};
pub use usage::{MonthOfUsage, list_usage};
