//! The sweep of all sites' orders, by one server at a time.

use std::sync::Arc;

use anyhow::Result;
use stoa_jobs::Job;
use stoa_storefront::{PAUSE, Storefront, Swept};
use tokio_postgres::{Client, Config};

use crate::database;

/// Known to servers of all versions by its lock.
pub const SWEEP: Job = Job::with_lock("sweep orders", LOCK);

const LOCK: i64 = 0x5354_4f43;

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

impl Round {
    /// The rounds of a server, one after the other.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..).map(|number| match number % ROUNDS_UNTIL_TIDY {
            0 => Self::DueAndOld,
            _ => Self::Due,
        })
    }
}

/// A round of the job.
pub async fn sweep_round(storefront: Arc<Storefront>, config: Config, round: Round) -> Result<()> {
    let client = database::connect(&config).await?;
    let swept = sweep_all_sites(&client, &storefront, round).await?;
    if swept != Swept::default() {
        tracing::info!(%swept, "orders were swept");
    }
    Ok(())
}

/// Sweeps every store; none when another server is doing so.
pub async fn sweep(
    client: &Client,
    storefront: &Storefront,
    round: Round,
) -> Result<Option<Swept>> {
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
