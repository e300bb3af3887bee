//! Mail: a [`Letter`] becomes a MIME message and is handed to one SMTP server, which delivers it. This crate knows no
//! customer, no order, and nothing of what a letter is about.
//!
//! Addresses and texts of letters stand in no error: what the server answers may repeat them.

mod connection;
mod error;
mod letter;
mod mailer;
mod server;

pub use error::{SendError, SettingsError};
pub use letter::Letter;
pub use mailer::{Mailer, Settings};
