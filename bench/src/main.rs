//! `cargo xtask bench`: requests a second and latency of four reads, beside a bare hyper server that answers
//! the same bytes, and the same SQL through the same pool without HTTP, all in one run on one machine.
//! `cargo xtask bench --against axum` is `against`'s, `cargo xtask bench account` is `account`'s, `cargo xtask bench store` is `store`'s, `cargo xtask bench chat` is `chat`'s, `cargo xtask bench design` is `design`'s, `cargo xtask bench remembered` is `remembered`'s, `cargo xtask siege` is `siege`'s.

#![allow(clippy::print_stdout, reason = "its figures are printed")]

mod account;
mod against;
mod bare;
mod chat;
mod design;
mod figures;
mod load;
mod process;
mod remembered;
mod row;
mod siege;
mod site;
mod stat;
mod statements;
mod store;

use std::time::Duration;

use anyhow::Context;
use clap::{Parser, Subcommand};
use figures::Figures;
use load::Asked;
use process::Server;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Measure the server against the same SQL and the same bytes without it
#[derive(Parser)]
#[command(name = "cargo xtask bench", bin_name = "cargo xtask bench")]
struct Arguments {
    /// Seconds for each figure
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// Keep-alive connections, and statements at once
    #[arg(long, default_value_t = 64)]
    connections: usize,
    /// Connections to Postgres
    #[arg(long, default_value_t = 16)]
    database_connections: usize,
    /// Only this operation
    #[arg(long, value_name = "OPERATION")]
    only: Option<String>,
    /// Instead: what visitors of a shop ask for most, in turn of Stoa and of a server written by hand
    #[arg(long, value_name = "PEER")]
    against: Option<against::Peer>,
    /// How often each has its turn; the medians count
    #[arg(long, default_value_t = 3, requires = "against")]
    rounds: u64,
    /// Let Postgres commit without waiting for the disk
    #[arg(long, requires = "against")]
    without_disk: bool,
    #[command(subcommand)]
    part: Option<Part>,
}

#[derive(Subcommand)]
enum Part {
    Account(account::Arguments),
    /// The bare hyper server, as a process of its own
    #[command(hide = true)]
    Bare(bare::Answer),
    Chat(chat::Arguments),
    Design(design::Arguments),
    Remembered(remembered::Arguments),
    Siege(siege::Arguments),
    Store(store::Arguments),
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    match arguments.part {
        Some(Part::Account(arguments)) => account::run(&arguments),
        Some(Part::Bare(answer)) => bare::serve(&answer),
        Some(Part::Chat(arguments)) => chat::run(&arguments),
        Some(Part::Design(arguments)) => design::run(&arguments),
        Some(Part::Remembered(arguments)) => remembered::run(&arguments),
        Some(Part::Siege(arguments)) => siege::run(&arguments),
        Some(Part::Store(arguments)) => store::run(&arguments),
        None => match arguments.against {
            Some(peer) => against::run(&arguments, peer),
            None => reads(&arguments),
        },
    }
}

impl Arguments {
    fn is_wanted(&self, operation: &str) -> bool {
        self.only.as_deref().is_none_or(|only| only == operation)
    }
}

fn reads(arguments: &Arguments) -> anyhow::Result<()> {
    let folder = tempfile::tempdir_in("/var/tmp")?;
    let postgres = process::postgres(folder.path(), true)?;
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(run(arguments, &postgres, folder.path()))?;
    drop(runtime);
    drop(postgres);
    Ok(())
}

async fn run(
    arguments: &Arguments,
    postgres: &stoa::embedded_postgres::Postgres,
    folder: &std::path::Path,
) -> anyhow::Result<()> {
    site::fill(&postgres.config(), folder).await?;
    let server = Server::stoa(postgres, arguments.database_connections, 10_000).await?;
    let settings =
        stoa_db::Settings { connections: arguments.database_connections, ..Default::default() };
    let database = stoa_db::Db::connect(postgres.config(), settings);
    let time = Duration::from_secs(arguments.seconds);
    println!("{}", figures::HEADING);
    for read in statements::READS.iter().filter(|read| arguments.is_wanted(read.name)) {
        let target = load::Target {
            address: server.address,
            asked: Asked::Get { path: read.path, key: site::KEY },
        };
        let answer = load::answer(&target).await.with_context(|| read.name.to_owned())?;
        let file = folder.join("answer");
        std::fs::write(&file, &answer)?;
        let bare = Server::bare(&file, 200, None).await?;
        let bare_target = load::Target { address: bare.address, ..target };

        // Once unmeasured, so that statements are prepared and caches are warm.
        figures_of(&server, &target, arguments.connections, Duration::from_secs(1)).await?;
        let served = figures_of(&server, &target, arguments.connections, time).await?;
        let without_http = statements::run(&database, read, arguments.connections, time).await?;
        let bytes_alone = figures_of(&bare, &bare_target, arguments.connections, time).await?;
        let name = format!("{} ({} bytes)", read.name, answer.len());
        figures::print(
            &name,
            &[("served", &served), ("SQL alone", &without_http), ("bare hyper", &bytes_alone)],
        );
    }
    Ok(())
}

/// The load's figures with the server's own CPU time.
async fn figures_of(
    server: &Server,
    target: &load::Target,
    connections: usize,
    time: Duration,
) -> anyhow::Result<Figures> {
    let before = server.cpu_time()?;
    let target = *target;
    let mut figures =
        tokio::task::spawn_blocking(move || load::run(&target, connections, time)).await??;
    figures.cpu = Some(server.cpu_time()? - before);
    Ok(figures)
}
