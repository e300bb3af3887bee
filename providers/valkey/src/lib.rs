//! Valkey, or Redis: what several servers count together. Servers that share one allow the calls and the streams that
//! one server would allow.
//!
//! A server never depends on it. If Valkey does not answer within [`ANSWER_TIMEOUT`], each server counts on its own at
//! once, and goes on to do so until a probe has succeeded.
//!
//! Keys are digests under the server's secret, and values are numbers: Valkey stores no address and no e-mail address.

mod counts;
mod places;
mod server;
mod valkey;

pub use places::{Owner, Place};
pub use server::{SettingsError, ValkeyServer};
pub use valkey::{ANSWER_TIMEOUT, Valkey};
