//! Writes and restores archives. An archive holds all rows of a database from one snapshot, and the files that the rows
//! refer to.
//!
//! Rows are stored as text in the format of `COPY`, so that another major version of Postgres can load them. A newer
//! build can restore the archives of older builds: it creates the schema of the backup, fills it, and then migrates it.

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
    /// The next step begins. The text is the name of a table, `files` or `foreign keys`.
    Step(&'a str),
    /// Number of bytes that were written or read since the last report.
    Bytes(u64),
}

/// A function that receives progress reports.
pub type Report<'a> = dyn Fn(Progress<'_>) + Sync + 'a;
