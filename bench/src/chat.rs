//! `cargo xtask bench chat`: what many waiting event streams cost, and how soon and how surely messages reach them.

mod conversations;
mod files;
mod messages;
mod report;
mod streams;

use std::ops::Range;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::ensure;
use stoa::embedded_postgres::Postgres;

use crate::process::{self, Server};

/// Measure live chat: streams that wait, and messages that reach them
#[derive(clap::Args)]
pub struct Arguments {
    /// Open event streams, each of a conversation of its own
    #[arg(long, default_value_t = 2_000)]
    streams: usize,
    /// Messages a second, over random conversations
    #[arg(long, default_value_t = 500)]
    messages: u32,
    /// Seconds of messages for each table
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// Connections to Postgres
    #[arg(long, default_value_t = 16)]
    database_connections: usize,
    /// Let Postgres commit without waiting for the disk, to tell what the disk costs
    #[arg(long)]
    without_disk: bool,
}

/// Messages that were posted to one server for so long.
pub struct Phase {
    name: &'static str,
    /// Those that count: what came before them was to warm up.
    messages: Range<usize>,
    elapsed: Duration,
    /// Of the streams' server.
    cpu: Duration,
}

/// Connections beside the streams: of those who post, to the database, of the processes themselves.
const OTHER_CONNECTIONS: usize = 1_000;

const WARM_UP: Duration = Duration::from_secs(2);

/// For what the server frees and the kernel moves after thousands of requests.
const SETTLED: Duration = Duration::from_secs(1);

/// For the last messages to arrive; what has not come by then is lost.
const LAST_MESSAGES: Duration = Duration::from_secs(10);

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let at_most = arguments.streams as f64 * conversations::MOST_MESSAGES_PER_SECOND;
    ensure!(
        f64::from(arguments.messages) <= at_most,
        "{} conversations take {at_most:.0} messages a second within their limit: use more --streams or fewer --messages",
        arguments.streams
    );
    files::allow(arguments.streams + OTHER_CONNECTIONS)?;
    let folder = tempfile::tempdir_in("/var/tmp")?;
    // One thread for the load: it takes as little as it can of what the servers share with it.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let postgres = process::postgres(folder.path(), !arguments.without_disk)?;
    runtime.block_on(conversations::prepare(
        &postgres.config(),
        folder.path(),
        arguments.streams,
    ))?;
    // Postgres notes times of commits only from its next start on.
    drop(postgres);
    let postgres = process::postgres(folder.path(), !arguments.without_disk)?;
    let done = runtime.block_on(measure(arguments, &postgres));
    drop(runtime);
    drop(postgres);
    done
}

async fn measure(arguments: &Arguments, postgres: &Postgres) -> anyhow::Result<()> {
    let count = arguments.streams;
    let connections = count + OTHER_CONNECTIONS;
    let server = Server::stoa(postgres, arguments.database_connections, connections).await?;
    let other = Server::stoa(postgres, arguments.database_connections, connections).await?;
    report::heading(arguments);
    let conversations = conversations::start(server.address, count).await?;

    tokio::time::sleep(SETTLED).await;
    let before = server.resident_memory()?;
    let opening = Instant::now();
    let streams = streams::open(server.address, &conversations).await?;
    let opened_in = opening.elapsed();
    tokio::time::sleep(SETTLED).await;
    let memory = server.resident_memory()? - before;
    report::streams(count, opened_in, before, memory);

    let mut sender = messages::Sender::new(&conversations, arguments.messages);
    let time = Duration::from_secs(arguments.seconds);
    let mut phases = Vec::new();
    for (name, address) in [
        ("posted to the streams' server", server.address),
        ("posted to another server (NOTIFY)", other.address),
    ] {
        sender.send(address, WARM_UP).await?;
        let first = sender.sent.len();
        let (cpu, start) = (server.cpu_time()?, Instant::now());
        sender.send(address, time).await?;
        let elapsed = start.elapsed();
        let cpu = server.cpu_time()? - cpu;
        phases.push(Phase { name, messages: first..sender.sent.len(), elapsed, cpu });
    }
    streams.wait_for(sender.sent.len(), LAST_MESSAGES).await;
    report::memory_after(count, server.resident_memory()? - before);
    let stored = conversations::stored(&postgres.config()).await?;
    report::messages(&phases, &sender.sent, &conversations, &stored, &streams.received())
}

/// Microseconds since 1970, by the clock that Postgres reads too.
fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_micros() as i64
}
