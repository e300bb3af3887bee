//! The servers under load, and the Postgres that they share.

use std::net::{SocketAddr, TcpListener};
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

/// Starts `stoa` on this database, without a response cache: every response is read from Postgres.
pub fn stoa(
    postgres: &Postgres,
    database_connections: usize,
    queue: Queue,
) -> anyhow::Result<ServerProcess> {
    start_stoa(postgres, database_connections, queue, &["--cache-bytes", "0"])
}

/// Starts `stoa` on this database, with its response cache.
pub fn stoa_with_cache(
    postgres: &Postgres,
    database_connections: usize,
) -> anyhow::Result<ServerProcess> {
    start_stoa(postgres, database_connections, Queue::Off, &[])
}

fn start_stoa(
    postgres: &Postgres,
    database_connections: usize,
    queue: Queue,
    cache: &[&str],
) -> anyhow::Result<ServerProcess> {
    let queue = match queue {
        Queue::On => &[][..],
        Queue::Off => &["--database-queue-milliseconds", "0"],
    };
    let mut command = Command::new(process::program("stoa")?);
    command
        .args(["serve", "--listen", "127.0.0.1:0", "--limit", "all=off"])
        .args(["--database-url", &url(postgres)])
        .args(cache)
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

/// Starts nginx as a cache in front of a server: as many workers as cores, and an access log, as the server has.
pub fn nginx(server: SocketAddr, folder: &Path) -> anyhow::Result<ServerProcess> {
    let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
    let folder = folder.join("nginx");
    std::fs::create_dir(&folder)?;
    let path = folder.display();
    let config = format!(
        "daemon off;
        worker_processes auto;
        pid {path}/pid;
        error_log {path}/errors;
        events {{}}
        http {{
            access_log /dev/null combined;
            keepalive_requests 1000000000;
            proxy_cache_path {path}/cache keys_zone=responses:10m;
            upstream stoa {{
                server {server};
                keepalive 16;
            }}
            server {{
                listen {address} reuseport;
                location / {{
                    proxy_pass http://stoa;
                    proxy_http_version 1.1;
                    proxy_set_header Connection '';
                    proxy_cache responses;
                    proxy_cache_key '$request_uri $http_x_api_key';
                    proxy_cache_valid 200 1h;
                    proxy_ignore_headers Cache-Control Vary;
                }}
            }}
        }}"
    );
    std::fs::write(folder.join("nginx.conf"), config)?;
    let mut command = Command::new("sh");
    let script = format!("echo listens on http://{address}; exec nginx -c {path}/nginx.conf");
    command.args(["-c", &script]);
    let nginx = ServerProcess::start(command)?;
    process::wait_until_listening(address)?;
    Ok(nginx)
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
        process::cpu_time(self.0)
    }
}
