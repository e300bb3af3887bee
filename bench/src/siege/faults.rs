//! Faults: failing providers, a frozen Postgres and killed processes, while the shop is in use.

use std::sync::Arc;
use std::time::{Duration, Instant};

use nix::sys::signal::Signal;

use super::chapter::Chapter;
use super::context::Context;
use super::provider::Mood;
use super::server::RECOVERY;

pub static FAULTS: [Chapter; 5] = [
    Chapter {
        name: "slow provider",
        max_factors: None,
        begin: |context, until| Box::pin(provider_is(context, Mood::Slow, until)),
    },
    Chapter {
        name: "lying provider",
        max_factors: None,
        begin: |context, until| Box::pin(provider_is(context, Mood::Lying, until)),
    },
    Chapter {
        name: "frozen Postgres",
        max_factors: None,
        begin: |context, until| Box::pin(freeze_postgres(context, until)),
    },
    Chapter {
        name: "killed server",
        max_factors: None,
        begin: |context, until| Box::pin(kill_server(context, until)),
    },
    Chapter {
        name: "killed Postgres",
        max_factors: None,
        begin: |context, until| Box::pin(kill_postgres(context, until)),
    },
];

/// Number of equal parts of a chapter. A fault begins after the first part, and a freeze ends before the last part.
const EDGE: u32 = 4;

async fn provider_is(context: Arc<Context>, mood: Mood, until: Instant) -> anyhow::Result<()> {
    context.provider.is(mood);
    while Instant::now() < until {
        if mood == Mood::Lying {
            context.provider.lie(context.server.address, &context.ledger).await;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    context.provider.is(Mood::Well);
    Ok(())
}

async fn freeze_postgres(context: Arc<Context>, until: Instant) -> anyhow::Result<()> {
    let edge = until.saturating_duration_since(Instant::now()) / EDGE;
    tokio::time::sleep(edge).await;
    context.server.signal_postgres(Signal::SIGSTOP)?;
    tokio::time::sleep_until((until - edge).into()).await;
    context.server.signal_postgres(Signal::SIGCONT)?;
    well_again(&context, until).await
}

async fn kill_server(context: Arc<Context>, until: Instant) -> anyhow::Result<()> {
    let edge = until.saturating_duration_since(Instant::now()) / EDGE;
    tokio::time::sleep(edge).await;
    let memory = context.server.peak_memory();
    context.server.kill()?;
    let again = context.clone();
    tokio::task::spawn_blocking(move || again.server.start_again()).await??;
    context.ledger.close(memory);
    well_again(&context, until).await
}

async fn kill_postgres(context: Arc<Context>, until: Instant) -> anyhow::Result<()> {
    let edge = until.saturating_duration_since(Instant::now()) / EDGE;
    tokio::time::sleep(edge).await;
    context.server.signal_postgres(Signal::SIGKILL)?;
    well_again(&context, until).await
}

async fn well_again(context: &Context, until: Instant) -> anyhow::Result<()> {
    let recovery = context.server.is_well_within(RECOVERY).await?;
    context.ledger.note(format!("well again after {:.1} s", recovery.as_secs_f64()));
    tokio::time::sleep_until(until.into()).await;
    Ok(())
}
