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
mod options;
mod process;
mod runner;
mod socket;

use std::{
    env,
    path::{Path, PathBuf},
};

use anyhow::Context;

pub use options::{BinarySource, Options};

/// A running Postgres, which this process started or attached to. If this process started Postgres, dropping this value
/// stops Postgres.
pub struct Postgres {
    socket_dir: PathBuf,
    attached: bool,
    _keeper: keeper::Keeper,
}

/// Attaches to the Postgres that runs in the data directory, or starts one. Creates the database `stoa` if it does not
/// exist.
///
/// If the process that started Postgres ends first, an attached process starts Postgres again.
///
/// This call blocks for some milliseconds, and on a first start for about a second. If Postgres comes from npm, the
/// call also blocks during the download.
pub fn start(options: &Options) -> anyhow::Result<Postgres> {
    let (keeper, started) = keeper::start(options)?;
    Ok(Postgres { socket_dir: started.socket_dir, attached: started.attached, _keeper: keeper })
}

impl Postgres {
    /// The connection parameters: the private socket, user `postgres`, database `stoa`.
    pub fn config(&self) -> tokio_postgres::Config {
        socket::config(&self.socket_dir)
    }

    /// The folder of the private socket. `psql --host` accepts this folder.
    pub fn socket_dir(&self) -> &Path {
        &self.socket_dir
    }

    /// Whether this process attached to a Postgres that another process had started.
    pub fn attached(&self) -> bool {
        self.attached
    }

    /// If this process started Postgres, stops it and waits until it has ended.
    pub fn stop(self) {}
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
