//! The schema of the database. Only this crate creates tables, writes the migration history, and writes and reads
//! archives.

pub mod backup;
mod collations;
pub mod migrations;

pub use collations::changed_collations;
