//! `stoa key`: creates, lists and revokes API keys.

use std::io::{Write, stderr, stdout};

use anyhow::{Result, bail, ensure};
use chrono::Utc;
use stoa_audit::Origin;
use stoa_db::Db;
use stoa_people::ApiKeyRefusal;
use stoa_runtime::Failed;
use stoa_stores::api_keys::{CreatedKey, NewKey};
use stoa_values::text::is_control;

use crate::config::KeyCommand;
use crate::listing;

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
    ensure!(key.rate_per_minute.is_none_or(|rate| rate >= 1), "--per-minute must be at least 1");
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

pub async fn list(db: &Db, site_id: Option<i64>, out: &mut (dyn Write + Send)) -> Result<()> {
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
