//! API keys: made, listed and revoked from the command line. How a request's key is checked is rest-v1's.

use std::io::Write;

use anyhow::{Result, anyhow, ensure};
use chrono::{DateTime, Utc};
use rand::RngExt;
use rand::distr::Alphanumeric;
use sha2::{Digest, Sha256};
use tokio_postgres::Client;

use crate::listing;

/// 40 characters of 62: 238 random bits.
const SECRET_LENGTH: usize = 40;

/// A key as it is asked for.
#[derive(Default)]
pub struct NewKey {
    pub name: String,
    pub expires_at: Option<DateTime<Utc>>,
    /// Requests a minute, 300 when absent.
    pub rate_per_minute: Option<i64>,
}

/// A new key. This is the only time that its secret is known.
pub struct CreatedKey {
    pub id: i64,
    pub secret: String,
}

/// Makes a key of the site. Only the digest of its secret is stored.
pub async fn create(client: &Client, site_id: i64, key: NewKey) -> Result<CreatedKey> {
    ensure!(key.rate_per_minute.is_none_or(|rate| rate >= 1), "--per-minute must be at least 1");
    ensure!(!key.name.contains('\0'), "--name must not hold NUL");
    let random: String =
        rand::rng().sample_iter(Alphanumeric).take(SECRET_LENGTH).map(char::from).collect();
    let secret = format!("svc_live_{random}");
    let digest = Sha256::digest(&secret).to_vec();
    let row = client
        .query_opt(
            include_str!("keys/create.sql"),
            &[&site_id, &key.name, &digest, &key.expires_at, &key.rate_per_minute, &Utc::now()],
        )
        .await?;
    let row = row.ok_or_else(|| {
        anyhow!("site {site_id} does not exist: `stoa site list` shows those that do")
    })?;
    Ok(CreatedKey { id: row.try_get(0)?, secret })
}

/// Writes a line for each key, of one site or of all. Secrets are not known any more.
pub async fn list(
    client: &Client,
    site_id: Option<i64>,
    out: &mut (dyn Write + Send),
) -> Result<()> {
    let rows = client.query(include_str!("keys/list.sql"), &[&site_id]).await?;
    listing::write(
        &["SITE", "KEY", "NAME", "PER MINUTE", "CREATED", "EXPIRES", "REVOKED"],
        listing::cells(&rows)?,
        out,
    )
}

/// Makes a key invalid from now on.
pub async fn revoke(client: &Client, site_id: i64, key_id: i64) -> Result<()> {
    let revoked =
        client.execute(include_str!("keys/revoke.sql"), &[&site_id, &key_id, &Utc::now()]).await?;
    ensure!(
        revoked == 1,
        "site {site_id} has no valid key {key_id}: `stoa key list` shows its keys"
    );
    Ok(())
}
