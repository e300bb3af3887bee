//! Server processes, and the parents and CPU times of processes as `/proc` reports them.

use std::fs::Permissions;
use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::Context;
use nix::sys::signal::{Signal, kill};
use nix::unistd::{Pid, SysconfVar, sysconf};
use tempfile::TempDir;

/// A server process; dropping it ends the process.
pub struct ServerProcess {
    pub address: SocketAddr,
    command: Command,
    child: Child,
}

impl ServerProcess {
    /// Starts the server and returns when it listens.
    pub fn start(mut command: Command) -> anyhow::Result<Self> {
        let (child, address) = spawn(&mut command)?;
        Ok(Self { address, command, child })
    }

    /// Waits until the server has ended, then starts it again with the same arguments.
    pub fn start_again(&mut self) -> anyhow::Result<()> {
        self.child.wait()?;
        (self.child, self.address) = spawn(&mut self.command)?;
        Ok(())
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Returns the peak resident memory since [`Self::reset_peak_memory`], in MiB.
    pub fn peak_memory(&self) -> u64 {
        peak_memory_in(&self.proc("status"))
    }

    pub fn reset_peak_memory(&self) {
        // If this fails, the next peak also covers earlier work, so it may be too high.
        std::fs::write(self.proc("clear_refs"), "5").ok();
    }

    fn proc(&self, name: &str) -> String {
        format!("/proc/{}/{name}", self.id())
    }

    /// Sends SIGKILL (`kill -9`).
    pub fn kill(&mut self) -> std::io::Result<()> {
        self.child.kill()
    }
}

/// Returns the peak resident memory of this process, in MiB.
pub fn own_peak_memory() -> u64 {
    peak_memory_in("/proc/self/status")
}

fn peak_memory_in(status: &str) -> u64 {
    let status = std::fs::read_to_string(status).unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kibibytes = peak.and_then(|text| text.split_whitespace().next()?.parse::<u64>().ok());
    kibibytes.unwrap_or(0) / 1024
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        // The process may have ended already.
        kill(Pid::from_raw(self.id().cast_signed()), Signal::SIGTERM).ok();
        self.child.wait().ok();
    }
}

/// Waits until a server accepts connections.
pub fn wait_until_listening(address: SocketAddr) -> anyhow::Result<()> {
    for _ in 0..100 {
        if TcpStream::connect(address).is_ok() {
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    anyhow::bail!("nothing listens on {address}")
}

fn spawn(command: &mut Command) -> anyhow::Result<(Child, SocketAddr)> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("{} does not run", command.get_program().display()))?;
    let mut output = BufReader::new(child.stdout.take().context("a server without output")?);
    let mut line = String::new();
    output.read_line(&mut line)?;
    let address = line.trim().rsplit_once("listens on http://");
    let (_, address) = address.with_context(|| format!("the server did not start: {line}"))?;
    // Drain the output: the server would block on a full pipe and fail on a closed one.
    std::thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
    Ok((child, address.parse()?))
}

/// Returns the path of a program in the folder of the running program.
pub fn program(name: &str) -> std::io::Result<PathBuf> {
    Ok(std::env::current_exe()?.with_file_name(name))
}

/// Creates a folder for Postgres' data, which is deleted when the value is dropped.
pub fn data_folder() -> anyhow::Result<TempDir> {
    let folder = tempfile::tempdir_in("/var/tmp")?;
    // When we are root, Postgres runs as another user, which needs access to this folder.
    std::fs::set_permissions(folder.path(), Permissions::from_mode(0o755))?;
    Ok(folder)
}

pub struct Stat {
    pub parent: u32,
    /// User and system time so far.
    pub cpu_time: Duration,
    /// User and system time of all children that have ended.
    pub cpu_time_of_ended: Duration,
}

impl Stat {
    pub fn of(process: u32) -> anyhow::Result<Self> {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat"))
            .context("processes are read from /proc, so this needs Linux")?;
        // Skip the name, which may contain spaces. Of the fields after it, the 2nd is the parent, and the 12th to 15th
        // are times.
        let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
        let fields: Vec<u64> =
            fields.split_whitespace().map(|field| field.parse().unwrap_or(0)).collect();
        let Some(&[_, parent, .., user, system, of_ended, system_of_ended]) = fields.get(..15)
        else {
            anyhow::bail!("{stat:?} is too short");
        };
        let per_second = sysconf(SysconfVar::CLK_TCK)?.unwrap_or(100);
        let time = |ticks: u64| Duration::from_secs_f64(ticks as f64 / per_second as f64);
        Ok(Self {
            parent: u32::try_from(parent)?,
            cpu_time: time(user + system),
            cpu_time_of_ended: time(of_ended + system_of_ended),
        })
    }
}

/// Returns the CPU time that a process and its children have used so far.
pub fn cpu_time(process: u32) -> anyhow::Result<Duration> {
    let own = Stat::of(process)?;
    // A child that ends between the two reads is missing from this sum. The next call counts it as ended.
    let of_running: Duration = children(process)?.iter().map(|(_, child)| child.cpu_time).sum();
    Ok(own.cpu_time + own.cpu_time_of_ended + of_running)
}

/// Returns the ids of the running children of a process, with their statistics.
pub fn children(parent: u32) -> anyhow::Result<Vec<(u32, Stat)>> {
    let entries = std::fs::read_dir("/proc")?.filter_map(Result::ok);
    let ids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    // A process may end before it is read.
    let processes = ids.filter_map(|id| Some((id, Stat::of(id).ok()?)));
    Ok(processes.filter(|(_, stat)| stat.parent == parent).collect())
}
