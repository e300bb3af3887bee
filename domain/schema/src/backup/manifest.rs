//! What an archive says of itself: at its head what is needed to load it, at its end what must have come of that.

use std::fmt;

use anyhow::{Context, Result, ensure};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::archive::NO_ARCHIVE;

/// Of the form of an archive. It grows when an older restore could not read what is new.
const FORMAT: u32 = 1;

/// The first entry.
#[derive(Debug, Serialize, Deserialize)]
pub struct Head {
    pub format: u32,
    /// The version of stoa that has written it.
    pub stoa: String,
    /// The last migration of the schema.
    pub schema: i32,
    /// The version of Postgres.
    pub postgres: String,
    pub taken_at: DateTime<Utc>,
    pub tables: Vec<Table>,
}

/// A table, with the columns that its rows have here, in their order.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
pub struct Table {
    pub name: String,
    pub columns: Vec<String>,
}

/// The last entry. An archive without it was cut off.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct End {
    /// In the order of the head.
    pub tables: Vec<Rows>,
    pub sequences: Vec<Sequence>,
    pub files: FileCounts,
}

/// The rows of a table.
#[derive(Debug, Default, Clone, Serialize, Deserialize, PartialEq, Eq)]
pub struct Rows {
    pub name: String,
    pub rows: u64,
    /// Of their text.
    pub bytes: u64,
    pub sha256: String,
}

/// Where the numbers of a column go on.
#[derive(Debug, Serialize, Deserialize)]
pub struct Sequence {
    pub table: String,
    pub column: String,
    /// None where no row was numbered yet.
    pub last_value: Option<i64>,
}

#[derive(Debug, Default, Clone, Copy, Serialize, Deserialize, PartialEq, Eq)]
pub struct FileCounts {
    pub files: u64,
    pub bytes: u64,
    /// What rows name and the storage does not have.
    pub missing: u64,
    /// What was not asked for.
    pub left_out: u64,
}

/// What a backup has written or a restore has loaded.
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

    /// Reads it, and refuses an archive that this version cannot load. `newest` is the last migration that it has.
    pub fn read(bytes: &[u8], newest: i32) -> Result<Self> {
        /// What every form of an archive says.
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
