//! The handlers of REST v1: one file for each tag beside the folder of its statements.

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
use stoa_db::Db;
use stoa_rest_v1_server::RateLimits;
use stoa_runtime::Rates;
use stoa_values::Clock;

pub use stoa_stores::api_keys::ApiKey;

pub use authenticate::API_KEY_TTL;

use authenticate::{ApiKeys, MAX_CACHED_API_KEYS};

/// What serves REST v1.
pub struct RestV1 {
    db: Db,
    clock: Clock,
    api_keys: ApiKeys,
    rate_limits: RateLimits,
    /// The digest of a secret that everyone knows, which is none here.
    refused: Option<[u8; 32]>,
}

impl RestV1 {
    /// Serves what stands in this database. By the clock keys expire.
    pub fn new(db: Db, clock: Clock, rates: &Rates) -> Self {
        let clock_of_cache = clock.clone();
        let api_keys =
            Cache::with_entries("api-keys", MAX_CACHED_API_KEYS, move || clock_of_cache.steady());
        Self { db, clock, api_keys, rate_limits: RateLimits::new(rates), refused: None }
    }

    /// The maximum age of a stale key while the database is down; none is served unless set.
    pub fn stale_if_error(self, stale_if_error: Duration) -> Self {
        Self { api_keys: self.api_keys.stale_if_error(stale_if_error), ..self }
    }

    /// Takes this secret for no key's, whatever the database says.
    pub fn refusing(mut self, secret: &str) -> Self {
        self.refused = Some(stoa_stores::api_keys::digest(secret));
        self
    }
}
