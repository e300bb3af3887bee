//! The schema of the database. Only this crate creates tables, writes the migration history, and writes and reads
//! archives of all tables.

pub mod backup;
pub mod migrations;
