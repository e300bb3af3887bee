//! `stoa key`: creates, lists and revokes API keys.

use std::io::{Write, stderr, stdout};

use anyhow::{Result, bail, ensure};
use chrono::{DateTime, Utc};
use clap::Subcommand;
use stoa_audit::Origin;
use stoa_db::Db;
use stoa_people::ApiKeyRefusal;
use stoa_runtime::Failed;
use stoa_stores::api_keys::{CreatedKey, NewKey};
use stoa_values::text::is_control;

use crate::listing::{self, Output};

#[derive(Debug, Subcommand)]
pub enum KeyCommand {
    /// Create a key, and print its secret once
    Create {
        /// The site's id
        #[arg(long, value_name = "ID")]
        site: i64,
        /// Purpose of the key
        #[arg(long, default_value = "")]
        name: String,
        /// Time of expiry, such as 2027-01-31T00:00:00Z; the key does not expire if absent
        #[arg(long, value_name = "TIME")]
        expires: Option<DateTime<Utc>>,
        /// Requests per minute
        #[arg(long, default_value_t = 300, value_name = "N", value_parser = clap::value_parser!(i64).range(1..=1_000_000_000))]
        per_minute: i64,
    },
    /// List keys, without their secrets
    List {
        /// List only the keys of this site
        #[arg(long, value_name = "ID")]
        site: Option<i64>,
    },
    /// Revoke a key; servers notice within five seconds
    Revoke {
        /// The site's id
        #[arg(long, value_name = "ID")]
        site: i64,
        /// The key's id, as `stoa key list` shows it
        #[arg(value_name = "KEY")]
        key: i64,
    },
}

pub async fn run(command: KeyCommand, db: &Db) -> Result<()> {
    match command {
        KeyCommand::Create { site, name, expires, per_minute } => {
            let key = NewKey { name, expires_at: expires, rate_per_minute: Some(per_minute) };
            let CreatedKey { id, secret } = create(db, site, key).await?;
            writeln!(stderr(), "key {id} of site {site}; its secret is not shown again:")?;
            Ok(writeln!(stdout(), "{secret}")?)
        }
        KeyCommand::List { site } => list(db, site, &mut stdout()).await,
        KeyCommand::Revoke { site, key } => revoke(db, site, key).await,
    }
}

pub async fn create(db: &Db, site_id: i64, key: NewKey) -> Result<CreatedKey> {
    ensure!(!key.name.contains(is_control), "--name must not contain control characters");
    let origin = Origin::of_command("stoa key create");
    match stoa_people::create_api_key(db, &origin, site_id, key, Utc::now()).await {
        Ok(created) => Ok(created),
        Err(Failed::Internal(error)) => Err(error.into()),
        Err(Failed::Refused(ApiKeyRefusal::SiteNotFound | ApiKeyRefusal::RoleRefused)) => {
            bail!("site {site_id} does not exist: `stoa site list` lists the sites")
        }
    }
}

pub async fn list(db: &Db, site_id: Option<i64>, out: &mut Output) -> Result<()> {
    listing::write(
        &["SITE", "KEY", "NAME", "PER MINUTE", "CREATED", "EXPIRES", "REVOKED"],
        stoa_stores::api_keys::list(db, site_id).await?,
        out,
    )
}

pub async fn revoke(db: &Db, site_id: i64, key_id: i64) -> Result<()> {
    let origin = Origin::of_command("stoa key revoke");
    let is_revoked =
        stoa_stores::api_keys::revoke(db, &origin, site_id, key_id, Utc::now()).await?;
    ensure!(is_revoked, "site {site_id} has no valid key {key_id}: `stoa key list` shows its keys");
    Ok(())
}
