//! AI credits: a store's monthly limit (UTC), and what it has spent.
//!
//! A caller [reserves](reserve) the price of everything that it asks for before it makes the call, and
//! [settles](settle) at the price of the results afterwards. It [releases](release) the reservation if the call fails.
//! A server that dies in between leaves its reservation to the [sweep](release_abandoned), so no call is made without
//! being counted.

mod credits;
mod sweep;
mod usage;

pub use credits::{PER_IMAGE, PER_TEXT_CALL, Reservation, Spent, release, reserve, settle};
pub use sweep::{CREDIT_SWEEP_INTERVAL, RELEASE_ABANDONED, RESERVATION_TTL, release_abandoned};
pub use usage::{MonthOfUsage, list_usage};
