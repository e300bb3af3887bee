//! The sweep of all sites' orders, by one server at a time.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use stoa_storefront::{PAUSE, Storefront, Swept};
use tokio_postgres::{Client, Config};

use crate::database;

const ROUND: Duration = Duration::from_secs(60);

/// Of so many rounds one deletes what is old.
const ROUNDS_UNTIL_TIDY: u64 = 60;

/// How much a round does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Round {
    /// What orders wait for.
    Due,
    /// That, and what is old goes.
    DueAndOld,
}

/// Sweeps at once and then every minute, for ever.
pub async fn sweep_every_minute(storefront: Arc<Storefront>, config: Config) {
    for number in 0.. {
        let round = if number % ROUNDS_UNTIL_TIDY == 0 { Round::DueAndOld } else { Round::Due };
        match sweep_now(&storefront, &config, round).await {
            Ok(Some(swept)) if swept != Swept::default() => {
                tracing::info!(%swept, "orders were swept");
            }
            Ok(_) => {}
            Err(error) => {
                tracing::error!(%error, "orders could not be swept, trying again in a minute");
            }
        }
        tokio::time::sleep(ROUND).await;
    }
}

async fn sweep_now(
    storefront: &Storefront,
    config: &Config,
    round: Round,
) -> Result<Option<Swept>> {
    // A connection of its own, because the lock belongs to it and ends with it.
    let client = database::connect(config).await?;
    sweep(&client, storefront, round).await
}

/// Sweeps every store; none when another server is doing so.
pub async fn sweep(
    client: &Client,
    storefront: &Storefront,
    round: Round,
) -> Result<Option<Swept>> {
    // Any number will do, as long as every version of stoa names the same one.
    const LOCK: i64 = 0x5354_4f43;
    let row = client.query_one("select pg_try_advisory_lock($1)", &[&LOCK]).await?;
    if !row.try_get::<_, bool>(0)? {
        return Ok(None);
    }
    let swept = sweep_all_sites(client, storefront, round).await;
    client.execute("select pg_advisory_unlock($1)", &[&LOCK]).await?;
    swept.map(Some)
}

/// A site that fails does not keep the others from being swept.
async fn sweep_all_sites(client: &Client, storefront: &Storefront, round: Round) -> Result<Swept> {
    let mut all = Swept::default();
    let mut failure = None;
    let now = storefront.now();
    let sites = match round {
        Round::Due => client.query(include_str!("due_sites.sql"), &[&now, &(now - PAUSE)]).await?,
        Round::DueAndOld => client.query("select s.id from sites s order by s.id", &[]).await?,
    };
    for site in sites {
        let site_id: i64 = site.try_get(0)?;
        match sweep_site(storefront, site_id, round).await {
            Ok(swept) => all = all.and(swept),
            Err(error) => failure = Some(error.context(format!("site {site_id}"))),
        }
    }
    match failure {
        Some(failure) => Err(failure),
        None => Ok(all),
    }
}

async fn sweep_site(storefront: &Storefront, site_id: i64, round: Round) -> Result<Swept> {
    let swept = storefront.sweep(site_id).await?;
    Ok(match round {
        Round::Due => swept,
        Round::DueAndOld => swept.and(storefront.forget_old(site_id).await?),
    })
}
