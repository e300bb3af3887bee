//! The servers under load, each a process of its own, so that its CPU time can be told apart.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::Context;
use stoa::embedded_postgres::Postgres;

use crate::stat::stat;

/// So that each answer is read from Postgres.
const REMEMBERS_NOTHING: [&str; 2] = ["--remember-bytes", "0"];

/// A server process; it ends with this.
pub struct Server {
    pub address: SocketAddr,
    child: Child,
}

impl Server {
    /// The release build of stoa on this database, with its default log going nowhere and no answers in memory.
    pub async fn stoa(
        postgres: &Postgres,
        database_connections: usize,
        connections: usize,
    ) -> anyhow::Result<Self> {
        let mut command = Self::command(postgres, database_connections, connections)?;
        command.args(REMEMBERS_NOTHING);
        Self::start(command)
    }

    /// The same with answers in memory, as its operators have it.
    pub async fn stoa_that_remembers(postgres: &Postgres) -> anyhow::Result<Self> {
        Self::start(Self::command(postgres, 16, 10_000)?)
    }

    /// The same, whose files stand in this folder.
    pub async fn stoa_with_files(
        postgres: &Postgres,
        database_connections: usize,
        connections: usize,
        files: &Path,
    ) -> anyhow::Result<Self> {
        let mut command = Self::command(postgres, database_connections, connections)?;
        command.args(REMEMBERS_NOTHING).env("STOA_FILES_DIR", files);
        Self::start(command)
    }

    fn command(
        postgres: &Postgres,
        database_connections: usize,
        connections: usize,
    ) -> anyhow::Result<Command> {
        let own = std::env::current_exe()?;
        let mut command = Command::new(own.with_file_name("stoa"));
        let host = postgres.socket_dir().display();
        command
            .args(["serve", "--listen", "127.0.0.1:0", "--limit", "all=off", "--database-url"])
            .arg(format!("host={host} user=postgres dbname=stoa"))
            .args(["--database-connections", &database_connections.to_string()])
            .args(["--max-connections", &connections.to_string()])
            // So that not all are one client, which may have only so many connections and streams.
            .args(["--trusted-proxies", "1"])
            .env("STOA_SECRET", "a secret of the benchmark, long enough to be one");
        Ok(command)
    }

    /// A server of `bench/peers` on this database.
    pub async fn peer(
        name: &str,
        postgres: &Postgres,
        database_connections: usize,
    ) -> anyhow::Result<Self> {
        let own = std::env::current_exe()?;
        let mut command = Command::new(own.with_file_name(format!("stoa-bench-peers-{name}")));
        let host = postgres.socket_dir().display();
        command.arg(format!("host={host} user=postgres dbname=stoa"));
        command.arg(database_connections.to_string());
        Self::start(command)
    }

    /// The bare hyper server that answers with this status, header and file.
    pub async fn bare(file: &Path, status: u16, header: Option<[&str; 2]>) -> anyhow::Result<Self> {
        let mut command = Command::new(std::env::current_exe()?);
        command.arg("bare").arg(file).args(["--status", &status.to_string()]);
        command.args(header.iter().flat_map(|[name, value]| ["--header", name, value]));
        Self::start(command)
    }

    /// User and system time so far.
    pub fn cpu_time(&self) -> anyhow::Result<Duration> {
        Ok(stat(self.child.id())?.time)
    }

    /// Bytes of memory that are its own and in use (`VmRSS`).
    pub fn resident_memory(&self) -> anyhow::Result<i64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let kibibytes = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kibibytes = kibibytes.and_then(|text| text.split_whitespace().next());
        Ok(kibibytes.context("/proc tells no resident memory")?.parse::<i64>()? * 1024)
    }

    fn start(mut command: Command) -> anyhow::Result<Self> {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let output = child.stdout.take().context("a server without output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        let address = line.trim().rsplit_once("http://").context("the server did not start")?.1;
        Ok(Self { address: address.parse()?, child })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// A Postgres of our own in this folder.
pub fn postgres(folder: &Path, durable: bool) -> anyhow::Result<Postgres> {
    // Postgres runs as another user when we are root, and has to get through.
    open_to_all(folder)?;
    stoa::embedded_postgres::start(&stoa::embedded_postgres::Options {
        data_dir: folder.join("data"),
        durable,
        binaries: stoa::embedded_postgres::BinarySource::Auto,
    })
}

/// Lets other users pass through a folder that only we could enter.
fn open_to_all(folder: &Path) -> std::io::Result<()> {
    std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o755))
}
