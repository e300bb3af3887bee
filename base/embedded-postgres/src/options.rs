//! Options that the caller sets.

use std::path::PathBuf;

/// How the embedded Postgres is found, stored and started.
#[derive(Clone, Debug)]
pub struct Options {
    /// The folder of all of stoa's data. Postgres has `postgres-<major>` in it.
    pub data_dir: PathBuf,
    /// Whether a commit survives a power failure. Tests do without, and are quicker.
    pub durable: bool,
    /// Where the programs of Postgres may come from.
    pub binaries: BinarySource,
}

/// Where the programs of Postgres may come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BinarySource {
    /// Installed programs if there are any, else the npm package.
    #[default]
    Auto,
    /// Installed programs only: PG_BIN_DIR, PATH, pg_config, the usual folders.
    Installed,
    /// The pinned npm package only, whatever is installed.
    Npm,
}
