//! The response of an operation, as bytes or as events.

mod body;
pub(crate) mod conditional;
mod events;
mod reply;
pub(crate) mod room;

pub use body::Body;
pub use conditional::{accepts_encoding, tag_by_content, tag_by_encoding};
pub use events::{Event, Events};
pub use reply::{RawJson, Reply};
