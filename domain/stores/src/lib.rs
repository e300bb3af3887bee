//! Stores: their settings (cached for a second), catalogs, API keys and AI credits, and their secrets for
//! providers, which are encrypted in the database.

pub mod ai_credits;
pub mod api_keys;
pub mod catalog;
mod seal;
mod secrets;
pub mod settings;
pub mod site;
pub mod tax;

use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use stoa_cache::{Cache, Cached, Freshness};
use stoa_db::{Db, DbError};
use stoa_values::Clock;
use stoa_values::Secrets as ServerSecrets;
use url::Url;

pub use seal::{Opened, Seal};
pub use secrets::{
    Resealed, SecretName, UnknownName, list_secrets, reseal, set_secret, unset_secret,
};

use secrets::Secrets;

/// Time for which the old value of a store's setting still applies after a change, while the database answers.
///
/// A store is cached for this time. A change by this process applies at once.
pub const STORE_TTL: Duration = Duration::from_secs(1);

/// Maximum number of cached stores, which take about 10 MB.
const MAX_CACHED_STORES: usize = 10_000;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Store {
    pub site_id: i64,
    /// Whether the store is enabled and its site active.
    is_served: bool,
    /// ISO 4217 code, in upper or lower case as the store's settings have it.
    pub currency: String,
    pub customer_accounts: bool,
    /// Whether customers may have none of the 10,000 most common passwords.
    pub refuse_common_passwords: bool,
    /// In basis points.
    pub tax_rate: i64,
    pub tax_shipping: bool,
    /// Whether a checkout of a product with a weight needs a shipping rate.
    pub requires_shipping_rate: bool,
    pub order_prefix: String,
    /// The URL of the store's own pages, without a trailing slash.
    pub base_url: Option<String>,
    /// The keys of products' metadata that are public.
    pub public_metadata: Vec<String>,
    /// `test` or `stripe`; `None` if the store has not chosen a provider.
    pub payment_provider: Option<String>,
    /// `openai` or `test`. `None` means OpenAI, if the store or the server has a key for it. Credits are not cached:
    /// each AI call reads them.
    pub ai_provider: Option<String>,
    secrets: Secrets,
}

pub struct Stores {
    db: Db,
    seal: Seal,
    cache: Cache<i64, Arc<Store>, DbError>,
}

impl Stores {
    /// `secrets` are the server's secrets, under which the stores' secrets are sealed.
    pub fn new(db: Db, clock: Clock, secrets: impl Into<ServerSecrets>) -> Self {
        let cache = Cache::with_entries("stores", MAX_CACHED_STORES, move || clock.steady());
        Self { db, seal: Seal::new(secrets), cache }
    }

    /// Sets the maximum age of a stale store while the database is down. By default, no stale store is served.
    pub fn stale_if_error(self, stale_if_error: Duration) -> Self {
        Self { cache: self.cache.stale_if_error(stale_if_error), ..self }
    }

    /// Returns the site's store if the store is enabled and the site is active. Never returns a stale store.
    pub async fn served(&self, site_id: i64) -> Result<Option<Arc<Store>>, DbError> {
        match self.cached(site_id).await? {
            Some(Cached { stale_for: Some(_), .. }) => self.read(site_id).await,
            store => Ok(store.map(|store| store.value)),
        }
    }

    /// Like [`Stores::served`], but returns a stale store while the database is down. Only operations that write
    /// nothing may use this.
    pub async fn served_or_stale(&self, site_id: i64) -> Result<Option<Arc<Store>>, DbError> {
        Ok(self.cached(site_id).await?.map(|store| store.value))
    }

    async fn cached(&self, site_id: i64) -> Result<Option<Cached<Arc<Store>>>, DbError> {
        // Orders invalidate the site's responses, but not its settings.
        let generation = self.db.settings_generations().current(site_id);
        let freshness = Freshness { ttl: STORE_TTL, generation };
        self.cache.get_or_load(site_id, freshness, self.read(site_id)).await
    }

    async fn read(&self, site_id: i64) -> Result<Option<Arc<Store>>, DbError> {
        // Boxed, so that the future of a cache hit is small.
        let store = Box::pin(self.served_or_closed(site_id)).await?;
        Ok(store.filter(|store| store.is_served).map(Arc::new))
    }

    /// Reads the site's store from the database, even if the store is disabled or the site is inactive. Payments of
    /// such a store are still settled.
    pub async fn served_or_closed(&self, site_id: i64) -> Result<Option<Store>, DbError> {
        let store: Option<Store> = self.db.opt(include_str!("store.sql"), &[&site_id]).await?;
        Ok(store.map(|store| Store { secrets: store.secrets.opened(&self.seal, site_id), ..store }))
    }
}

impl Store {
    pub fn secret(&self, name: SecretName) -> Option<&str> {
        self.secrets.get(name)
    }

    /// Whether the store's own pages have this origin, as browsers write it in `Origin`.
    pub fn has_pages_at(&self, origin: &str) -> bool {
        let base_url = self.base_url.as_deref().and_then(|url| Url::parse(url).ok());
        base_url.is_some_and(|url| {
            let own = url.origin();
            own.is_tuple() && own.ascii_serialization() == origin
        })
    }
}

pub async fn store_public_url(db: &Db, public_url: &str) -> Result<(), DbError> {
    db.execute(include_str!("public_url/store.sql"), &[&public_url]).await?;
    Ok(())
}

/// Returns the public URL of the server that was started last.
pub async fn find_public_url(db: &Db) -> Result<Option<String>, DbError> {
    db.opt(include_str!("public_url/find.sql"), &[]).await
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TestProviders {
    pub site_id: i64,
    pub payments: bool,
    pub ai: bool,
}

/// Returns the enabled stores of all sites that use a test provider.
pub async fn stores_with_test_providers(db: &Db) -> Result<Vec<TestProviders>, DbError> {
    db.rows(include_str!("stores_with_test_providers.sql"), &[]).await
}
