//! AI credits: a store's monthly limit, and the credits that the store has spent in each month (UTC).
//!
//! Every call of an AI provider is counted:
//!
//! 1. Before the call, the caller [reserves](reserve) the price of everything that it requests.
//! 2. After the call, the caller [settles](settle) the price of the results.
//! 3. If the call fails, the caller [releases](release) the reservation.
//! 4. If the server dies before that, the [sweep](release_abandoned) releases the reservation.

mod credits;
mod sweep;
mod usage;

pub use credits::{PER_IMAGE, PER_TEXT_CALL, Reservation, Spent, release, reserve, settle};
pub use sweep::{CREDIT_SWEEP_INTERVAL, RELEASE_ABANDONED, RESERVATION_TTL, release_abandoned};
pub use usage::{MonthOfUsage, list_usage};
