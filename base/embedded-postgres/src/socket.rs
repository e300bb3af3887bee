//! The private Unix socket: its folder in /tmp, and the check whether a Postgres answers on it.

use std::{
    fs::{self, DirBuilder},
    io,
    os::unix::fs::{DirBuilderExt, MetadataExt, lchown},
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context, bail};
use nix::unistd::geteuid;
use sha2::{Digest, Sha256};
use tokio::time::timeout;
use tokio_postgres::{Config, NoTls, error::SqlState};

use super::runner::Runner;

const DATABASE: &str = "stoa";

/// Timeout of a probe. A Postgres that hangs still accepts connections, but does not answer.
const SOCKET_PROBE_TIMEOUT: Duration = Duration::from_secs(10);

/// Returns the folder of a data directory's socket: in /tmp, because its path is limited to 104 bytes.
pub fn folder_of(data_dir: &Path) -> PathBuf {
    let digest = Sha256::digest(data_dir.as_os_str().as_encoded_bytes());
    let name: String = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    Path::new("/tmp").join(format!("stoa-{name}"))
}

pub fn config(folder: &Path) -> Config {
    let mut config = Config::new();
    config.host_path(folder).user("postgres").dbname(DATABASE).application_name("stoa");
    config
}

/// The folder of a socket. Dropping this value removes the folder.
pub struct Folder(PathBuf);

impl Folder {
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // This fails if Postgres was killed and left its socket. The next start removes the folder and the socket.
        let _ = fs::remove_dir(&self.0);
    }
}

/// Creates the folder again, because leftovers of a killed Postgres could prevent the start.
pub fn create_folder(folder: &Path, runner: &Runner) -> anyhow::Result<Folder> {
    if is_private(folder, runner)? {
        fs::remove_dir_all(folder)?;
    }
    let created = DirBuilder::new().mode(0o700).create(folder);
    created
        .and_then(|()| lchown(folder, Some(runner.uid.as_raw()), Some(runner.gid.as_raw())))
        .with_context(|| format!("{} cannot be made", folder.display()))?;
    Ok(Folder(folder.into()))
}

/// Whether Postgres accepts connections in the folder. Creates the database if it does not exist.
pub fn answers(folder: &Path, runner: &Runner) -> anyhow::Result<bool> {
    if !is_private(folder, runner)? {
        return Ok(false);
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    match runtime
        .block_on(async { timeout(SOCKET_PROBE_TIMEOUT, open_database(&config(folder))).await })
    {
        Ok(Ok(())) => Ok(true),
        // An error without a code means that no process accepts connections, or that the connection broke.
        Ok(Err(error)) if error.code().is_none_or(is_passing) => Ok(false),
        Ok(Err(error)) => Err(error).context("Postgres runs and refuses us"),
        Err(_elapsed) => Ok(false),
    }
}

fn is_passing(code: &SqlState) -> bool {
    [SqlState::CANNOT_CONNECT_NOW, SqlState::ADMIN_SHUTDOWN, SqlState::CRASH_SHUTDOWN]
        .contains(code)
}

/// Whether the error code means that another process has created the database first.
fn exists_now(code: &SqlState) -> bool {
    [SqlState::DUPLICATE_DATABASE, SqlState::UNIQUE_VIOLATION].contains(code)
}

async fn open_database(config: &Config) -> Result<(), tokio_postgres::Error> {
    match execute(config, "select 1").await {
        Err(error) if error.code() == Some(&SqlState::INVALID_CATALOG_NAME) => {}
        opened => return opened,
    }
    let create = format!("create database {DATABASE}");
    match execute(config.clone().dbname("postgres"), &create).await {
        Err(error) if error.code().is_some_and(exists_now) => Ok(()),
        created => created,
    }
}

async fn execute(config: &Config, sql: &str) -> Result<(), tokio_postgres::Error> {
    let (client, connection) = config.connect(NoTls).await?;
    // The connection ends when the client, which the block owns, is dropped.
    let (executed, _) = tokio::join!(async move { client.batch_execute(sql).await }, connection);
    executed
}

/// Whether the folder exists. Returns an error if the folder belongs to another user or is open to other users, because
/// they could read the connection's data.
fn is_private(folder: &Path, runner: &Runner) -> anyhow::Result<bool> {
    let metadata = match fs::symlink_metadata(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        metadata => metadata?,
    };
    let ours = metadata.uid() == runner.uid.as_raw() || metadata.uid() == geteuid().as_raw();
    if !metadata.is_dir() || !ours || metadata.mode() & 0o077 != 0 {
        bail!(
            "{} is not a private folder of ours: see who has made it, and remove it",
            folder.display()
        );
    }
    Ok(true)
}
