//! The settings of a store, without its taxes. Keys to providers are only written.

use serde::Deserialize;
use stoa_audit::{Change, Target, record};
use stoa_db::{Db, DbError, Patch, Transaction};
use stoa_staff_reasons::{self as reasons, Failed, refusals};
use stoa_staff_types::{StoreKeysPatch, StoreSettings, StoreSettingsPatch};
use stoa_values::{Currency, IfMatch, web_url};

use crate::secrets::{SET_SECRET, UNSET_SECRET};
use crate::site::lock_site;
use crate::{Seal, SecretName};

/// Whether a store has orders.
pub const HAS_ORDERS: &str = include_str!("has_orders.sql");

/// Whether a site has a price that is no multiple of the second parameter.
pub const HAS_UNCHARGED_PRICES: &str = include_str!("has_uncharged_prices.sql");

const GET_STORE_SETTINGS: &str = include_str!("get_store_settings.sql");

refusals! {
    /// Why the settings of a store are not changed.
    pub enum StoreRefusal of reasons {
        StoreNotFound,
        SettingsHaveChanged { version },
        InvalidBaseUrl,
        /// The currency is to change.
        StoreHasOrders,
        /// The currency is to change.
        PricesCannotBeCharged,
    }
}

/// The settings of a store whose row is locked.
#[derive(Deserialize)]
struct Locked {
    version: i64,
    currency: String,
}

/// A key to set, or to delete if it has no value.
struct KeyChange {
    name: SecretName,
    /// Its property in the document.
    field: &'static str,
    value: Option<String>,
}

/// Returns the settings of a site's store.
pub async fn get_store_settings(db: &Db, site_id: i64) -> Result<Option<StoreSettings>, DbError> {
    db.opt(GET_STORE_SETTINGS, &[&site_id]).await
}

/// Applies a patch to the settings of a store, if the caller has seen their current version. `seal` encrypts the keys.
pub async fn update_store_settings(
    db: &Db,
    seal: &Seal,
    change: Change<'_>,
    seen: IfMatch<'_>,
    patch: &StoreSettingsPatch,
) -> Result<StoreSettings, Failed<StoreRefusal>> {
    let Change { site_id, origin, now } = change;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    // An import locks the site before the store, so this locks the site first.
    if patch.currency.is_some() {
        // Checkouts and changes of prices lock the site too, so they wait until the commit.
        transaction.execute(include_str!("lock_site.sql"), &[&site_id]).await?;
    } else {
        lock_site(&transaction, site_id).await?;
    }
    let before: Option<Locked> =
        transaction.opt(include_str!("lock_store_settings.sql"), &[&site_id]).await?;
    let before = before.ok_or(StoreRefusal::StoreNotFound)?;
    if !seen.allows(before.version) {
        return Err(StoreRefusal::SettingsHaveChanged { version: before.version })?;
    }
    if let Some(Some(base_url)) = &patch.base_url
        && web_url(base_url).is_none()
    {
        return Err(StoreRefusal::InvalidBaseUrl)?;
    }
    if let Some(currency) =
        patch.currency.as_deref().filter(|code| !code.eq_ignore_ascii_case(&before.currency))
    {
        check_currency(&transaction, site_id, currency).await?;
    }
    let keys = patch.keys.as_ref().map_or(Ok(Vec::new()), key_changes)?;
    let Patch { columns, fields } = Patch::of(patch)?;
    let mut fields: Vec<&str> = fields.iter().map(String::as_str).collect();
    fields.retain(|field| *field != "keys");
    fields.extend(keys.iter().map(|key| key.field));
    if !fields.is_empty() {
        let sql = include_str!("update_store_settings.sql");
        transaction.execute(sql, &[&site_id, &columns]).await?;
        for KeyChange { name, value, .. } in &keys {
            write_key(&transaction, seal, site_id, *name, value.as_deref()).await?;
        }
        let target = Target::new("store", site_id);
        record(&transaction, site_id, origin, target, &fields, now).await?;
        transaction.invalidate_cache(site_id);
        transaction.invalidate_settings(site_id);
    }
    let settings = transaction.one(GET_STORE_SETTINGS, &[&site_id]).await?;
    transaction.commit().await?;
    Ok(settings)
}

/// Refuses a currency if the store has orders, or a price that cannot be charged in it. The row of the site is locked.
async fn check_currency(
    transaction: &Transaction<'_>,
    site_id: i64,
    currency: &str,
) -> Result<(), Failed<StoreRefusal>> {
    if transaction.one(HAS_ORDERS, &[&site_id]).await? {
        return Err(StoreRefusal::StoreHasOrders)?;
    }
    let step = Currency::of(currency).step;
    if step > 1 && transaction.one(HAS_UNCHARGED_PRICES, &[&site_id, &step]).await? {
        return Err(StoreRefusal::PricesCannotBeCharged)?;
    }
    Ok(())
}

async fn write_key(
    transaction: &Transaction<'_>,
    seal: &Seal,
    site_id: i64,
    name: SecretName,
    value: Option<&str>,
) -> Result<(), DbError> {
    let name = name.as_str();
    match value {
        Some(value) => {
            let sealed = seal.seal(site_id, name, value);
            transaction.execute(SET_SECRET, &[&site_id, &name, &sealed]).await?
        }
        None => transaction.execute(UNSET_SECRET, &[&site_id, &name]).await?,
    };
    Ok(())
}

/// Returns the keys that the patch has.
fn key_changes(patch: &StoreKeysPatch) -> serde_json::Result<Vec<KeyChange>> {
    let StoreKeysPatch {
        stripe_secret_key,
        stripe_publishable_key,
        stripe_webhook_secret,
        tracking_webhook_secret,
        easypost_api_key,
        printful_api_key,
        openai_api_key,
        ship_from,
    } = patch.clone();
    let ship_from = ship_from
        .map(|address| address.map(|address| serde_json::to_string(&address)).transpose())
        .transpose()?;
    let change = |name, field, value: Option<Option<String>>| {
        value.map(|value| KeyChange { name, field, value })
    };
    let changes = [
        change(SecretName::StripeSecretKey, "keys.stripeSecretKey", stripe_secret_key),
        change(
            SecretName::StripePublishableKey,
            "keys.stripePublishableKey",
            stripe_publishable_key,
        ),
        change(SecretName::StripeWebhookSecret, "keys.stripeWebhookSecret", stripe_webhook_secret),
        change(
            SecretName::TrackingWebhookSecret,
            "keys.trackingWebhookSecret",
            tracking_webhook_secret,
        ),
        change(SecretName::EasypostApiKey, "keys.easypostApiKey", easypost_api_key),
        change(SecretName::PrintfulApiKey, "keys.printfulApiKey", printful_api_key),
        change(SecretName::OpenaiApiKey, "keys.openaiApiKey", openai_api_key),
        change(SecretName::ShipFrom, "keys.shipFrom", ship_from),
    ];
    Ok(changes.into_iter().flatten().collect())
}
