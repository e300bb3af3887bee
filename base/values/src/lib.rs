//! Values that every crate may use: no dependency on a database, a network or an async runtime.

mod clock;
pub mod email;
pub mod money;
mod secrets;

pub use clock::Clock;
pub use secrets::Secrets;
