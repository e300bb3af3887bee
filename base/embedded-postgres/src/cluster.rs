//! The files of Postgres in the data directory: one cluster for each major version, and the lock of who runs it.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use anyhow::Context;
use nix::unistd::Pid;

use super::folders::{create_open_folder, ignore_absent};

/// A folder of data that initdb has made.
pub struct Cluster {
    pub path: PathBuf,
    /// Another major version than this cannot read it.
    pub major: u32,
}

/// Creates the data directory if absent, and returns its one true path.
pub fn open_data_dir(data_dir: &Path) -> anyhow::Result<PathBuf> {
    create_open_folder(data_dir)
        .and_then(|()| data_dir.canonicalize())
        .with_context(|| format!("the data directory {} cannot be made", data_dir.display()))
}

/// Opens the file whose lock is held by the process that has started Postgres.
pub fn open_lock(data_dir: &Path) -> anyhow::Result<File> {
    let path = data_dir.join("postgres.lock");
    let opened = File::options().create(true).truncate(false).write(true).open(&path);
    opened.with_context(|| format!("{} cannot be opened", path.display()))
}

/// The data that is there, of the highest version: older ones are what an upgrade has left behind.
pub fn existing(data_dir: &Path) -> anyhow::Result<Option<Cluster>> {
    let entries =
        fs::read_dir(data_dir).and_then(|entries| entries.collect::<io::Result<Vec<_>>>());
    let entries = entries.with_context(|| format!("{} cannot be read", data_dir.display()))?;
    let major =
        |entry: &fs::DirEntry| entry.file_name().to_str()?.strip_prefix("postgres-")?.parse().ok();
    let clusters = entries
        .iter()
        .filter_map(|entry| Some(Cluster { path: entry.path(), major: major(entry)? }));
    Ok(clusters.max_by_key(|cluster| cluster.major))
}

/// Whether the process that `postmaster.pid` names is Postgres in this cluster.
pub fn is_running(cluster: &Path) -> bool {
    postmaster(cluster).is_some_and(|pid| works_in(pid, cluster))
}

/// Removes a `postmaster.pid` whose process is not Postgres: after a crash its number may be another process's,
/// in containers it often is, and Postgres would refuse to start. To be called with the lock, when nothing runs.
pub fn remove_stale_pid(cluster: &Path) -> io::Result<()> {
    ignore_absent(fs::remove_file(cluster.join("postmaster.pid")))
}

fn postmaster(cluster: &Path) -> Option<Pid> {
    let pid_file = fs::read_to_string(cluster.join("postmaster.pid")).ok()?;
    pid_file.lines().next()?.trim().parse().ok().map(Pid::from_raw)
}

/// Postgres works in its data directory. A zombie works nowhere.
#[cfg(target_os = "linux")]
fn works_in(pid: Pid, cluster: &Path) -> bool {
    fs::read_link(format!("/proc/{pid}/cwd")).is_ok_and(|folder| folder == cluster)
}

/// Elsewhere its command line names the folder.
#[cfg(not(target_os = "linux"))]
fn works_in(pid: Pid, cluster: &Path) -> bool {
    let output = std::process::Command::new("ps")
        .args(["-ww", "-o", "command=", "-p", &pid.to_string()])
        .output();
    output.is_ok_and(|output| {
        String::from_utf8_lossy(&output.stdout).contains(&*cluster.to_string_lossy())
    })
}
