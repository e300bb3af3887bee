//! `cargo xtask bench account`: what customers who have an account ask for, beside the same without HTTP, and what the
//! hashes of others' passwords cost those who only look around.

mod cases;

use std::sync::Arc;
use std::time::Duration;

use stoa::embedded_postgres::Postgres;
use stoa_customers::Passwords;
use stoa_db::Db;

use crate::figures::{self, Figures};
use crate::load::Asked;
use crate::process::{self, Server};
use crate::store::carts;
use crate::{figures_of, load, site, statements};
use cases::{CASES, LOGIN};

/// Measure accounts: the profile, logins, lists of orders, and lists of products while passwords are hashed
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
    /// Orders of the site
    #[arg(long, default_value_t = 100_000)]
    orders: i64,
}

/// Who has an account: of each the orders are the site's by this number.
const CUSTOMERS: i64 = 10_000;

const PASSWORD: &str = "a password of the benchmark";

/// Unmeasured, so that statements are prepared and caches are warm.
const WARM_UP: Duration = Duration::from_secs(1);

/// Logins that hash while others look around.
const LOGINS: usize = 64;

/// Others, so many at once: a few, who leave the machine time, and as many as for the other figures.
const VISITORS: [usize; 2] = [4, 64];

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let folder = tempfile::tempdir_in("/var/tmp")?;
    let postgres = process::postgres(folder.path(), true)?;
    let runtime = tokio::runtime::Runtime::new()?;
    let done = runtime.block_on(async {
        site::fill(&postgres.config(), folder.path()).await?;
        fill(&postgres, arguments.orders).await?;
        let server = Server::stoa(&postgres, arguments.database_connections, 10_000).await?;
        measure(arguments, &postgres, &server).await?;
        while_passwords_are_hashed(arguments, &server).await
    });
    drop(runtime);
    drop(postgres);
    done
}

/// Makes orders, customers and their sessions by SQL.
async fn fill(postgres: &Postgres, orders: i64) -> anyhow::Result<()> {
    carts::fill_past_orders(&postgres.config(), orders).await?;
    let client = stoa::database::connect(&postgres.config()).await?;
    let hash = Passwords::default().hash(PASSWORD.to_owned().into()).await?;
    client.execute(include_str!("account/fill.sql"), &[&CUSTOMERS, &hash]).await?;
    client.batch_execute("vacuum analyze").await?;
    Ok(())
}

/// Served and alone, again and again, so that what else the machine does meets both; the best of each.
async fn measure(
    arguments: &Arguments,
    postgres: &Postgres,
    server: &Server,
) -> anyhow::Result<()> {
    let settings =
        stoa_db::Settings { connections: arguments.database_connections, ..Default::default() };
    let alone = Arc::new(cases::Alone {
        db: Db::connect(postgres.config(), settings),
        passwords: Passwords::default(),
    });
    let (connections, time) = (arguments.connections, Duration::from_secs(arguments.seconds));
    println!("{}", figures::HEADING);
    for case in &CASES {
        let target = load::Target { address: server.address, asked: case.asked };
        let alone = alone.clone();
        let call = move || (case.call)(alone.clone());
        figures_of(server, &target, connections, WARM_UP).await?;
        statements::repeat(call.clone(), connections, WARM_UP).await?;
        let mut best: Option<(Figures, Figures)> = None;
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
        if let Some((served, alone)) = best {
            figures::print(case.name, &[("served", &served), (case.alone, &alone)]);
        }
    }
    Ok(())
}

/// Lists of products by themselves, and beside logins that keep hashing.
async fn while_passwords_are_hashed(arguments: &Arguments, server: &Server) -> anyhow::Result<()> {
    let products = Asked::Get { path: "/api/storefront/1/products", key: "" };
    let products = load::Target { address: server.address, asked: products };
    let logins = load::Target { address: server.address, asked: LOGIN };
    let time = Duration::from_secs(arguments.seconds);
    for visitors in VISITORS {
        let alone = figures_of(server, &products, visitors, time).await?;
        // They begin before and end after.
        let longer = time + 2 * WARM_UP;
        let hashing = tokio::task::spawn_blocking(move || load::run(&logins, LOGINS, longer));
        tokio::time::sleep(WARM_UP).await;
        let beside = figures_of(server, &products, visitors, time).await?;
        let logins = hashing.await??;
        let name = format!("listProducts, {visitors} at once, beside {LOGINS} logins at once");
        figures::print(&name, &[("beside logins", &beside), ("by itself", &alone)]);
        println!("  p99 beside logins / by itself {:.2}", beside.p99() / alone.p99());
        figures::print_line("the logins", &logins);
    }
    Ok(())
}
