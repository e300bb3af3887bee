//! Credentials of people: passwords and their hashes, and random tokens and their digests.

pub mod passwords;
mod tokens;

pub use passwords::{HashError, Password, PasswordFault, Passwords};
pub use tokens::{TokenDigest, digest, new_token};
