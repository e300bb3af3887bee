//! Writes and restores an archive. A later build restores an older archive.
//!
//! An archive holds all rows of a database from one snapshot, and the files.
//!
//! Rows are stored as text, as `COPY` writes them, so that an archive loads into another major version of Postgres. It
//! also loads into a newer schema: a restore creates the schema of the backup, fills it, and then migrates it.

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
    /// A table, the files or the foreign keys begin.
    Step(&'a str),
    /// This many more bytes were written or read.
    Bytes(u64),
}

/// Receives the progress.
pub type Report<'a> = dyn Fn(Progress<'_>) + Sync + 'a;
