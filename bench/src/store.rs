//! Measures the storefront's busiest operations, as served by Stoa and by another server in turn.

pub mod carts;
pub mod figures;
pub mod load;
pub mod operations;
mod same_answers;
pub mod server;
pub mod site;

use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use stoa_embedded_postgres::Postgres;

use figures::Figures;
use operations::Operation;
use server::Postmaster;

use crate::process::{self, ServerProcess};

#[derive(clap::Args)]
pub struct Arguments {
    /// Seconds for each measurement
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// Measurements of each operation and server; the result is their median
    #[arg(long, default_value_t = 3)]
    rounds: u64,
    /// Keep-alive connections of the load
    #[arg(long, default_value_t = 64)]
    connections: usize,
    /// Connections of each server to Postgres
    #[arg(long, default_value_t = 16)]
    database_connections: usize,
    /// Let Postgres commit without waiting for the disk
    #[arg(long)]
    without_disk: bool,
    /// Measure only this operation
    #[arg(long, value_name = "OPERATION")]
    only: Option<Operation>,
}

/// A server to compare with.
#[derive(Clone, Copy, clap::ValueEnum)]
pub enum Peer {
    /// bench/peers/axum
    Axum,
    /// nginx as a cache in front of Stoa, compared with Stoa's own cache
    Nginx,
}

/// Load before the first measurement, so that statements are prepared and caches are warm.
const WARM_UP: Duration = Duration::from_secs(1);

/// More checkouts than two cores can do. A run needs a cart for each checkout.
const MAX_CHECKOUTS_PER_SECOND: u64 = 3_000;

pub fn run(arguments: &Arguments, peer: Option<Peer>) -> anyhow::Result<()> {
    let folder = process::data_folder()?;
    let postgres = server::postgres(folder.path(), !arguments.without_disk)?;
    tokio::runtime::Runtime::new()?.block_on(async {
        site::fill(&postgres.config(), folder.path()).await?;
        carts::fill(&postgres.config(), arguments.checkouts()).await?;
        measure(arguments, peer, &postgres, folder.path()).await
    })
}

impl Arguments {
    fn is_wanted(&self, operation: Operation) -> bool {
        self.only.is_none_or(|only| only == operation)
    }

    fn checkouts(&self) -> u64 {
        let seconds = self.rounds * self.seconds + WARM_UP.as_secs() + 1;
        if self.is_wanted(Operation::PlaceOrder) { seconds * MAX_CHECKOUTS_PER_SECOND } else { 0 }
    }
}

async fn measure(
    arguments: &Arguments,
    peer: Option<Peer>,
    postgres: &Postgres,
    folder: &Path,
) -> anyhow::Result<()> {
    let connections = arguments.database_connections;
    let stoa = || server::stoa(postgres, connections, server::Queue::Off);
    let (servers, operations) = match peer {
        None => (vec![("Stoa", stoa()?)], &Operation::OF_STORE[..]),
        Some(Peer::Axum) => {
            let (stoa, axum) = (stoa()?, server::peer("peer-axum", postgres, connections)?);
            same_answers::check(stoa.address, axum.address).await?;
            println!("Both give the same answers");
            (vec![("Stoa", stoa), ("axum", axum)], &Operation::OF_AXUM[..])
        }
        Some(Peer::Nginx) => {
            let stoa = server::stoa_with_cache(postgres, connections)?;
            let nginx = server::nginx(stoa.address, folder)?;
            (vec![("Stoa", stoa), ("nginx", nginx)], &Operation::CACHED[..])
        }
    };
    let postmaster = Postmaster::find(&postgres.config()).await?;
    println!("{}", figures::HEADING);
    for operation in operations.iter().copied().filter(|one| arguments.is_wanted(*one)) {
        let figures = take_turns(arguments, operation, &servers, &postmaster)
            .await
            .with_context(|| operation.name())?;
        println!("{}", operation.name());
        for ((name, _), figures) in servers.iter().zip(&figures) {
            figures::medians(figures).print(name);
        }
        if let [stoa, peer] = &figures[..] {
            figures::print_ratio(&format!("Stoa / {}", servers[1].0), stoa, peer);
        }
    }
    Ok(())
}

/// Returns the figures of each server, round by round. The server that is first in one round is last in the next.
async fn take_turns(
    arguments: &Arguments,
    operation: Operation,
    servers: &[(&str, ServerProcess)],
    postmaster: &Postmaster,
) -> anyhow::Result<Vec<Vec<Figures>>> {
    let time = Duration::from_secs(arguments.seconds);
    let turn = |number: usize, time| {
        load::run(&servers[number].1, operation, arguments.connections, time, postmaster)
    };
    for number in 0..servers.len() {
        turn(number, WARM_UP).await?;
    }
    let mut figures: Vec<_> = servers.iter().map(|_| vec![]).collect();
    let mut order: Vec<usize> = (0..servers.len()).collect();
    for _ in 0..arguments.rounds.max(1) {
        for &number in &order {
            figures[number].push(turn(number, time).await?);
        }
        order.reverse();
    }
    Ok(figures)
}
