//! An archive describes itself in two entries. The first one has the data that is needed to load the archive, the last
//! one the data that is needed to check the result.

use std::fmt;

use anyhow::{Context, Result, ensure};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::archive::NO_ARCHIVE;

/// The version of the archive's format. Increase it if older versions of stoa cannot restore a new archive.
const FORMAT: u32 = 1;

/// The first entry.
#[derive(Debug, Serialize, Deserialize)]
pub struct Head {
    pub format: u32,
    /// The version of stoa that wrote the archive.
    pub stoa: String,
    /// Version of the last migration that the database had.
    pub schema: i32,
    /// The version of Postgres.
    pub postgres: String,
    pub taken_at: DateTime<Utc>,
    pub tables: Vec<Table>,
}

/// A table, with its columns in the order of the archive's rows.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
pub struct Table {
    pub name: String,
    pub columns: Vec<String>,
}

/// The last entry. An archive without it is incomplete.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct End {
    /// In the order of the tables in the head.
    pub tables: Vec<Rows>,
    pub sequences: Vec<Sequence>,
    pub files: FileCounts,
}

/// Counts and digest of the rows of a table.
#[derive(Debug, Default, Clone, Serialize, Deserialize, PartialEq, Eq)]
pub struct Rows {
    pub name: String,
    pub rows: u64,
    /// Length of the rows' text.
    pub bytes: u64,
    pub sha256: String,
}

/// The last value of a sequence that numbers the rows of a table.
#[derive(Debug, Serialize, Deserialize)]
pub struct Sequence {
    pub table: String,
    pub column: String,
    /// `None` if the sequence has numbered no row yet.
    pub last_value: Option<i64>,
}

#[derive(Debug, Default, Clone, Copy, Serialize, Deserialize, PartialEq, Eq)]
pub struct FileCounts {
    pub files: u64,
    pub bytes: u64,
    /// Files that rows refer to and that the storage does not have.
    pub missing: u64,
    /// Files that the operator asked to leave out.
    pub left_out: u64,
}

/// The result of a backup or a restore.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Totals {
    pub tables: Vec<Rows>,
    pub files: FileCounts,
}

impl Head {
    pub fn new(schema: i32, postgres: String, tables: Vec<Table>) -> Self {
        let stoa = env!("CARGO_PKG_VERSION").to_owned();
        Self { format: FORMAT, stoa, schema, postgres, taken_at: Utc::now(), tables }
    }

    /// Reads the head, and refuses an archive that this binary cannot load. `newest` is the binary's last migration.
    pub fn read(bytes: &[u8], newest: i32) -> Result<Self> {
        /// The fields that all versions of the format have.
        #[derive(Deserialize)]
        struct OfAnyFormat {
            format: u32,
            stoa: String,
        }
        let OfAnyFormat { format, stoa } = serde_json::from_slice(bytes).context(NO_ARCHIVE)?;
        ensure!(!stoa.contains(char::is_control), NO_ARCHIVE);
        ensure!(
            format <= FORMAT,
            "stoa {stoa} has written it in a form that this version does not read: restore it by that version"
        );
        let head: Self = serde_json::from_slice(bytes).context("its head cannot be read")?;
        let schema = head.schema;
        ensure!(
            schema <= newest,
            "it has the schema V{schema:03} of stoa {stoa}, and this version ends at V{newest:03}: restore it by that version"
        );
        Ok(head)
    }
}

impl Totals {
    pub fn rows(&self) -> u64 {
        self.tables.iter().map(|table| table.rows).sum()
    }
}

impl fmt::Display for Totals {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tables = self.tables.len();
        write!(out, "{tables} tables with {} rows, {} files", self.rows(), self.files.files)?;
        match self.files.left_out {
            0 => Ok(()),
            left_out => write!(out, " ({left_out} more are left out)"),
        }
    }
}
