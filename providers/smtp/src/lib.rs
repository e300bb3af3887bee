//! Mail: turns a [`Letter`] into a MIME message and hands it to one SMTP server, which delivers it. This crate knows no
//! customers or orders, and does not know what a letter is about.
//!
//! Errors contain neither addresses nor texts of letters, nor the server's answers, which may repeat them.

mod connection;
mod error;
mod letter;
mod mailer;
mod server;

pub use error::{SendError, SettingsError};
pub use letter::Letter;
pub use mailer::{Mailer, Settings};
