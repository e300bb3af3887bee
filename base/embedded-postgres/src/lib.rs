//! The embedded Postgres, which runs in the data directory if the operator sets no database URL.
//!
//! This crate finds, initializes, starts and stops Postgres. Its callers only see a connection.

#[cfg(not(unix))]
compile_error!(
    "the embedded Postgres needs Linux or macOS: build stoa there, and set DATABASE_URL to reach a database elsewhere"
);

mod binaries;
mod cluster;
mod folders;
mod initdb;
mod keeper;
mod npm;
mod process;
mod runner;
mod socket;

use std::{
    env,
    path::{Path, PathBuf},
};

use anyhow::Context;

pub use keeper::{Postgres, start};

#[derive(Clone, Debug)]
pub struct Options {
    /// The folder of all of stoa's data. Postgres uses `postgres-<major>` in it.
    pub data_dir: PathBuf,
    /// Whether commits survive a power failure. Tests run faster without durability.
    pub durable: bool,
    pub binaries: BinarySource,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BinarySource {
    #[default]
    Auto,
    /// Uses installed programs only: those in PG_BIN_DIR, in PATH, in the folder of pg_config, and in the usual
    /// folders.
    Installed,
    /// Uses the pinned npm package only, even if Postgres is installed.
    Npm,
}

/// Whether a Postgres was created in the data directory before.
pub fn has_data(data_dir: &Path) -> anyhow::Result<bool> {
    Ok(data_dir.exists() && cluster::existing(data_dir)?.is_some())
}

/// The default data directory: the platform's folder for user data, or `/var/lib/stoa` for root.
pub fn default_data_dir() -> anyhow::Result<PathBuf> {
    // Postgres runs as another user than root, and that user cannot enter /root.
    if nix::unistd::geteuid().is_root() {
        return Ok("/var/lib/stoa".into());
    }
    // The XDG specification requires relative paths to be ignored.
    if let Some(dir) =
        env::var_os("XDG_DATA_HOME").map(PathBuf::from).filter(|dir| dir.is_absolute())
    {
        return Ok(dir.join("stoa"));
    }
    let home = env::home_dir()
        .filter(|home| home.is_absolute())
        .context("HOME is not set: name a data directory")?;
    let shared =
        if cfg!(target_os = "macos") { "Library/Application Support" } else { ".local/share" };
    Ok(home.join(shared).join("stoa"))
}
