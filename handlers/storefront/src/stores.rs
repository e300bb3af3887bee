//! Stores: their settings and their keys of providers, remembered for a moment.

use std::{
    collections::{BTreeMap, HashMap},
    fmt,
    str::FromStr,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, SystemTime},
};

use serde::Deserialize;
use stoa_db::{Db, DbError, Sql};
use stoa_runtime::{Documents, Error, NotFound};
use url::Url;

use crate::{Seal, Storefront};

/// How long a store is taken as it was last read: changes of its settings take effect within this time. A store
/// that is not there is not remembered.
pub const STORE_IS_REMEMBERED: Duration = Duration::from_secs(5);

/// Stores remembered at most, some 10 MB.
const MOST_STORES: usize = 10_000;

static STORE: Sql = Sql::new(include_str!("stores/store.sql"));

/// A store; one that is served is enabled, and its site active.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Store {
    pub site_id: i64,
    /// ISO 4217, as the store writes it.
    pub currency: String,
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
    /// `test` or `stripe`.
    pub payment_provider: String,
    secrets: Secrets,
}

/// What a store may have a key for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SecretName {
    StripeSecretKey,
    StripePublishableKey,
    StripeWebhookSecret,
    TrackingWebhookSecret,
    EasypostApiKey,
    /// The address that parcels are sent from, as JSON: `name`, `street`, `city`, `state`, `postalCode` and
    /// `country`, of which the country is needed.
    ShipFrom,
    PrintfulApiKey,
}

/// Values by name: sealed as they are read, open as they are remembered. Never shown.
#[derive(Default, Deserialize)]
#[serde(transparent)]
struct Secrets(BTreeMap<String, String>);

/// The stores of all sites.
pub(crate) struct Stores {
    seal: Seal,
    remembered: Mutex<HashMap<i64, (SystemTime, Arc<Store>)>>,
}

impl Storefront {
    /// The site's store, or 404.
    pub(crate) async fn store<Op: Documents<404>>(
        &self,
        site_id: i64,
    ) -> Result<Arc<Store>, Error<Op>> {
        let store = self.stores.get(&self.db, site_id, self.clock.system_time()).await?;
        Ok(store.ok_or(NotFound("Store not found"))?)
    }

    /// Whether the site's store has its own pages at this origin, as a browser names it.
    pub async fn has_pages_at(&self, site_id: i64, origin: &str) -> bool {
        // Without a database there is nothing that a page could be allowed to see.
        let store =
            self.stores.get(&self.db, site_id, self.clock.system_time()).await.ok().flatten();
        let base_url = store.and_then(|store| Url::parse(store.base_url.as_deref()?).ok());
        base_url.is_some_and(|url| {
            let own = url.origin();
            own.is_tuple() && own.ascii_serialization() == origin
        })
    }
}

impl Store {
    /// The store's own value, if it has one.
    pub fn secret(&self, name: SecretName) -> Option<&str> {
        self.secrets.0.get(name.as_str()).map(String::as_str)
    }
}

impl Stores {
    pub(crate) fn new(seal: Seal) -> Self {
        Self { seal, remembered: Mutex::default() }
    }

    /// The site's store, if it has one that is enabled.
    pub(crate) async fn get(
        &self,
        db: &Db,
        site_id: i64,
        now: SystemTime,
    ) -> Result<Option<Arc<Store>>, DbError> {
        if let Some(store) = self.remembered(site_id, now) {
            return Ok(Some(store));
        }
        let store: Option<Store> = db.opt(STORE.with(&[("served", true)]), &[&site_id]).await?;
        Ok(store.map(|store| {
            let store = Arc::new(self.unsealed(store));
            self.remember(store.clone(), now);
            store
        }))
    }

    /// The site's store as it is now, served or not: payments of one that was closed still come to an end.
    pub(crate) async fn even_closed(
        &self,
        db: &Db,
        site_id: i64,
    ) -> Result<Option<Store>, DbError> {
        let store: Option<Store> = db.opt(STORE.with(&[]), &[&site_id]).await?;
        Ok(store.map(|store| self.unsealed(store)))
    }

    /// A value that the server's secret does not open was sealed under another one: it is as if it were not there.
    fn unsealed(&self, store: Store) -> Store {
        let site_id = store.site_id;
        let sealed = store.secrets.0.into_iter();
        let open = sealed.filter_map(|(name, sealed)| {
            let value = self.seal.open(site_id, &name, &sealed);
            if value.is_none() {
                tracing::warn!(
                    site_id,
                    name,
                    "a store's key was sealed under another STOA_SECRET: set it again"
                );
            }
            Some((name, value?))
        });
        Store { secrets: Secrets(open.collect()), ..store }
    }

    fn remembered(&self, site_id: i64, now: SystemTime) -> Option<Arc<Store>> {
        let stores = self.remembered.lock().unwrap_or_else(PoisonError::into_inner);
        let (read, store) = stores.get(&site_id)?;
        is_fresh(*read, now).then(|| store.clone())
    }

    fn remember(&self, store: Arc<Store>, now: SystemTime) {
        let mut stores = self.remembered.lock().unwrap_or_else(PoisonError::into_inner);
        if stores.len() >= MOST_STORES {
            stores.retain(|_, (read, _)| is_fresh(*read, now));
        }
        if stores.len() < MOST_STORES {
            stores.insert(store.site_id, (now, store));
        }
    }
}

/// Also false when the clock was set back.
fn is_fresh(read: SystemTime, now: SystemTime) -> bool {
    now.duration_since(read).is_ok_and(|age| age < STORE_IS_REMEMBERED)
}

impl SecretName {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::StripeSecretKey,
        Self::StripePublishableKey,
        Self::StripeWebhookSecret,
        Self::TrackingWebhookSecret,
        Self::EasypostApiKey,
        Self::ShipFrom,
        Self::PrintfulApiKey,
    ];

    /// As the command line and the database have it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::StripeSecretKey => "stripe-secret-key",
            Self::StripePublishableKey => "stripe-publishable-key",
            Self::StripeWebhookSecret => "stripe-webhook-secret",
            Self::TrackingWebhookSecret => "tracking-webhook-secret",
            Self::EasypostApiKey => "easypost-api-key",
            Self::ShipFrom => "ship-from",
            Self::PrintfulApiKey => "printful-api-key",
        }
    }
}

impl FromStr for SecretName {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        Self::ALL.into_iter().find(|name| name.as_str() == text).ok_or(UnknownName)
    }
}

/// A name that no store has a value for.
#[derive(Debug)]
pub struct UnknownName;

impl fmt::Display for UnknownName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "known are {}", SecretName::ALL.map(SecretName::as_str).join(", "))
    }
}

impl std::error::Error for UnknownName {}

impl fmt::Debug for Secrets {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_set().entries(self.0.keys()).finish()
    }
}
