//! Settings of the response cache: its size, and the maximum age of stale responses while the database is down.

use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use stoa_db::Db;
use stoa_runtime::{CacheSettings, ResponseCache};
use stoa_values::Clock;

use super::{admin::seconds, bytes};

/// Cached responses.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Cache")]
pub struct CacheOptions {
    /// Maximum size of the response cache in bytes; 0 turns it off. A response is cached for the seconds in its
    /// document (x-cache-seconds)
    #[arg(long, env, default_value_t = 64 << 20, value_name = "BYTES", value_parser = bytes(0))]
    pub cache_bytes: usize,
    /// Maximum age in seconds of a stale response, API key or store while the database is down; 0 serves none
    #[arg(long, env, default_value = "60", value_name = "SECONDS", value_parser = seconds)]
    pub stale_if_error: Duration,
}

impl CacheOptions {
    /// Builds the cache of this database's responses. Returns `None` if the cache is turned off.
    pub fn build(&self, db: &Db, clock: Clock) -> Option<Arc<ResponseCache>> {
        let settings = CacheSettings {
            bytes: self.cache_bytes,
            stale_if_error: self.stale_if_error,
            generations: db.generations().clone(),
            reads_replicas: db.has_replicas(),
            clock: Box::new(move || clock.steady()),
            is_worth_compressing: crate::app::is_worth_compressing,
        };
        (self.cache_bytes > 0).then(|| Arc::new(ResponseCache::new(settings)))
    }
}
