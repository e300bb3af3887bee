//! The boundary: values that any crate may use, without a database, a network or a runtime below them.

mod clock;
pub mod email;
pub mod money;
mod secrets;

pub use clock::Clock;
pub use secrets::Secrets;
