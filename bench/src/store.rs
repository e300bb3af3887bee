//! `cargo xtask bench store`: what visitors of a shop do, beside the same SQL alone, and a checkout's round trips.

pub mod carts;
mod cases;
mod round_trips;
mod wire;

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use stoa::embedded_postgres::Postgres;

use crate::figures::{self, Figures};
use crate::process::{self, Server};
use crate::{figures_of, load, site, statements};
use cases::{CASES, Case, Handlers};

/// Measure the store: products, adding to carts, checkouts
#[derive(clap::Args)]
pub struct Arguments {
    /// Seconds for each figure
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// How often each is measured, served and alone in turn; the best of each counts
    #[arg(long, default_value_t = 3)]
    rounds: u64,
    /// Keep-alive connections, and calls at once
    #[arg(long, default_value_t = 64)]
    connections: usize,
    /// Connections to Postgres
    #[arg(long, default_value_t = 16)]
    database_connections: usize,
    /// Let Postgres commit without waiting for the disk, to tell what the disk costs
    #[arg(long)]
    without_disk: bool,
    /// Only this operation
    #[arg(long, value_name = "OPERATION")]
    only: Option<String>,
}

/// Unmeasured, so that statements are prepared and caches are warm.
const WARM_UP: Duration = Duration::from_secs(1);

/// More checkouts than two cores make: each needs a cart of its own.
const CHECKOUTS_A_SECOND: u64 = 3_000;

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let folder = tempfile::tempdir_in("/var/tmp")?;
    let postgres = process::postgres(folder.path(), !arguments.without_disk)?;
    let runtime = tokio::runtime::Runtime::new()?;
    let done = runtime.block_on(async {
        site::fill(&postgres.config(), folder.path()).await?;
        carts::fill(&postgres.config(), arguments.checkouts()).await?;
        measure(arguments, &postgres).await
    });
    drop(runtime);
    drop(postgres);
    done
}

impl Arguments {
    fn is_wanted(&self, operation: &str) -> bool {
        self.only.as_deref().is_none_or(|only| only == operation)
    }

    fn checkouts(&self) -> u64 {
        let seconds = self.rounds * 2 * self.seconds + 2 * WARM_UP.as_secs() + 1;
        if self.is_wanted("placeOrder") { seconds * CHECKOUTS_A_SECOND } else { 0 }
    }
}

async fn measure(arguments: &Arguments, postgres: &Postgres) -> anyhow::Result<()> {
    round_trips::print(postgres).await?;
    let server = Server::stoa(postgres, arguments.database_connections, 10_000).await?;
    let settings =
        stoa_db::Settings { connections: arguments.database_connections, ..Default::default() };
    let handlers = Arc::new(Handlers::new(stoa_db::Db::connect(postgres.config(), settings))?);
    println!("{}", figures::HEADING);
    for case in CASES.iter().filter(|case| arguments.is_wanted(case.name)) {
        let (served, alone) = in_turn(arguments, case, &server, &handlers)
            .await
            .with_context(|| case.name.to_owned())?;
        figures::print(case.name, &[("served", &served), (case.alone, &alone)]);
    }
    Ok(())
}

/// Served and alone, again and again, so that what else the machine does meets both; the best of each.
async fn in_turn(
    arguments: &Arguments,
    case: &'static Case,
    server: &Server,
    handlers: &Arc<Handlers>,
) -> anyhow::Result<(Figures, Figures)> {
    let target = load::Target { address: server.address, asked: case.asked };
    let handlers = handlers.clone();
    let call = move || (case.call)(handlers.clone());
    let (connections, time) = (arguments.connections, Duration::from_secs(arguments.seconds));
    figures_of(server, &target, connections, WARM_UP).await?;
    statements::repeat(call.clone(), connections, WARM_UP).await?;
    let mut best = None;
    for _ in 0..arguments.rounds.max(1) {
        let served = figures_of(server, &target, connections, time).await?;
        let alone = statements::repeat(call.clone(), connections, time).await?;
        best = Some(match best {
            None => (served, alone),
            Some((served_before, alone_before)) => {
                (Figures::better(served_before, served), Figures::better(alone_before, alone))
            }
        });
    }
    best.context("no rounds")
}
