//! Writes and restores an archive. A later build restores an older archive.
//!
//! An archive holds all rows of a database from one snapshot, and the files.
//!
//! Rows are in it as text, as `COPY` writes them, so that an archive loads into another major version of Postgres. It
//! loads into a newer schema too: a restore makes the schema that was backed up, fills it, and migrates it.

mod archive;
mod load;
mod manifest;
mod save;
mod schema;

pub use archive::{Reader, Writer, from_reader, open, to_file, to_writer};
pub use load::restore;
pub use manifest::Totals;
pub use save::backup;

/// A step of a backup or a restore.
pub enum Progress<'a> {
    /// It begins with this table, or with the files, or the foreign keys.
    Step(&'a str),
    /// It has written or read so many bytes more.
    Bytes(u64),
}

/// Receives the progress.
pub type Report<'a> = dyn Fn(Progress<'_>) + Sync + 'a;
