//! `cargo xtask bench --against axum`: what visitors of a shop ask for most, answered in turn by Stoa and by a server
//! that is written by hand, on the same database.

pub mod cases;
mod same_answers;

use std::time::Duration;

use anyhow::Context;
use stoa::embedded_postgres::Postgres;

use crate::process::{self, Server};
use crate::row::{self, Row};
use crate::stat::Postmaster;
use crate::store::carts;
use crate::{Arguments, figures_of, load, site};
use cases::{CASES, Case};

/// A server written by hand.
#[derive(Clone, Copy, clap::ValueEnum)]
pub enum Peer {
    /// bench/peers/axum
    Axum,
}

impl Peer {
    fn name(self) -> &'static str {
        match self {
            Self::Axum => "axum",
        }
    }
}

/// Unmeasured, so that statements are prepared and caches are warm.
const WARM_UP: Duration = Duration::from_secs(1);

pub fn run(arguments: &Arguments, peer: Peer) -> anyhow::Result<()> {
    let folder = tempfile::tempdir_in("/var/tmp")?;
    let postgres = process::postgres(folder.path(), !arguments.without_disk)?;
    let runtime = tokio::runtime::Runtime::new()?;
    let done = runtime.block_on(async {
        site::fill(&postgres.config(), folder.path()).await?;
        carts::fill(&postgres.config(), 0).await?;
        compare(arguments, peer, &postgres).await
    });
    drop(runtime);
    drop(postgres);
    done
}

async fn compare(arguments: &Arguments, peer: Peer, postgres: &Postgres) -> anyhow::Result<()> {
    let name = peer.name();
    let connections = arguments.database_connections;
    let servers = [
        ("Stoa", Server::stoa(postgres, connections, 10_000).await?),
        (name, Server::peer(name, postgres, connections).await?),
    ];
    same_answers::check(servers[0].1.address, servers[1].1.address).await?;
    println!("Both give the same answers");
    let postmaster = Postmaster::find(&postgres.config()).await?;
    println!("{}", row::HEADING);
    for case in CASES.iter().filter(|case| arguments.is_wanted(case.name)) {
        let turns = Turns { arguments, case, postgres, postmaster: &postmaster, servers: &servers };
        let [stoa, by_hand, sql] = turns.take().await.with_context(|| case.name.to_owned())?;
        println!("{}", case.name);
        row::medians(&stoa).print("Stoa");
        row::medians(&by_hand).print(name);
        if !sql.is_empty() {
            row::medians(&sql).print(&format!("{name}'s SQL by pgbench"));
        }
        row::print_ratio(&format!("Stoa / {name}"), &stoa, &by_hand);
        row::print_ratio(&format!("{name} / its SQL"), &by_hand, &sql);
    }
    Ok(())
}

struct Turns<'a> {
    arguments: &'a Arguments,
    case: &'static Case,
    postgres: &'a Postgres,
    postmaster: &'a Postmaster,
    servers: &'a [(&'static str, Server); 2],
}

impl Turns<'_> {
    /// What was measured of the two servers, and of the second one's SQL alone, round by round. Whoever was first in
    /// one round is second in the next.
    async fn take(&self) -> anyhow::Result<[Vec<Row>; 3]> {
        let time = Duration::from_secs(self.arguments.seconds);
        for number in 0..2 {
            self.served(number, WARM_UP).await?;
        }
        let mut rows = [vec![], vec![], vec![]];
        for round in 0..self.arguments.rounds.max(1) {
            let first = usize::from(round % 2 == 1);
            for number in [first, 1 - first] {
                rows[number].push(self.served(number, time).await?);
            }
            rows[2].extend(self.sql_alone(time).await?);
        }
        Ok(rows)
    }

    async fn served(&self, number: usize, time: Duration) -> anyhow::Result<Row> {
        let server = &self.servers[number].1;
        let target = load::Target { address: server.address, asked: self.case.asked };
        let before = self.postmaster.cpu_time()?;
        let figures = figures_of(server, &target, self.arguments.connections, time).await?;
        Ok(Row::served(&figures, self.postmaster.cpu_time()? - before))
    }

    /// Nothing where Postgres came without pgbench.
    async fn sql_alone(&self, time: Duration) -> anyhow::Result<Option<Row>> {
        let before = self.postmaster.cpu_time()?;
        let connections = self.arguments.database_connections;
        let done =
            self.case.run_by_pgbench(self.postgres, self.postmaster, connections, time).await?;
        let Some(done) = done else { return Ok(None) };
        Ok(Some(Row::sql_alone(&done, self.postmaster.cpu_time()? - before)))
    }
}
