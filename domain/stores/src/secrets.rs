//! A store's own secrets for its providers: sealed in the database, opened in memory, never shown.

use std::{collections::BTreeMap, fmt, str::FromStr};

use chrono::Utc;
use serde::Deserialize;
use stoa_audit::{Origin, Target, record};
use stoa_db::{Db, DbError, ToSql, Transaction};

use crate::Seal;
use crate::site::lock_site;

pub(crate) const SET_SECRET: &str = include_str!("secrets/set.sql");
pub(crate) const UNSET_SECRET: &str = include_str!("secrets/unset.sql");

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SecretName {
    StripeSecretKey,
    StripePublishableKey,
    StripeWebhookSecret,
    TrackingWebhookSecret,
    EasypostApiKey,
    /// The sender's address of parcels, as JSON with `name`, `street`, `city`, `state`, `postalCode` and `country`.
    /// Only the country is required.
    ShipFrom,
    PrintfulApiKey,
    OpenaiApiKey,
}

/// Values by name. They are sealed when they are read from the database, and [`Secrets::opened`] decrypts them.
#[derive(Default, Deserialize)]
#[serde(transparent)]
pub(crate) struct Secrets(BTreeMap<String, String>);

/// Stores a value for the site's store. Returns false if there is no store.
pub async fn set_secret(
    db: &Db,
    origin: &Origin,
    seal: &Seal,
    site_id: i64,
    name: SecretName,
    value: &str,
) -> Result<bool, DbError> {
    let sealed = seal.seal(site_id, name.as_str(), value);
    let params = [&site_id as _, &name.as_str() as _, &sealed as _];
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    raise_version(&transaction, site_id).await?;
    change(transaction, origin, site_id, name.as_str(), SET_SECRET, &params).await
}

/// Deletes a value. Returns false if there was no value.
pub async fn unset_secret(
    db: &Db,
    origin: &Origin,
    site_id: i64,
    name: SecretName,
) -> Result<bool, DbError> {
    let params = [&site_id as _, &name.as_str() as _];
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    raise_version(&transaction, site_id).await?;
    change(transaction, origin, site_id, name.as_str(), UNSET_SECRET, &params).await
}

/// Raises the version of the site's store, so that a change by a caller who has seen an older version is refused. Locks
/// the site and then the store, as a change by staff does.
async fn raise_version(transaction: &Transaction<'_>, site_id: i64) -> Result<(), DbError> {
    lock_site(transaction, site_id).await?;
    transaction.execute(include_str!("secrets/raise_version.sql"), &[&site_id]).await?;
    Ok(())
}

/// Runs the last statement of a transaction, which changes a value, records the change, and commits. Returns false if the
/// statement changes no row. Then nothing is changed.
async fn change(
    transaction: Transaction<'_>,
    origin: &Origin,
    site_id: i64,
    name: &str,
    sql: &str,
    params: &[&(dyn ToSql + Sync)],
) -> Result<bool, DbError> {
    if transaction.execute(sql, params).await? == 0 {
        return Ok(false);
    }
    let target = Target::new("store_secret", name);
    record(&transaction, site_id, origin, target, &["value"], Utc::now()).await?;
    transaction.invalidate_cache(site_id);
    transaction.invalidate_settings(site_id);
    transaction.commit().await?;
    Ok(true)
}

/// Returns every name, and whether the site's store has a value for it. Returns nothing if the site has no store.
pub async fn list_secrets(db: &Db, site_id: i64) -> Result<Vec<(String, bool)>, DbError> {
    let names = SecretName::ALL.map(SecretName::as_str);
    db.rows(include_str!("secrets/list.sql"), &[&site_id, &names.as_slice()]).await
}

#[derive(Debug, Default)]
pub struct Resealed {
    /// Number of values that were sealed under an old secret and are now sealed under the current secret.
    pub resealed: u64,
    /// Sites and names of values that cannot be opened with any of the server's secrets.
    pub lost: Vec<(i64, String)>,
}

/// A row of `sealed.sql`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SealedValue {
    site_id: i64,
    name: String,
    sealed: String,
}

/// Seals values again under the server's current secret, if they were sealed under an old secret. If `site_id` is
/// `None`, this covers all sites. Each value is changed and recorded in its own transaction.
pub async fn reseal(
    db: &Db,
    origin: &Origin,
    seal: &Seal,
    site_id: Option<i64>,
) -> Result<Resealed, DbError> {
    let mut done = Resealed::default();
    let values: Vec<SealedValue> = db.rows(include_str!("secrets/sealed.sql"), &[&site_id]).await?;
    for SealedValue { site_id, name, sealed } in values {
        match seal.open(site_id, &name, &sealed) {
            Some(opened) if opened.secret > 0 => {
                let anew = seal.seal(site_id, &name, &opened.value);
                let sql = include_str!("secrets/reseal.sql");
                let params = [&site_id as _, &name as _, &sealed as _, &anew as _];
                let mut connection = db.connection().await?;
                let transaction = connection.transaction();
                let is_changed = change(transaction, origin, site_id, &name, sql, &params).await?;
                done.resealed += u64::from(is_changed);
            }
            Some(_) => {}
            None => done.lost.push((site_id, name)),
        }
    }
    Ok(done)
}

impl Secrets {
    pub(crate) fn get(&self, name: SecretName) -> Option<&str> {
        self.0.get(name.as_str()).map(String::as_str)
    }

    /// Decrypts the values. If a value cannot be opened with this server's secrets, logs that and leaves the value out.
    pub(crate) fn opened(self, seal: &Seal, site_id: i64) -> Self {
        let open = self.0.into_iter().filter_map(|(name, sealed)| {
            let value = seal.open(site_id, &name, &sealed);
            if value.is_none() {
                tracing::warn!(
                    site_id,
                    name,
                    "a store's key was sealed under another STOA_SECRET: set it again"
                );
            }
            Some((name, value?.value))
        });
        Self(open.collect())
    }
}

impl fmt::Debug for Secrets {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_set().entries(self.0.keys()).finish()
    }
}

impl SecretName {
    pub const ALL: [Self; 8] = [
        Self::StripeSecretKey,
        Self::StripePublishableKey,
        Self::StripeWebhookSecret,
        Self::TrackingWebhookSecret,
        Self::EasypostApiKey,
        Self::ShipFrom,
        Self::PrintfulApiKey,
        Self::OpenaiApiKey,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::StripeSecretKey => "stripe-secret-key",
            Self::StripePublishableKey => "stripe-publishable-key",
            Self::StripeWebhookSecret => "stripe-webhook-secret",
            Self::TrackingWebhookSecret => "tracking-webhook-secret",
            Self::EasypostApiKey => "easypost-api-key",
            Self::ShipFrom => "ship-from",
            Self::PrintfulApiKey => "printful-api-key",
            Self::OpenaiApiKey => "openai-api-key",
        }
    }
}

impl FromStr for SecretName {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        Self::ALL.into_iter().find(|name| name.as_str() == text).ok_or(UnknownName)
    }
}

#[derive(Debug)]
pub struct UnknownName;

impl fmt::Display for UnknownName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "known are {}", SecretName::ALL.map(SecretName::as_str).join(", "))
    }
}

impl std::error::Error for UnknownName {}
