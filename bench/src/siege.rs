//! `cargo xtask siege` attacks a shop in use and injects faults. It reports the responses, lost or duplicated data, the
//! server's memory, and how long innocent callers waited.
//!
//! Each attack and each fault has a chapter with its own figures; customers and visitors never pause. The siege fails
//! if acknowledged data is lost or duplicated, if any response is a 500, if the server panics, or if the server uses
//! more memory than `--memory` allows.

mod attacks;
mod audit;
mod chapter;
pub mod context;
mod customers;
mod faults;
pub mod http;
mod ledger;
mod patrons;
mod provider;
mod report;
mod server;
mod site;
mod victim;
mod visitors;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::bail;
use tokio::task::JoinSet;

use attacks::ATTACKS;
use chapter::Chapter;
use context::Context;
use faults::FAULTS;
use server::Server;
use victim::VictimCall;

use crate::process;

/// Attack a shop in use, inject faults, and check that no data is lost or duplicated
#[derive(clap::Args)]
pub struct Arguments {
    /// Seconds of load of a round, divided among the chapters
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// Run for 20 seconds, with the build that the tests use
    #[arg(long)]
    short: bool,
    /// Concurrent customers; each makes one visit after another
    #[arg(long, default_value_t = 8)]
    customers: usize,
    /// Concurrent visitors of live chat
    #[arg(long, default_value_t = 4)]
    visitors: usize,
    /// Times that the chapters are repeated. From 5 on, the siege fails if an attack slows the victim by more than the
    /// factor that its chapter allows, by the median of all rounds
    #[arg(long, default_value_t = 1)]
    rounds: usize,
    /// Fail if the server uses more memory than this, in MiB
    #[arg(long, default_value_t = 1024, value_name = "MIB")]
    memory: u64,
    /// The server's --limit, may be repeated; an empty value sets none, so the documents' limits apply
    #[arg(long, default_value = "all=off", value_name = "NAME=VALUE")]
    limit: Vec<String>,
    /// Run only chapters whose name contains this; may be repeated
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Program of the server; by default `stoa` in the folder of this program
    #[arg(long, value_name = "FILE")]
    server: Option<PathBuf>,
}

const SHORT_SECONDS: u64 = 20;

/// Minimum number of rounds to judge by. Factors of single runs differ too much.
const JUDGED_ROUNDS: usize = 5;

static CALM: Chapter = Chapter {
    name: "calm",
    max_factors: None,
    begin: |_, until| {
        Box::pin(async move {
            tokio::time::sleep_until(until.into()).await;
            Ok(())
        })
    },
};

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let folder = process::data_folder()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let outcome = runtime.block_on(besiege(arguments, folder.path()));
    runtime.shutdown_timeout(Duration::from_secs(1));
    if !outcome?.is_clean(arguments.memory) {
        bail!("the shop did not stand");
    }
    Ok(())
}

async fn besiege(arguments: &Arguments, folder: &Path) -> anyhow::Result<report::Outcome> {
    let provider = provider::Provider::start().await?;
    let server =
        Server::start(arguments.server.as_deref(), &arguments.limit, folder, &provider.url)?;
    site::complete(&server.database()?).await?;
    let context = Arc::new(Context::new(server, provider));
    let chapters = arguments.chapters();
    let seconds = if arguments.short { SHORT_SECONDS } else { arguments.seconds };
    let time = Duration::from_secs(seconds) / u32::try_from(chapters.len().max(1))?;
    let is_judged = arguments.rounds >= JUDGED_ROUNDS;

    let mut callers = JoinSet::new();
    for _ in 0..arguments.customers {
        callers.spawn(customers::shop(context.clone()));
    }
    for number in 0..arguments.visitors {
        callers.spawn(visitors::chat(context.clone(), number));
    }
    callers.spawn(patrons::shop(context.clone()));
    callers.spawn(victim::call(context.clone(), VictimCall::List));
    callers.spawn(victim::call(context.clone(), VictimCall::Addition));

    let rounds = chapters.repeat(arguments.rounds);
    for (number, chapter) in rounds.iter().enumerate() {
        eprint_progress(number, rounds.len(), chapter.name);
        context.ledger.turn_to(chapter.name);
        context.server.reset_peak_memory();
        let until = Instant::now() + time;
        (chapter.begin)(context.clone(), until).await?;
        context.ledger.close(context.server.peak_memory());
    }
    context.ledger.turn_to("the end");
    context.stop();
    while callers.join_next().await.is_some() {}
    context.server.is_well_within(server::RECOVERY).await?;
    let audit = audit::audit(&context).await?;
    context.ledger.close(context.server.peak_memory());
    let judged: &[_] = if is_judged { &chapters } else { &[] };
    let outcome = report::Outcome::new(&context, audit, judged);
    outcome.print(arguments.memory);
    Ok(outcome)
}

impl Arguments {
    fn chapters(&self) -> Vec<&'static Chapter> {
        let all = [&CALM].into_iter().chain(&ATTACKS).chain(&FAULTS);
        let is_wanted = |chapter: &&Chapter| {
            self.only.is_empty() || self.only.iter().any(|part| chapter.name.contains(part))
        };
        all.filter(is_wanted).collect()
    }
}

#[allow(clippy::print_stderr, reason = "who waits for a minute sees where it is")]
fn eprint_progress(number: usize, of: usize, name: &str) {
    eprintln!("{}/{of} {name}", number + 1);
}
