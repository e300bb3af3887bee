//! The servers under load, each a separate process, so that its CPU time can be measured.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::Context;
use stoa_embedded_postgres::Postgres;

use super::cpu_time::Stat;

/// A server process; it ends with this.
pub struct Server {
    pub address: SocketAddr,
    child: Child,
}

impl Server {
    /// stoa on this database, with its log discarded and without a response cache: each answer is read from Postgres.
    pub fn stoa(postgres: &Postgres, database_connections: usize) -> anyhow::Result<Self> {
        let mut command = program("stoa")?;
        command
            .args(["serve", "--listen", "127.0.0.1:0", "--limit", "all=off"])
            .args(["--cache-bytes", "0", "--database-url", &url(postgres)])
            .args(["--database-connections", &database_connections.to_string()])
            // Behind a proxy no client address has a limit of connections.
            .args(["--trusted-proxies", "1"])
            .env("STOA_SECRET", "a secret of the benchmark, long enough to be one");
        Self::start(command)
    }

    /// A server of `bench/peers` on this database.
    pub fn peer(
        name: &str,
        postgres: &Postgres,
        database_connections: usize,
    ) -> anyhow::Result<Self> {
        let mut command = program(name)?;
        command.args([url(postgres), database_connections.to_string()]);
        Self::start(command)
    }

    /// User and system time so far.
    pub fn cpu_time(&self) -> anyhow::Result<Duration> {
        Ok(Stat::of(self.child.id())?.time)
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
        // It may have ended already.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// A program next to this one.
fn program(name: &str) -> anyhow::Result<Command> {
    Ok(Command::new(std::env::current_exe()?.with_file_name(name)))
}

fn url(postgres: &Postgres) -> String {
    format!("host={} user=postgres dbname=stoa", postgres.socket_dir().display())
}

/// A Postgres in this folder.
pub fn postgres(folder: &Path, durable: bool) -> anyhow::Result<Postgres> {
    // When we are root, Postgres runs as another user, which needs access to this folder.
    std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o755))?;
    stoa_embedded_postgres::start(&stoa_embedded_postgres::Options {
        data_dir: folder.join("data"),
        durable,
        binaries: stoa_embedded_postgres::BinarySource::Auto,
    })
}
