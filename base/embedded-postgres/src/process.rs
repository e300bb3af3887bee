//! The Postgres process: its settings, its log, and how it ends when this process ends.

use std::{
    fs::{self, File},
    io,
    path::Path,
    process::{Child, Command},
    thread,
    time::{Duration, Instant},
};

use anyhow::Context;
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};

use super::{binaries::Binaries, cluster, runner::Runner};

/// Timeout of a fast shutdown. After this time, this process stops Postgres at once, and Postgres runs crash recovery
/// at its next start.
const POSTGRES_STOP_TIMEOUT: Duration = Duration::from_secs(30);

const SETTINGS: &[&str] = &[
    "listen_addresses=",
    "port=5432",
    "max_connections=200",
    "timezone=UTC",
    "log_timezone=UTC",
    "logging_collector=off",
    // Compiling the plans of small queries takes longer than running them.
    "jit=off",
];

const NOT_DURABLE: &[&str] = &[
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "autovacuum=off",
    "max_wal_senders=0",
    "wal_level=minimal",
];

/// A Postgres that this process started. Dropping this value stops Postgres.
pub struct Process {
    postgres: Child,
    #[cfg(not(target_os = "linux"))]
    watcher: Child,
}

/// Starts Postgres. Returns before Postgres accepts connections.
pub fn spawn(
    binaries: &Binaries,
    cluster: &Path,
    socket_dir: &Path,
    runner: &Runner,
    durable: bool,
    log: &Path,
) -> anyhow::Result<Process> {
    cluster::remove_stale_pid(cluster)?;
    // Keep the previous log, so that the operator can find out why Postgres ended. Older logs are overwritten.
    let _ = fs::rename(log, log.with_added_extension("old"));
    let log = File::create(log)?;
    let mut command = runner.command(&binaries.folder.join("postgres"));
    command.arg("-D").arg(cluster).arg("-k").arg(socket_dir);
    let settings = if durable { SETTINGS.to_vec() } else { [SETTINGS, NOT_DURABLE].concat() };
    command.args(settings.iter().flat_map(|setting| ["-c", setting]));
    command.stdout(log.try_clone()?).stderr(log);
    spawn_tied(command, runner).context("Postgres does not run")
}

/// Starts Postgres so that Linux sends it SIGINT when this process ends, even after `kill -9`.
#[cfg(target_os = "linux")]
fn spawn_tied(mut command: Command, _runner: &Runner) -> io::Result<Process> {
    use std::os::unix::process::CommandExt;

    let us = nix::unistd::getpid();
    // SAFETY: between fork and exec, only async-signal-safe calls are allowed, and the closure makes only two system
    // calls. `Command` changes the user before it runs the closure. A later change of user would clear the signal.
    #[expect(unsafe_code, reason = "what runs between fork and exec is ours to get right")]
    unsafe {
        command.pre_exec(move || {
            nix::sys::prctl::set_pdeathsig(Signal::SIGINT)?;
            if nix::unistd::getppid() == us { Ok(()) } else { Err(nix::errno::Errno::ESRCH.into()) }
        });
    }
    Ok(Process { postgres: command.spawn()? })
}

/// Starts Postgres, and a shell that stops it when its pipe closes, because this process has ended.
#[cfg(not(target_os = "linux"))]
fn spawn_tied(mut command: Command, runner: &Runner) -> io::Result<Process> {
    let mut postgres = command.spawn()?;
    let mut shell = runner.command(Path::new("/bin/sh"));
    shell
        .args(["-c", "read _; kill -INT $0", &postgres.id().to_string()])
        .stdin(std::process::Stdio::piped());
    match shell.spawn() {
        Ok(watcher) => Ok(Process { postgres, watcher }),
        Err(error) => {
            postgres.kill()?;
            postgres.wait()?;
            Err(error)
        }
    }
}

impl Process {
    pub fn has_ended(&mut self) -> bool {
        !matches!(self.postgres.try_wait(), Ok(None))
    }

    /// Performs a fast shutdown: open transactions are rolled back, committed data is written out.
    fn stop(&mut self) {
        self.signal(Signal::SIGINT);
        let deadline = Instant::now() + POSTGRES_STOP_TIMEOUT;
        while !self.has_ended() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(2));
        }
        if !self.has_ended() {
            tracing::warn!(
                "Postgres has not stopped within {} s and is cut short",
                POSTGRES_STOP_TIMEOUT.as_secs()
            );
            self.signal(Signal::SIGQUIT);
            let _ = self.postgres.wait();
        }
    }

    fn signal(&mut self, signal: Signal) {
        // After Postgres has ended, its process number could belong to another process.
        if !self.has_ended() {
            let _ = kill(Pid::from_raw(self.postgres.id().cast_signed()), signal);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        #[cfg(not(target_os = "linux"))]
        {
            let _ = self.watcher.kill();
            let _ = self.watcher.wait();
        }
        self.stop();
    }
}

pub fn tail(log: &Path) -> String {
    last_lines(&fs::read_to_string(log).unwrap_or_default())
}

/// Returns the last four lines of a text that are not empty, joined into one line.
pub fn last_lines(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines[lines.len().saturating_sub(4)..].join(" | ")
}
