//! Writes and restores archives. A newer build can restore the archives of older builds.
//!
//! An archive holds all rows of a database from one snapshot, and the files.
//!
//! Rows are stored as text, in the form of `COPY`, so that an archive loads into another major version of Postgres. An
//! archive also loads into a newer schema: a restore creates the schema of the backup, fills it, and then migrates it.

mod archive;
mod load;
mod manifest;
mod save;
mod schema;

pub use archive::{Reader, Writer, from_reader, open, to_file, to_writer};
pub use load::restore;
pub use manifest::Totals;
pub use save::backup;

/// A progress report of a backup or a restore.
pub enum Progress<'a> {
    /// The backup or restore begins with a table, with the files or with the foreign keys.
    Step(&'a str),
    /// This many more bytes were written or read.
    Bytes(u64),
}

/// Receives the progress.
pub type Report<'a> = dyn Fn(Progress<'_>) + Sync + 'a;
