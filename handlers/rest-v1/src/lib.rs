//! The handlers of REST v1: one file per tag, next to the folder of its SQL statements.

mod authenticate;
mod blocks;
mod css_vars;
mod media;
mod navigation_tree;
mod posts;
mod products;
mod site;
mod taxonomy;

use std::time::Duration;

use stoa_cache::Cache;
use stoa_content::previews::PreviewTokens;
use stoa_db::Db;
use stoa_rest_v1_server::RateLimits;
use stoa_runtime::Rates;
use stoa_values::{Clock, Secrets};

pub use stoa_stores::api_keys::ApiKey;

pub use authenticate::API_KEY_TTL;

use authenticate::{ApiKeys, MAX_CACHED_API_KEYS};

pub struct RestV1 {
    db: Db,
    clock: Clock,
    api_keys: ApiKeys,
    rate_limits: RateLimits,
    previews: PreviewTokens,
    /// The digest of a publicly known secret that is never accepted.
    refused: Option<[u8; 32]>,
}

impl RestV1 {
    /// Serves the sites of `db`. `clock` decides when keys and previews expire.
    pub fn new(db: Db, clock: Clock, secrets: &Secrets, rates: &Rates) -> Self {
        let clock_of_cache = clock.clone();
        let api_keys =
            Cache::with_entries("api-keys", MAX_CACHED_API_KEYS, move || clock_of_cache.steady());
        let (rate_limits, previews) = (RateLimits::new(rates), PreviewTokens::new(secrets));
        Self { db, clock, api_keys, rate_limits, previews, refused: None }
    }

    /// Sets the maximum age of a stale key while the database is down. By default no stale key is served.
    pub fn stale_if_error(self, stale_if_error: Duration) -> Self {
        Self { api_keys: self.api_keys.stale_if_error(stale_if_error), ..self }
    }

    /// Refuses this secret, even if the database has a key with it.
    pub fn refusing(mut self, secret: &str) -> Self {
        self.refused = Some(stoa_stores::api_keys::digest(secret));
        self
    }
}
