//! Stores: their settings, remembered for a moment, and their own keys of providers, sealed at rest.

pub mod ai_credits;
pub mod api_keys;
pub mod catalog;
mod public_url;
mod seal;
mod secrets;
mod test_providers;

use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use stoa_db::{Db, DbError};
use stoa_remembered::Remembered;
use stoa_values::Clock;
use stoa_values::Secrets as ServerSecrets;
use url::Url;

pub use public_url::{find_public_url, store_public_url};
pub use seal::{Opened, Seal};
pub use secrets::{
    Resealed, SecretName, UnknownName, list_secrets, reseal, set_secret, unset_secret,
};
pub use test_providers::{TestProviders, stores_with_test_providers};

use secrets::Secrets;

/// How long a store is taken as it was last read: changes of its settings take effect within this time, while
/// the database answers. A store that is not there is not remembered.
pub const STORE_IS_REMEMBERED: Duration = Duration::from_secs(5);

/// Stores remembered at most, some 10 MB.
const MOST_STORES: usize = 10_000;

/// A store.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Store {
    pub site_id: i64,
    /// Enabled, and its site active.
    is_served: bool,
    /// ISO 4217, as the store writes it.
    pub currency: String,
    /// Whether customers may register.
    pub customer_accounts: bool,
    /// Basis points.
    pub tax_rate: i64,
    /// Whether shipping is taxed too.
    pub tax_shipping: bool,
    /// What order numbers begin with.
    pub order_prefix: String,
    /// Where the store's own pages are, without a slash at the end.
    pub base_url: Option<String>,
    /// The keys of products' metadata that everyone may see.
    pub public_metadata: Vec<String>,
    /// `test` or `stripe`, if the store has chosen one.
    pub payment_provider: Option<String>,
    /// `openai` or `test`, if the store has chosen one. What it may spend is asked of the database each time.
    pub ai_provider: Option<String>,
    secrets: Secrets,
}

/// The stores of all sites.
pub struct Stores {
    db: Db,
    clock: Clock,
    seal: Seal,
    remembered: Remembered<i64, Arc<Store>>,
}

impl Stores {
    /// The stores of this database, whose keys were sealed under these secrets of the server.
    pub fn new(db: Db, clock: Clock, secrets: impl Into<ServerSecrets>) -> Self {
        let remembered = Remembered::new("stores", STORE_IS_REMEMBERED, MOST_STORES);
        Self { db, clock, seal: Seal::new(secrets), remembered }
    }

    /// How old a store may be while the database does not answer; none is taken then unless set.
    pub fn stale_if_error(self, stale_if_error: Duration) -> Self {
        Self { remembered: self.remembered.stale_if_error(stale_if_error), ..self }
    }

    /// The site's store, if it has one that is served.
    pub async fn served(&self, site_id: i64) -> Result<Option<Arc<Store>>, DbError> {
        let now = self.clock.steady();
        if let Some(store) = self.remembered.get(&site_id, now) {
            return Ok(Some(store));
        }
        let store = self.read(site_id).await?;
        if let Some(store) = &store {
            self.remembered.insert(site_id, store.clone(), now);
        }
        Ok(store)
    }

    /// The same for who only looks around: while the database does not answer, it is the store as it was last.
    pub async fn served_at_last(&self, site_id: i64) -> Result<Option<Arc<Store>>, DbError> {
        let now = || self.clock.steady();
        let read = self.read(site_id);
        self.remembered.get_or_read(site_id, now, DbError::is_unavailable, read).await
    }

    async fn read(&self, site_id: i64) -> Result<Option<Arc<Store>>, DbError> {
        // In a box, so that calls that need not read are not made with room for it.
        let store = Box::pin(self.even_closed(site_id)).await?;
        Ok(store.filter(|store| store.is_served).map(Arc::new))
    }

    /// The site's store as it is now, served or not: payments of one that was closed still come to an end.
    pub async fn even_closed(&self, site_id: i64) -> Result<Option<Store>, DbError> {
        let store: Option<Store> = self.db.opt(include_str!("store.sql"), &[&site_id]).await?;
        Ok(store.map(|store| Store { secrets: store.secrets.opened(&self.seal, site_id), ..store }))
    }
}

impl Store {
    /// The store's own value, if it has one.
    pub fn secret(&self, name: SecretName) -> Option<&str> {
        self.secrets.get(name)
    }

    /// Whether the store has its own pages at this origin, as a browser names it.
    pub fn has_pages_at(&self, origin: &str) -> bool {
        let base_url = self.base_url.as_deref().and_then(|url| Url::parse(url).ok());
        base_url.is_some_and(|url| {
            let own = url.origin();
            own.is_tuple() && own.ascii_serialization() == origin
        })
    }
}
