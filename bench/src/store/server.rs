//! The servers under load, and the Postgres that they share.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use stoa_embedded_postgres::Postgres;

use crate::process::{self, ServerProcess, Stat};

/// Whether the server refuses requests that would wait too long for a database connection. A load that comes from one
/// client needs a server without the queue.
pub enum Queue {
    On,
    Off,
}

/// Starts `stoa` on this database, without a log and without a response cache: every response is read from Postgres.
pub fn stoa(
    postgres: &Postgres,
    database_connections: usize,
    queue: Queue,
) -> anyhow::Result<ServerProcess> {
    let queue = match queue {
        Queue::On => &[][..],
        Queue::Off => &["--database-queue-milliseconds", "0"],
    };
    let mut command = Command::new(process::program("stoa")?);
    command
        .args(["serve", "--listen", "127.0.0.1:0", "--limit", "all=off"])
        .args(["--cache-bytes", "0", "--database-url", &url(postgres)])
        .args(["--database-connections", &database_connections.to_string()])
        .args(queue)
        // A server that trusts a proxy does not limit the connections of a client address.
        .args(["--trusted-proxies", "1"])
        .env("STOA_SECRET", "a secret of the benchmark, long enough to be one")
        .stderr(Stdio::null());
    ServerProcess::start(command)
}

/// Starts a server of `bench/peers` on this database.
pub fn peer(
    name: &str,
    postgres: &Postgres,
    database_connections: usize,
) -> anyhow::Result<ServerProcess> {
    let mut command = Command::new(process::program(name)?);
    command.args([url(postgres), database_connections.to_string()]).stderr(Stdio::null());
    ServerProcess::start(command)
}

fn url(postgres: &Postgres) -> String {
    format!("host={} user=postgres dbname=stoa", postgres.socket_dir().display())
}

/// Starts a Postgres in this folder. If it is not `durable`, it commits without waiting for the disk.
pub fn postgres(folder: &Path, durable: bool) -> anyhow::Result<Postgres> {
    stoa_embedded_postgres::start(&stoa_embedded_postgres::Options {
        data_dir: folder.join("data"),
        durable,
        binaries: stoa_embedded_postgres::BinarySource::Auto,
    })
}

/// Id of Postgres' first process, the parent of all its other processes.
pub struct Postmaster(u32);

impl Postmaster {
    pub async fn find(config: &tokio_postgres::Config) -> anyhow::Result<Self> {
        let client = stoa::database::connect(config).await?;
        let child: i32 = client.query_one("select pg_backend_pid()", &[]).await?.get(0);
        Ok(Self(Stat::of(u32::try_from(child)?)?.parent))
    }

    /// Returns the CPU time that all of Postgres' processes have used so far.
    pub fn cpu_time(&self) -> anyhow::Result<Duration> {
        let own = Stat::of(self.0)?;
        // A child that ends between the two reads is missing from this sum. The next call counts it as ended.
        let children = process::children(self.0)?;
        let of_running: Duration = children.iter().map(|(_, child)| child.cpu_time).sum();
        Ok(own.cpu_time + own.cpu_time_of_ended + of_running)
    }
}
