//! The storefront's busiest operations, served by Stoa and by an opponent in turn: its own handlers without HTTP, or a
//! server written by hand.

mod carts;
mod figures;
mod load;
mod operations;
mod same_answers;
mod server;
mod site;

use std::time::Duration;

use anyhow::Context;
use stoa_embedded_postgres::Postgres;

use figures::Figures;
use load::Callee;
use operations::{Handlers, Operation};
use server::Postmaster;

use crate::process;

#[derive(clap::Args)]
pub struct Arguments {
    /// Seconds for each figure
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// How often each has its turn; the medians count
    #[arg(long, default_value_t = 3)]
    rounds: u64,
    /// Keep-alive connections, and concurrent calls of handlers
    #[arg(long, default_value_t = 64)]
    connections: usize,
    /// Connections to Postgres
    #[arg(long, default_value_t = 16)]
    database_connections: usize,
    /// Let Postgres commit without waiting for the disk
    #[arg(long)]
    without_disk: bool,
    /// Only this operation
    #[arg(long, value_name = "OPERATION")]
    only: Option<Operation>,
}

/// A server written by hand.
#[derive(Clone, Copy, clap::ValueEnum)]
pub enum Peer {
    /// bench/peers/axum
    Axum,
}

/// Unmeasured, so that statements are prepared and caches are warm.
const WARM_UP: Duration = Duration::from_secs(1);

/// More checkouts than two cores make: each needs a cart of its own.
const MAX_CHECKOUTS_PER_SECOND: u64 = 3_000;

pub fn run(arguments: &Arguments, peer: Option<Peer>) -> anyhow::Result<()> {
    let folder = process::data_folder()?;
    let postgres = server::postgres(folder.path(), !arguments.without_disk)?;
    tokio::runtime::Runtime::new()?.block_on(async {
        site::fill(&postgres.config(), folder.path()).await?;
        carts::fill(&postgres.config(), arguments.checkouts()).await?;
        compare(arguments, peer, &postgres).await
    })
}

impl Arguments {
    fn is_wanted(&self, operation: Operation) -> bool {
        self.only.is_none_or(|only| only == operation)
    }

    fn checkouts(&self) -> u64 {
        let seconds = 2 * (self.rounds * self.seconds + WARM_UP.as_secs()) + 1;
        if self.is_wanted(Operation::PlaceOrder) { seconds * MAX_CHECKOUTS_PER_SECOND } else { 0 }
    }
}

async fn compare(
    arguments: &Arguments,
    peer: Option<Peer>,
    postgres: &Postgres,
) -> anyhow::Result<()> {
    let connections = arguments.database_connections;
    let stoa = server::stoa(postgres, connections)?;
    let (name, opponent, operations) = match peer {
        None => {
            let settings = stoa_db::Settings { connections, ..Default::default() };
            let handlers = Handlers::new(stoa_db::Db::connect(postgres.config(), settings))?;
            ("without HTTP", Callee::from(handlers), &Operation::ALL[..])
        }
        Some(Peer::Axum) => {
            let server = server::peer("peer-axum", postgres, connections)?;
            same_answers::check(stoa.address, server.address).await?;
            println!("Both give the same answers");
            ("axum", Callee::Server(server), &Operation::OF_PEER[..])
        }
    };
    let names = ["Stoa", name];
    let callees = [Callee::Server(stoa), opponent];
    let postmaster = Postmaster::find(&postgres.config()).await?;
    println!("{}", figures::HEADING);
    for operation in operations.iter().copied().filter(|one| arguments.is_wanted(*one)) {
        let figures = take_turns(arguments, operation, &callees, &postmaster)
            .await
            .with_context(|| operation.name())?;
        println!("{}", operation.name());
        for (name, figures) in names.iter().zip(&figures) {
            figures::medians(figures).print(name);
        }
        figures::print_ratio(&format!("Stoa / {name}"), &figures[0], &figures[1]);
    }
    Ok(())
}

/// The figures of both callees, round by round. The one that is first in a round is second in the next.
async fn take_turns(
    arguments: &Arguments,
    operation: Operation,
    callees: &[Callee; 2],
    postmaster: &Postmaster,
) -> anyhow::Result<[Vec<Figures>; 2]> {
    let time = Duration::from_secs(arguments.seconds);
    let turn = |number: usize, time| {
        load::run(&callees[number], operation, arguments.connections, time, postmaster)
    };
    for number in 0..2 {
        turn(number, WARM_UP).await?;
    }
    let mut figures = [vec![], vec![]];
    for round in 0..arguments.rounds.max(1) {
        let first = usize::from(round % 2 == 1);
        for number in [first, 1 - first] {
            figures[number].push(turn(number, time).await?);
        }
    }
    Ok(figures)
}
