//! The thread that attaches to Postgres or starts it, watches it, and stops it.
//!
//! One thread does all of this because of PR_SET_PDEATHSIG. With this setting, Linux signals Postgres when the thread
//! that started Postgres ends, even if the process continues. A worker thread of tokio or of a test may end early.

use std::{
    fs::{File, TryLockError},
    path::{Path, PathBuf},
    sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use anyhow::{Context, bail};

use super::{
    Options, binaries, cluster, initdb,
    process::{self, Process},
    runner::{self, Runner},
    socket,
};

/// Timeout of a start, including recovery after a crash. The same timeout applies while this process waits for another
/// process to start Postgres.
const POSTGRES_START_TIMEOUT: Duration = Duration::from_secs(120);
const START_POLL_INTERVAL: Duration = Duration::from_millis(5);
/// How often the thread checks whether Postgres still runs.
const LIVENESS_INTERVAL: Duration = Duration::from_millis(100);
const RESTART_RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// A running Postgres, which this process started or attached to. If this process started Postgres, dropping this value
/// stops Postgres.
pub struct Postgres {
    socket_dir: PathBuf,
    attached: bool,
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

enum Server {
    /// A Postgres that this process started. Fields are dropped in this order. The lock is dropped last, so that no
    /// other process starts Postgres before this Postgres has ended.
    Ours { process: Process, _socket_dir: socket::Folder, _lock: File },
    /// A Postgres that another process started, which has locked the file.
    Theirs { lock: File, socket_dir: PathBuf, runner: Runner },
}

/// Attaches to the Postgres that runs in the data directory, or starts one. Creates the database `stoa` if it does not
/// exist.
///
/// If the process that started Postgres ends first, an attached process starts Postgres again.
///
/// This call blocks for some milliseconds, and on a first start for about a second. If Postgres comes from npm, the
/// call also blocks during the download.
pub fn start(options: &Options) -> anyhow::Result<Postgres> {
    let options = options.clone();
    let (stop, stopped) = channel();
    let (report, reported) = channel();
    let thread = thread::Builder::new().name("postgres".into()).spawn(move || {
        let server = match attach_or_start(&options) {
            Ok(server) => server,
            Err(error) => return drop(report.send(Err(error))),
        };
        let attached = matches!(server, Server::Theirs { .. });
        // If the caller of `start` is gone, the sender of `stopped` is gone too. `keep` then returns at once.
        let _ = report.send(Ok((server.socket_dir().to_path_buf(), attached)));
        keep(server, &options, &stopped);
    })?;
    let (socket_dir, attached) =
        reported.recv().context("the thread of Postgres has panicked")??;
    Ok(Postgres { socket_dir, attached, stop: Some(stop), thread: Some(thread) })
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

impl Drop for Postgres {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // An error means a panic, which was printed.
            let _ = thread.join();
        }
    }
}

/// Attaches to Postgres or starts it again whenever it has ended, until the [`Postgres`] is dropped.
fn keep(server: Server, options: &Options, stopped: &Receiver<()>) {
    let mut server = Some(server);
    let mut pause = LIVENESS_INTERVAL;
    while stopped.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
        if server.as_mut().is_some_and(|server| !server.is_gone()) {
            continue;
        }
        // Release the old lock first. Otherwise this process would wait for its own lock.
        drop(server.take());
        match attach_or_start(options) {
            Ok(next) => {
                tracing::warn!("Postgres was gone and is back");
                (server, pause) = (Some(next), LIVENESS_INTERVAL);
            }
            Err(error) => {
                tracing::error!("Postgres is gone and did not start again: {error:#}");
                pause = RESTART_RETRY_INTERVAL;
            }
        }
    }
}

fn attach_or_start(options: &Options) -> anyhow::Result<Server> {
    let data_dir = cluster::open_data_dir(&options.data_dir)?;
    let socket_dir = socket::folder_of(&data_dir);
    let lock = cluster::open_lock(&data_dir)?;
    let deadline = Instant::now() + POSTGRES_START_TIMEOUT;
    loop {
        // Before the following checks, so that no other process starts Postgres in between.
        let locked = try_lock(&lock)?;
        let existing = cluster::existing(&data_dir)?;
        let runner = runner::choose(existing.as_ref().map(|cluster| cluster.path.as_path()))?;
        if socket::answers(&socket_dir, &runner)? {
            // Another process started this Postgres. If `locked` is true, that process was killed, and the system did
            // not stop Postgres with it.
            lock.unlock()?;
            return Ok(Server::Theirs { lock, socket_dir, runner });
        }
        // Postgres may still be stopping after the process that started it was killed.
        let is_free = |cluster: &cluster::Cluster| !cluster::is_running(&cluster.path);
        if locked && existing.as_ref().is_none_or(is_free) {
            return start_here(options, &data_dir, existing, runner, lock, &socket_dir);
        }
        if Instant::now() > deadline {
            let data_dir = data_dir.display();
            bail!(
                "another process has Postgres in {data_dir} and it does not answer in {}: wait, or stop that process",
                socket_dir.display()
            );
        }
        thread::sleep(START_POLL_INTERVAL);
    }
}

/// Starts Postgres while holding the lock. Creates the cluster if there is none.
fn start_here(
    options: &Options,
    data_dir: &Path,
    existing: Option<cluster::Cluster>,
    runner: Runner,
    lock: File,
    socket_dir: &Path,
) -> anyhow::Result<Server> {
    runner.check_reach(data_dir)?;
    let binaries = binaries::find(options.binaries, existing.as_ref(), &runner, data_dir)?;
    let cluster = match existing {
        Some(cluster) => cluster,
        None => initdb::create(data_dir, &binaries, &runner, options.durable)?,
    };
    let folder = socket::create_folder(socket_dir, &runner)?;
    let log = data_dir.join("postgres.log");
    let mut process =
        process::spawn(&binaries, &cluster.path, socket_dir, &runner, options.durable, &log)?;
    let deadline = Instant::now() + POSTGRES_START_TIMEOUT;
    while !socket::answers(socket_dir, &runner)? {
        if process.has_ended() {
            bail!("Postgres ended at its start: {}", process::tail(&log));
        }
        if Instant::now() > deadline {
            bail!(
                "Postgres did not answer within {} s: {}",
                POSTGRES_START_TIMEOUT.as_secs(),
                process::tail(&log)
            );
        }
        thread::sleep(START_POLL_INTERVAL);
    }
    Ok(Server::Ours { process, _socket_dir: folder, _lock: lock })
}

impl Server {
    fn socket_dir(&self) -> &Path {
        match self {
            Server::Ours { _socket_dir, .. } => _socket_dir.path(),
            Server::Theirs { socket_dir, .. } => socket_dir,
        }
    }

    fn is_gone(&mut self) -> bool {
        match self {
            Server::Ours { process, .. } => process.has_ended(),
            // Try the lock first, because this is cheaper than opening a connection. The operating system releases the
            // lock when the process that holds it ends, for whatever reason.
            Server::Theirs { lock, socket_dir, runner } => {
                lock.try_lock().is_ok()
                    && lock.unlock().is_ok()
                    && !matches!(socket::answers(socket_dir, runner), Ok(true))
            }
        }
    }
}

fn try_lock(lock: &File) -> anyhow::Result<bool> {
    match lock.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(error)) => {
            Err(error).context("the data directory cannot be locked")
        }
    }
}
