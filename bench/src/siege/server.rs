//! The server under siege and its Postgres: starting, killing, freezing, and reading the server's memory.

use std::fs::{self, File};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::http::Caller;
use super::{provider, site};
use crate::process::{self, ServerProcess};

/// Longest time to recover from a fault.
pub const RECOVERY: Duration = Duration::from_secs(60);

pub struct Server {
    pub address: SocketAddr,
    data_dir: PathBuf,
    log: PathBuf,
    process: Mutex<ServerProcess>,
}

impl Server {
    /// Imports the sites and starts the server, with the embedded Postgres that it runs if no database is configured.
    pub fn start(
        program: Option<&Path>,
        limits: &[String],
        folder: &Path,
        provider_url: &str,
    ) -> anyhow::Result<Self> {
        let program = program.map_or_else(|| process::program("stoa"), |path| Ok(path.into()))?;
        let (data_dir, log) = (folder.join("data"), folder.join("log"));
        site::import(&program, &data_dir)?;
        // The port is free and fixed, so that the server listens on the same port after a restart.
        let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let limits = limits.iter().filter(|limit| !limit.is_empty());
        let mut command = Command::new(program);
        command
            .args(["serve", "--listen", &address.to_string(), "--trusted-proxies", "1"])
            .args(["--stripe-url", provider_url, "--easypost-url", provider_url])
            .args(["--log", "warn", "--data-dir"])
            .arg(&data_dir)
            .args(limits.flat_map(|limit| ["--limit", limit]))
            .env("STOA_SECRET", site::SIEGE_SECRET)
            .env("STOA_STRIPE_SECRET_KEY", "sk_test_siege")
            .env("STOA_STRIPE_PUBLISHABLE_KEY", "pk_test_siege")
            .env("STOA_STRIPE_WEBHOOK_SECRET", provider::WEBHOOK_SECRET)
            .stderr(File::options().create(true).append(true).open(&log)?);
        let process = Mutex::new(ServerProcess::start(command)?);
        Ok(Self { address, data_dir, log, process })
    }

    /// Starts the server again after it has ended.
    pub fn start_again(&self) -> anyhow::Result<()> {
        self.process().start_again()
    }

    /// Sends SIGKILL (`kill -9`).
    pub fn kill(&self) -> std::io::Result<()> {
        self.process().kill()
    }

    /// Waits until the server answers a request that reads the database, and returns how long that took.
    pub async fn is_well_within(&self, patience: Duration) -> anyhow::Result<Duration> {
        let start = Instant::now();
        let mut caller = Caller::new(self.address, "10.255.0.1".to_owned());
        while start.elapsed() < patience {
            let answer = caller.get("/api/storefront/1/categories").await;
            if answer.is_ok_and(|answer| answer.status == 200) {
                return Ok(start.elapsed());
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        bail!("the server was not well again within {} s", patience.as_secs())
    }

    /// Returns the server's peak resident memory since [`Server::reset_peak_memory`], in MiB.
    pub fn peak_memory(&self) -> u64 {
        self.process().peak_memory()
    }

    pub fn reset_peak_memory(&self) {
        self.process().reset_peak_memory();
    }

    /// Counts the panics in the server's log.
    pub fn panics(&self) -> usize {
        fs::read_to_string(&self.log).unwrap_or_default().matches("panicked at").count()
    }

    /// Returns the configuration to connect to the server's Postgres directly.
    pub fn database(&self) -> anyhow::Result<tokio_postgres::Config> {
        let socket = self.postmaster()?.lines().nth(4).map(str::to_owned);
        let mut config = tokio_postgres::Config::new();
        config.host_path(socket.context("Postgres has no socket")?);
        config.user("postgres").dbname("stoa").connect_timeout(RECOVERY);
        Ok(config)
    }

    /// Sends a signal to all processes of the server's Postgres.
    pub fn signal_postgres(&self, signal: Signal) -> anyhow::Result<()> {
        let postmaster = self.postmaster()?.lines().next().context("no pid")?.trim().parse()?;
        let children = process::children(postmaster)?;
        for pid in [postmaster].into_iter().chain(children.into_iter().map(|(pid, _)| pid)) {
            // A process may have ended already.
            kill(Pid::from_raw(pid.cast_signed()), signal).ok();
        }
        Ok(())
    }

    fn postmaster(&self) -> anyhow::Result<String> {
        let entries = fs::read_dir(&self.data_dir)?.filter_map(Result::ok);
        let mut files = entries.map(|entry| entry.path().join("postmaster.pid"));
        let file = files.find(|file| file.exists()).context("Postgres does not run")?;
        Ok(fs::read_to_string(file)?)
    }

    fn process(&self) -> MutexGuard<'_, ServerProcess> {
        self.process.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
