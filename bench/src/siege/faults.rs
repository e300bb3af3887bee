//! What breaks without anybody's ill will, while customers go on.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::ensure;
use nix::sys::signal::Signal;
use serde_json::json;

use super::context::{Context, client_address};
use super::http::Caller;
use super::provider::Mood;
use super::server::RECOVERY;

pub struct Fault {
    pub name: &'static str,
    pub needs_small_disk: bool,
    begin: fn(Arc<Context>, Instant) -> Running,
}

type Running = Pin<Box<dyn Future<Output = anyhow::Result<()>> + Send>>;

pub static FAULTS: [Fault; 6] = [
    Fault {
        name: "slow provider",
        needs_small_disk: false,
        begin: |context, until| Box::pin(provider_is(context, Mood::Slow, until)),
    },
    Fault {
        name: "lying provider",
        needs_small_disk: false,
        begin: |context, until| Box::pin(provider_is(context, Mood::Lying, until)),
    },
    Fault {
        name: "frozen Postgres",
        needs_small_disk: false,
        begin: |context, until| Box::pin(freeze_postgres(context, until)),
    },
    Fault {
        name: "killed server",
        needs_small_disk: false,
        begin: |context, until| Box::pin(kill_server(context, until)),
    },
    Fault {
        name: "killed Postgres",
        needs_small_disk: false,
        begin: |context, until| Box::pin(kill_postgres(context, until)),
    },
    Fault {
        name: "full disk",
        needs_small_disk: true,
        begin: |context, until| Box::pin(fill_disk(context, until)),
    },
];

/// What the disk still has when it is nearly full.
const NEARLY_FULL: u64 = 48 << 20;

/// The server looks at it each second.
const WRITES_STOP_WITHIN: Duration = Duration::from_secs(5);

/// The load before and after a fault is as long as this part of its chapter.
const EDGE: u32 = 4;

impl Fault {
    /// Returns when the chapter ends, or when everything is well again if that is later.
    pub async fn run(&self, context: &Arc<Context>, until: Instant) -> anyhow::Result<()> {
        (self.begin)(context.clone(), until).await
    }
}

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
    let memory = context.server.peak();
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

/// Nearly full first, so that who looks at the disk can see it coming; then full. Reads go on all the time.
async fn fill_disk(context: Arc<Context>, until: Instant) -> anyhow::Result<()> {
    let edge = until.saturating_duration_since(Instant::now()) / EDGE;
    context.disk.leave(NEARLY_FULL)?;
    let mut caller = Caller::new(context.server.address, client_address(context.number()));
    let begin = Instant::now();
    while ask_to_write(&mut caller).await? != 503 {
        if begin.elapsed() > WRITES_STOP_WITHIN {
            context.ledger.broken("writes go on while the disk is nearly full".to_owned());
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    context.ledger.note(format!("writes stopped after {:.1} s", begin.elapsed().as_secs_f64()));
    only_reads_are_taken(&context, &mut caller, Instant::now() + edge * 2).await?;
    context.disk.leave(0)?;
    only_reads_are_taken(&context, &mut caller, until.max(Instant::now() + edge)).await?;
    context.disk.empty()?;
    let empty = Instant::now();
    while ask_to_write(&mut caller).await? == 503 {
        ensure!(empty.elapsed() < RECOVERY, "writes do not go on when the disk has room again");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    context.ledger.note(format!("writes went on after {:.1} s", empty.elapsed().as_secs_f64()));
    well_again(&context, until).await
}

/// Asks until then, and tells what should not be.
async fn only_reads_are_taken(
    context: &Context,
    caller: &mut Caller,
    until: Instant,
) -> anyhow::Result<()> {
    while Instant::now() < until {
        let read = caller.get("/api/storefront/1/categories").await?.status;
        let write = ask_to_write(caller).await?;
        if (read, write) != (200, 503) {
            let text = format!("a disk without room: a read is answered {read}, a write {write}");
            context.ledger.broken(text);
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Ok(())
}

/// The status of a write that says nothing: 400 at other times.
async fn ask_to_write(caller: &mut Caller) -> anyhow::Result<u16> {
    Ok(caller.post("/api/storefront/1/cart", &json!({})).await?.status)
}

async fn well_again(context: &Context, until: Instant) -> anyhow::Result<()> {
    let recovery = context.server.is_well_within(RECOVERY).await?;
    context.ledger.note(format!("well again after {:.1} s", recovery.as_secs_f64()));
    tokio::time::sleep_until(until.into()).await;
    Ok(())
}
