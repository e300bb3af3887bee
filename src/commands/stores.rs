//! `stoa store`: stores' own keys to their providers, encrypted with the server's secret and never shown again.

use std::io::{Read, stdin, stdout};

use anyhow::{Context, Result, ensure};
use chrono::Utc;
use clap::Subcommand;
use stoa_audit::Origin;
use stoa_db::Db;
use stoa_stores::{Resealed, Seal, SecretName, list_secrets, set_secret, unset_secret};

use crate::config::ProviderSettings;
use crate::database::Database;
use crate::listing::{self, Output};
use crate::text;

#[derive(Debug, Subcommand)]
pub enum StoreCommand {
    /// Store a value, which is read from standard input; servers notice within a second
    Set {
        /// The site's id
        #[arg(long, value_name = "ID")]
        site: i64,
        /// Name of the value, such as stripe-secret-key; `stoa store secrets` lists all names
        name: SecretName,
        #[command(flatten)]
        providers: Box<ProviderSettings>,
    },
    /// Delete a value
    Unset {
        /// The site's id
        #[arg(long, value_name = "ID")]
        site: i64,
        /// Name of the value, such as stripe-secret-key
        name: SecretName,
    },
    /// After a change of STOA_SECRET: encrypt the values with the new secret, so that STOA_OLD_SECRET can be removed
    Reseal {
        /// Encrypt only the values of this site's store
        #[arg(long, value_name = "ID")]
        site: Option<i64>,
        #[command(flatten)]
        providers: Box<ProviderSettings>,
    },
    /// List the names of values, and which of them the store has, without the values
    Secrets {
        /// The site's id
        #[arg(long, value_name = "ID")]
        site: i64,
    },
}

pub async fn run(command: StoreCommand, database: &Database, db: &Db) -> Result<()> {
    match command {
        StoreCommand::Set { site, name, providers } => {
            let seal = Seal::new(providers.secrets(database)?);
            set(db, &seal, site, name, &read_value(stdin().lock())?).await
        }
        StoreCommand::Unset { site, name } => unset(db, site, name).await,
        StoreCommand::Reseal { site, providers } => {
            reseal(db, &Seal::new(providers.secrets(database)?), site, &mut stdout()).await
        }
        StoreCommand::Secrets { site } => secrets(db, site, &mut stdout()).await,
    }
}

/// Maximum size of a value. Keys of providers and addresses are shorter.
const MAX_SECRET_VALUE_BYTES: u64 = 10_000;

/// Reads a value, and removes the white space around it.
pub fn read_value(input: impl Read) -> Result<String> {
    let mut value = Vec::new();
    input.take(MAX_SECRET_VALUE_BYTES + 1).read_to_end(&mut value)?;
    ensure!(
        value.len() as u64 <= MAX_SECRET_VALUE_BYTES,
        "the value is longer than {MAX_SECRET_VALUE_BYTES} bytes"
    );
    let value = text::decode(value).context("the value on standard input is not text")?;
    let value = value.trim();
    ensure!(!value.is_empty(), "the value is read from standard input, which is empty");
    ensure!(!value.contains('\0'), "the value must not contain NUL");
    Ok(value.to_owned())
}

pub async fn set(db: &Db, seal: &Seal, site_id: i64, name: SecretName, value: &str) -> Result<()> {
    let origin = Origin::of_command("stoa store set");
    let is_set = set_secret(db, &origin, seal, site_id, name, value).await?;
    ensure!(is_set, no_store(site_id));
    Ok(())
}

pub async fn unset(db: &Db, site_id: i64, name: SecretName) -> Result<()> {
    let origin = Origin::of_command("stoa store unset");
    let is_unset = unset_secret(db, &origin, site_id, name).await?;
    ensure!(is_unset, "site {site_id} has no {}", name.as_str());
    Ok(())
}

/// Encrypts again, with the current secret, the values that were encrypted with the old one, and without a site also the
/// TOTP secrets of people. Fails if neither secret decrypts a value, and lists these values.
pub async fn reseal(db: &Db, seal: &Seal, site_id: Option<i64>, out: &mut Output) -> Result<()> {
    let origin = Origin::of_command("stoa store reseal");
    let Resealed { resealed, lost } = stoa_stores::reseal(db, &origin, seal, site_id).await?;
    writeln!(out, "{resealed} values are now encrypted with the new secret")?;
    let of_people = match site_id {
        Some(_) => stoa_people::Resealed::default(),
        None => stoa_people::reseal_totp(db, &origin, seal, Utc::now()).await?,
    };
    if of_people.resealed > 0 {
        writeln!(out, "{} TOTP secrets are too", of_people.resealed)?;
    }
    let of_webhooks =
        stoa_webhooks::reseal_webhook_secrets(db, &origin, seal, site_id, Utc::now()).await?;
    if of_webhooks.resealed > 0 {
        writeln!(out, "the secrets of {} webhook endpoints are too", of_webhooks.resealed)?;
    }
    let lost: Vec<String> =
        lost.iter().map(|(site_id, name)| format!("{name} of site {site_id}")).collect();
    ensure!(
        lost.is_empty(),
        "neither STOA_SECRET nor STOA_OLD_SECRET decrypts {}: set them again",
        lost.join(", ")
    );
    ensure!(
        of_people.lost.is_empty(),
        "neither STOA_SECRET nor STOA_OLD_SECRET decrypts the TOTP secrets of {}: they log in with a recovery code, or \
         `stoa staff remove-totp` turns TOTP off",
        of_people.lost.join(", ")
    );
    let endpoints = of_webhooks.lost.iter();
    let endpoints: Vec<String> =
        endpoints.map(|(site_id, id)| format!("{id} of site {site_id}")).collect();
    ensure!(
        endpoints.is_empty(),
        "neither STOA_SECRET nor STOA_OLD_SECRET decrypts the secrets of the webhook endpoints {}: rotate them by \
         rotateWebhookSecret",
        endpoints.join(", ")
    );
    Ok(())
}

/// Writes, for each name, whether the site's store has a value for it.
pub async fn secrets(db: &Db, site_id: i64, out: &mut Output) -> Result<()> {
    let secrets = list_secrets(db, site_id).await?;
    ensure!(!secrets.is_empty(), no_store(site_id));
    let yes_or_no = |is_set| if is_set { "yes" } else { "no" };
    let rows = secrets
        .into_iter()
        .map(|(name, is_set)| vec![Some(name), Some(yes_or_no(is_set).to_owned())]);
    listing::write(&["NAME", "SET"], rows, out)
}

fn no_store(site_id: i64) -> String {
    format!("site {site_id} has no store: `stoa site list` shows the sites")
}
