//! What a store may spend on AI in a month of UTC, and what it has spent.
//!
//! A call is [reserved](reserve) before it is made, at the price of all that is asked for, and [settled](settle) at the
//! price of what came. One that fails is [released](release). Who dies in between leaves a reservation, which the
//! [sweep](release_abandoned) gives back: never is a call made that was not counted.

mod credits;
mod sweep;
mod usage;

pub use credits::{PER_IMAGE, PER_TEXT_CALL, Reservation, Spent, release, reserve, settle};
pub use sweep::{CREDIT_SWEEP_INTERVAL, RELEASE_ABANDONED, RESERVATION_TTL, release_abandoned};
pub use usage::{MonthOfUsage, list_usage};
