//! Values that every crate may use. This crate depends on no database, no network and no async runtime.

mod clock;
mod currency;
pub mod email;
pub mod money;
mod secrets;
mod slug;
pub mod text;
mod time_zone;
mod version;
mod web_url;

pub use clock::Clock;
pub use currency::Currency;
pub use secrets::Secrets;
pub use slug::is_slug_too_long;
pub use time_zone::TimeZone;
pub use version::{IfMatch, version_tag};
pub use web_url::{url_of_domain, web_url};

/// The largest whole number up to which JavaScript represents all exactly.
pub const MAX_SAFE_INTEGER: i64 = (1 << 53) - 1;
