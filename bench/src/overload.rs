//! Measures a server with more clients than it can serve. Each client sends its next request as soon as the previous one
//! is answered, whatever `Retry-After` says.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use crate::process::{self, ServerProcess};
use crate::siege::context::client_address;
use crate::siege::http::Caller;
use crate::store::{carts, server, site};

#[derive(clap::Args)]
pub struct Arguments {
    /// Seconds for each number of clients
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// Clients that the server can just serve, which count as 1×
    #[arg(long, default_value_t = 16)]
    saturation: u32,
    /// Connections of the server to Postgres
    #[arg(long, default_value_t = 16)]
    database_connections: usize,
}

/// The numbers of clients: multiples of the saturation, and a number of connections.
const MULTIPLES: [u32; 3] = [1, 2, 10];
const MANY_CONNECTIONS: u32 = 2_000;

/// The waits for responses, by their status. A call without a response has the status 0.
type Waits = BTreeMap<u16, Vec<Duration>>;

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let folder = process::data_folder()?;
    let postgres = server::postgres(folder.path(), true)?;
    tokio::runtime::Runtime::new()?.block_on(async {
        site::fill(&postgres.config(), folder.path()).await?;
        carts::fill(&postgres.config(), 0).await?;
        let connections = arguments.database_connections;
        let stoa = server::stoa(&postgres, connections, server::Queue::On)?;
        let levels = MULTIPLES.map(|multiple| multiple * arguments.saturation);
        println!(
            "{:>8}{:>10}{:>10}{:>10}{:>8}  share and p99 ms of each status",
            "clients", "200s/s", "p50 ms", "p99 ms", "MiB"
        );
        for clients in levels.into_iter().chain([MANY_CONNECTIONS]) {
            measure(&stoa, clients, Duration::from_secs(arguments.seconds)).await?;
        }
        Ok(())
    })
}

async fn measure(stoa: &ServerProcess, clients: u32, time: Duration) -> anyhow::Result<()> {
    stoa.reset_peak_memory();
    let (address, until) = (stoa.address, Instant::now() + time);
    let mut calls: JoinSet<Waits> =
        (0..clients).map(|number| call(address, number, until)).collect();
    let mut waits = Waits::new();
    while let Some(of_client) = calls.join_next().await {
        for (status, more) in of_client? {
            waits.entry(status).or_default().extend(more);
        }
    }
    print(clients, time, &mut waits, stoa.peak_memory());
    anyhow::ensure!(!waits.contains_key(&500), "the server answered 500");
    Ok(())
}

/// Lists products and adds to a cart in turn.
async fn call(address: SocketAddr, number: u32, until: Instant) -> Waits {
    let mut caller = Caller::new(address, client_address(number));
    let mut waits = Waits::new();
    let mut is_addition = false;
    while Instant::now() < until {
        let asked = Instant::now();
        let answer = if is_addition {
            caller.post("/api/storefront/1/cart", &carts::addition()).await
        } else {
            caller.get("/api/storefront/1/products").await
        };
        is_addition = !is_addition;
        let status = answer.map_or(0, |answer| answer.status);
        waits.entry(status).or_default().push(asked.elapsed());
    }
    waits
}

fn print(clients: u32, time: Duration, waits: &mut Waits, mebibytes: u64) {
    for waits in waits.values_mut() {
        waits.sort_unstable();
    }
    let all: usize = waits.values().map(Vec::len).sum();
    let at = |waits: &[Duration], percent: usize| {
        waits.get(waits.len() * percent / 100).map_or(0.0, |wait| wait.as_secs_f64() * 1e3)
    };
    let served = waits.get(&200).map(Vec::as_slice).unwrap_or_default();
    let shares: Vec<String> = waits
        .iter()
        .map(|(status, waits)| {
            let share = waits.len() as f64 * 100.0 / all as f64;
            format!("{status}: {share:.1} %, {:.0}", at(waits, 99))
        })
        .collect();
    println!(
        "{clients:>8}{:>10.0}{:>10.1}{:>10.1}{mebibytes:>8}  {}",
        served.len() as f64 / time.as_secs_f64(),
        at(served, 50),
        at(served, 99),
        shares.join("; ")
    );
}
