//! `stoa backup` and `stoa restore`: all of a database from one snapshot, and the files, in one archive of our own.
//!
//! Rows are in it as text, as `COPY` writes them, so that an archive loads into another major version of Postgres. It
//! loads into a newer schema too: a restore makes the schema that was backed up, fills it, and migrates it.

mod archive;
mod load;
mod manifest;
mod save;
mod schema;

pub use archive::{open, to_file, to_stdout};
pub use load::restore;
pub use manifest::Totals;
pub use save::backup;
