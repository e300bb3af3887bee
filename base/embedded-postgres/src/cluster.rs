//! Postgres' files in the data directory: one cluster for each major version, and the lock file.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use anyhow::Context;
use nix::unistd::Pid;

use super::folders::{create_open_folder, ignore_absent};

/// A data folder that initdb created.
pub struct Cluster {
    pub path: PathBuf,
    /// The major version of Postgres that wrote the data. Other major versions cannot read the data.
    pub major: u32,
}

/// Creates the data directory if it is absent, and returns its canonical path.
pub fn open_data_dir(data_dir: &Path) -> anyhow::Result<PathBuf> {
    create_open_folder(data_dir)
        .and_then(|()| data_dir.canonicalize())
        .with_context(|| format!("the data directory {} cannot be made", data_dir.display()))
}

/// Opens the lock file without locking it. The process that started Postgres holds the lock.
pub fn open_lock(data_dir: &Path) -> anyhow::Result<File> {
    let path = data_dir.join("postgres.lock");
    let opened = File::options().create(true).truncate(false).write(true).open(&path);
    opened.with_context(|| format!("{} cannot be opened", path.display()))
}

/// Returns the existing cluster of the highest version. Clusters of lower versions are left over from an upgrade.
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

/// Whether the process in `postmaster.pid` is a Postgres that runs in this cluster.
pub fn is_running(cluster: &Path) -> bool {
    postmaster(cluster).is_some_and(|pid| works_in(pid, cluster))
}

/// Removes `postmaster.pid`. After a crash, another process may have the process number in this file, especially in a
/// container. Postgres would then refuse to start.
///
/// The caller must hold the lock, and no Postgres may be running in the cluster.
pub fn remove_stale_pid(cluster: &Path) -> io::Result<()> {
    ignore_absent(fs::remove_file(cluster.join("postmaster.pid")))
}

fn postmaster(cluster: &Path) -> Option<Pid> {
    let pid_file = fs::read_to_string(cluster.join("postmaster.pid")).ok()?;
    pid_file.lines().next()?.trim().parse().ok().map(Pid::from_raw)
}

/// Whether the process works in the cluster, as Postgres does. A zombie has no working directory.
#[cfg(target_os = "linux")]
fn works_in(pid: Pid, cluster: &Path) -> bool {
    fs::read_link(format!("/proc/{pid}/cwd")).is_ok_and(|folder| folder == cluster)
}

/// Whether the command line of the process names the cluster. Only Linux has `/proc/<pid>/cwd`.
#[cfg(not(target_os = "linux"))]
fn works_in(pid: Pid, cluster: &Path) -> bool {
    let output = std::process::Command::new("ps")
        .args(["-ww", "-o", "command=", "-p", &pid.to_string()])
        .output();
    output.is_ok_and(|output| {
        String::from_utf8_lossy(&output.stdout).contains(&*cluster.to_string_lossy())
    })
}
