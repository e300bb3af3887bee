//! The servers under load, and the Postgres that they share.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use stoa_embedded_postgres::Postgres;

use crate::process::{self, ServerProcess, Stat};

/// stoa on this database, with its log discarded and without a response cache: each answer is read from Postgres.
pub fn stoa(postgres: &Postgres, database_connections: usize) -> anyhow::Result<ServerProcess> {
    let mut command = Command::new(process::program("stoa")?);
    command
        .args(["serve", "--listen", "127.0.0.1:0", "--limit", "all=off"])
        .args(["--cache-bytes", "0", "--database-url", &url(postgres)])
        .args(["--database-connections", &database_connections.to_string()])
        // Behind a proxy no client address has a limit of connections.
        .args(["--trusted-proxies", "1"])
        .env("STOA_SECRET", "a secret of the benchmark, long enough to be one")
        .stderr(Stdio::null());
    ServerProcess::start(command)
}

/// A server of `bench/peers` on this database.
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

/// A Postgres in this folder.
pub fn postgres(folder: &Path, durable: bool) -> anyhow::Result<Postgres> {
    stoa_embedded_postgres::start(&stoa_embedded_postgres::Options {
        data_dir: folder.join("data"),
        durable,
        binaries: stoa_embedded_postgres::BinarySource::Auto,
    })
}

/// The first of Postgres' processes, whose children all the others are.
pub struct Postmaster(u32);

impl Postmaster {
    pub async fn find(config: &tokio_postgres::Config) -> anyhow::Result<Self> {
        let client = stoa::database::connect(config).await?;
        let child: i32 = client.query_one("select pg_backend_pid()", &[]).await?.get(0);
        Ok(Self(Stat::of(u32::try_from(child)?)?.parent))
    }

    /// Of all of Postgres' processes so far.
    pub fn cpu_time(&self) -> anyhow::Result<Duration> {
        let own = Stat::of(self.0)?;
        // A child that ends in the meantime is among the ended ones the next time.
        let children = process::children(self.0)?;
        let of_running: Duration = children.iter().map(|(_, child)| child.cpu_time).sum();
        Ok(own.cpu_time + own.cpu_time_of_ended + of_running)
    }
}
