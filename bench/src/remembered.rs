//! `cargo xtask bench remembered`: answers that the server has in memory, in turn with a bare hyper server that sends the
//! same bytes.

use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use stoa::embedded_postgres::Postgres;

use crate::load::Asked;
use crate::process::{self, Server};
use crate::row::{self, Row};
use crate::stat::Postmaster;
use crate::{figures_of, load, site};

/// Measure answers from memory: whole, compressed, and not changed
#[derive(clap::Args)]
pub struct Arguments {
    /// Seconds for each turn
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// How often each has its turn; the medians count
    #[arg(long, default_value_t = 3)]
    rounds: u64,
    /// Keep-alive connections
    #[arg(long, default_value_t = 64)]
    connections: usize,
    /// Only these answers, by a part of their name
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
}

struct Case {
    name: &'static str,
    asked: Asked,
    /// Of the bare server's answer.
    status: u16,
    header: Option<[&'static str; 2]>,
}

const LIST: &str = "/api/storefront/1/products";

/// REST v1 has entity tags, the storefront has none.
const CONFIG: &str = "/api/v1/sites/1/config";
const POSTS: &str = "/api/v1/sites/1/posts";

static CASES: [Case; 5] = [
    Case {
        name: "listProducts",
        asked: Asked::Get { path: LIST, key: "" },
        status: 200,
        header: None,
    },
    Case {
        name: "listProducts, gzip",
        asked: Asked::GetWith { path: LIST, key: "", headers: "accept-encoding: gzip\r\n" },
        status: 200,
        header: Some(["content-encoding", "gzip"]),
    },
    Case {
        name: "getSiteConfig",
        asked: Asked::Get { path: CONFIG, key: site::KEY },
        status: 200,
        header: None,
    },
    Case {
        name: "listPosts",
        asked: Asked::Get { path: POSTS, key: site::KEY },
        status: 200,
        header: None,
    },
    Case {
        name: "listPosts, 304",
        asked: Asked::GetWith { path: POSTS, key: site::KEY, headers: "if-none-match: *\r\n" },
        status: 304,
        header: Some(["etag", "\"6f5902ac237024bdd0c176cb93063dc4\""]),
    },
];

/// Unmeasured, so that what is measured is remembered.
const WARM_UP: Duration = Duration::from_secs(1);

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let folder = tempfile::tempdir_in("/var/tmp")?;
    let postgres = process::postgres(folder.path(), true)?;
    let runtime = tokio::runtime::Runtime::new()?;
    let done = runtime.block_on(measure(arguments, &postgres, folder.path()));
    drop(runtime);
    drop(postgres);
    done
}

async fn measure(arguments: &Arguments, postgres: &Postgres, folder: &Path) -> anyhow::Result<()> {
    site::fill(&postgres.config(), folder).await?;
    let stoa = Server::stoa_that_remembers(postgres).await?;
    let postmaster = Postmaster::find(&postgres.config()).await?;
    let is_wanted =
        |case: &&Case| arguments.only.as_ref().is_none_or(|only| case.name.contains(only.as_str()));
    println!("{}", row::HEADING);
    for case in CASES.iter().filter(is_wanted) {
        let target = load::Target { address: stoa.address, asked: case.asked };
        let answer = load::answer(&target).await.with_context(|| case.name.to_owned())?;
        let file = folder.join("answer");
        std::fs::write(&file, &answer)?;
        let bare = Server::bare(&file, case.status, case.header).await?;
        println!("{} ({} bytes)", case.name, answer.len());
        in_turn(arguments, case, &postmaster, [&stoa, &bare]).await?;
    }
    Ok(())
}

async fn in_turn(
    arguments: &Arguments,
    case: &Case,
    postmaster: &Postmaster,
    servers: [&Server; 2],
) -> anyhow::Result<()> {
    let (time, connections) = (Duration::from_secs(arguments.seconds), arguments.connections);
    let targets = servers.map(|server| load::Target { address: server.address, asked: case.asked });
    let mut rows = [vec![], vec![]];
    for round in 0..arguments.rounds.max(1) {
        let first = usize::from(round % 2 == 1);
        for number in [first, 1 - first] {
            figures_of(servers[number], &targets[number], connections, WARM_UP).await?;
            let before = postmaster.cpu_time()?;
            let figures = figures_of(servers[number], &targets[number], connections, time).await?;
            rows[number].push(Row::served(&figures, postmaster.cpu_time()? - before));
        }
    }
    let [stoa, bare] = rows.each_ref().map(|rows| row::medians(rows));
    stoa.print("Stoa");
    bare.print("bare hyper");
    row::print_ratio("Stoa / bare hyper", &rows[0], &rows[1]);
    for (name, target, row) in [("Stoa", targets[0], &stoa), ("bare hyper", targets[1], &bare)] {
        let half = row.per_second / 2.0;
        let at_half = move || load::run_at(&target, half, connections, time);
        let figures = tokio::task::spawn_blocking(at_half).await??;
        println!(
            "  {name} at half of that: {:.0} requests/s, p50 {:.2} ms, p99 {:.2} ms",
            figures.per_second(),
            figures.p50(),
            figures.p99()
        );
    }
    Ok(())
}
