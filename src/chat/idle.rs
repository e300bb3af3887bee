//! Closes conversations that fell silent.

use anyhow::Result;
use chrono::{DateTime, TimeDelta, Utc};
use stoa_jobs::Job;
use stoa_live_chat::Conversation;
use tokio_postgres::{Client, Config};

use super::announce;
use crate::database;

/// A conversation without a message for so long is closed.
pub const IDLE: TimeDelta = TimeDelta::days(14);

/// Known to servers of all versions by its lock.
pub const CLOSE_IDLE: Job = Job::with_lock("close idle conversations", LOCK);

const LOCK: i64 = 0x5354_4f42;

/// A round of the job.
pub async fn close_idle_round(config: Config) -> Result<()> {
    let client = database::connect(&config).await?;
    let closed = close_in_all_sites(&client, Utc::now()).await?;
    if closed > 0 {
        tracing::info!(closed, "idle conversations were closed");
    }
    Ok(())
}

/// Closes the conversations that are idle at this time, unless another server is doing so, and returns how many.
pub async fn close_idle(client: &Client, now: DateTime<Utc>) -> Result<usize> {
    let row = client.query_one("select pg_try_advisory_lock($1)", &[&LOCK]).await?;
    if !row.try_get::<_, bool>(0)? {
        return Ok(0);
    }
    let closed = close_in_all_sites(client, now).await;
    client.execute("select pg_advisory_unlock($1)", &[&LOCK]).await?;
    closed
}

async fn close_in_all_sites(client: &Client, now: DateTime<Utc>) -> Result<usize> {
    let statement = client.prepare(include_str!("close_idle.sql")).await?;
    let mut closed = 0;
    for site in client.query("select s.id from sites s order by s.id", &[]).await? {
        let site_id: i64 = site.try_get(0)?;
        loop {
            let rows = client.query(&statement, &[&site_id, &(now - IDLE), &now]).await?;
            for row in &rows {
                let conversation = Conversation { site_id, id: row.try_get(0)? };
                announce(client, conversation, row.try_get(1)?).await?;
            }
            closed += rows.len();
            if rows.is_empty() {
                break;
            }
        }
    }
    Ok(closed)
}
