//! The server under siege and its Postgres: started, killed, frozen, and asked how much memory it took.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::http::Caller;
use super::{Arguments, provider, site};

/// After a fault everything must be well again within this.
pub const RECOVERY: Duration = Duration::from_secs(60);

pub struct Server {
    pub address: SocketAddr,
    program: PathBuf,
    arguments: Vec<OsString>,
    data_dir: PathBuf,
    log: PathBuf,
    child: Mutex<Child>,
}

impl Server {
    /// With the besieged sites. Runs its own Postgres, as people who name no database have it.
    pub fn start(arguments: &Arguments, folder: &Path, provider_url: &str) -> anyhow::Result<Self> {
        let beside = std::env::current_exe()?.with_file_name("stoa");
        let program = arguments.server.clone().unwrap_or(beside);
        let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let (data_dir, log) = (folder.join("data"), folder.join("log"));
        site::import(&program, &data_dir)?;
        let words = ["serve", "--trusted-proxies", "1", "--log", "warn", "--stripe-url"];
        let mut line: Vec<OsString> = words.into_iter().map(OsString::from).collect();
        line.extend([provider_url.into(), "--data-dir".into(), data_dir.clone().into()]);
        line.extend(["--listen".into(), address.to_string().into()]);
        line.extend(["--easypost-url".into(), provider_url.into()]);
        let limits = arguments.limit.iter().filter(|limit| !limit.is_empty());
        line.extend(limits.flat_map(|limit| ["--limit".into(), limit.into()]));
        let child = Mutex::new(spawn(&program, &line, &log)?);
        Ok(Self { address, program, arguments: line, data_dir, log, child })
    }

    /// Starts it again after its end.
    pub fn start_again(&self) -> anyhow::Result<()> {
        let mut child = self.child();
        child.wait()?;
        *child = spawn(&self.program, &self.arguments, &self.log)?;
        Ok(())
    }

    /// `kill -9`.
    pub fn kill(&self) -> std::io::Result<()> {
        self.child().kill()
    }

    /// SIGTERM, as a service is stopped.
    pub fn end(&self) {
        let mut child = self.child();
        kill(Pid::from_raw(child.id().cast_signed()), Signal::SIGTERM).ok();
        child.wait().ok();
    }

    /// Waits until it answers a read of the database. How long that took.
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

    /// The most memory that it had resident since [`Server::forget_peak`], in MiB.
    pub fn peak(&self) -> u64 {
        let status = fs::read_to_string(self.proc("status")).unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kibibytes = peak.and_then(|text| text.split_whitespace().next()?.parse::<u64>().ok());
        kibibytes.unwrap_or(0) / 1024
    }

    pub fn forget_peak(&self) {
        // Without this the peak is that of all chapters so far, which is still true.
        fs::write(self.proc("clear_refs"), "5").ok();
    }

    /// Panics that stand in its log.
    pub fn panics(&self) -> usize {
        fs::read_to_string(&self.log).unwrap_or_default().matches("panicked at").count()
    }

    /// How its Postgres is reached, past the server.
    pub fn database(&self) -> anyhow::Result<tokio_postgres::Config> {
        let socket = self.postmaster()?.lines().nth(4).map(str::to_owned);
        let mut config = tokio_postgres::Config::new();
        config.host_path(socket.context("Postgres has no socket")?);
        config.user("postgres").dbname("stoa").connect_timeout(RECOVERY);
        Ok(config)
    }

    /// Sends a signal to all processes of its Postgres.
    pub fn signal_postgres(&self, signal: Signal) -> anyhow::Result<()> {
        let postmaster: i32 =
            self.postmaster()?.lines().next().context("no pid")?.trim().parse()?;
        for pid in [postmaster].into_iter().chain(children(postmaster)) {
            // One that has just ended need not be told.
            kill(Pid::from_raw(pid), signal).ok();
        }
        Ok(())
    }

    fn postmaster(&self) -> anyhow::Result<String> {
        let entries = fs::read_dir(&self.data_dir)?.filter_map(Result::ok);
        let mut files = entries.map(|entry| entry.path().join("postmaster.pid"));
        let file = files.find(|file| file.exists()).context("Postgres does not run")?;
        Ok(fs::read_to_string(file)?)
    }

    fn proc(&self, name: &str) -> String {
        format!("/proc/{}/{name}", self.child().id())
    }

    fn child(&self) -> MutexGuard<'_, Child> {
        self.child.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}

/// Returns when it says where it listens.
fn spawn(program: &PathBuf, arguments: &[OsString], log: &PathBuf) -> anyhow::Result<Child> {
    let log = File::options().create(true).append(true).open(log)?;
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(log);
    command
        .env("STOA_SECRET", site::SIEGE_SECRET)
        .env("STOA_STRIPE_SECRET_KEY", "sk_test_siege")
        .env("STOA_STRIPE_PUBLISHABLE_KEY", "pk_test_siege")
        .env("STOA_STRIPE_WEBHOOK_SECRET", provider::WEBHOOK_SECRET);
    let mut child =
        command.spawn().with_context(|| format!("{} does not run", program.display()))?;
    let mut lines = BufReader::new(child.stdout.take().context("a server without output")?).lines();
    let first = lines.next().context("the server ended at its start")??;
    // What else it prints must not fill the pipe, and must not end it either.
    std::thread::spawn(move || lines.for_each(drop));
    anyhow::ensure!(first.contains("listens on"), "the server said: {first}");
    Ok(child)
}

fn children(of: i32) -> Vec<i32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().filter_map(Result::ok);
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    let parent = |pid: &i32| {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        let (_, fields) = stat.rsplit_once(')')?;
        fields.split_whitespace().nth(1)?.parse::<i32>().ok()
    };
    pids.filter(|pid| parent(pid) == Some(of)).collect()
}
