//! Values that every crate may use. This crate depends on no database, no network and no async runtime.

mod clock;
mod currency;
pub mod email;
pub mod money;
mod secrets;
pub mod text;
mod version;

pub use clock::Clock;
pub use currency::Currency;
pub use secrets::Secrets;
pub use version::{IfMatch, version_tag};

/// The largest whole number up to which JavaScript represents all exactly.
pub const MAX_SAFE_INTEGER: i64 = (1 << 53) - 1;
