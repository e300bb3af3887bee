//! Options of the embedded Postgres.

use std::path::PathBuf;

/// How the embedded Postgres is found, stored and started.
#[derive(Clone, Debug)]
pub struct Options {
    /// The folder of all of stoa's data. Postgres uses `postgres-<major>` in it.
    pub data_dir: PathBuf,
    /// Whether commits survive a power failure. Tests run faster without durability.
    pub durable: bool,
    pub binaries: BinarySource,
}

/// Allowed sources of the programs of Postgres.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BinarySource {
    /// Uses installed programs, or the npm package if none are installed.
    #[default]
    Auto,
    /// Uses installed programs only: those in PG_BIN_DIR, in PATH, in the folder of pg_config, and in the usual
    /// folders.
    Installed,
    /// Uses the pinned npm package only, even if Postgres is installed.
    Npm,
}
