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

use std::{sync::Arc, time::SystemTime};

use stoa_db::Db;
use stoa_rate_limit::RateLimit;

pub use authenticate::{ApiKey, KEY_IS_REMEMBERED, WITHOUT_KEY_PER_MINUTE};

use authenticate::{Caller, Keys};

/// Tells the time; tests bring their own.
pub type Clock = Arc<dyn Fn() -> SystemTime + Send + Sync>;

/// What serves REST v1.
pub struct RestV1 {
    db: Db,
    clock: Clock,
    keys: Keys,
    rate_limit: RateLimit<Caller>,
}

impl RestV1 {
    /// Serves what stands in this database.
    pub fn new(db: Db) -> Self {
        Self::with_clock(db, Arc::new(SystemTime::now))
    }

    /// The same at a time of the caller's choice: keys expire and rates are limited by it.
    pub fn with_clock(db: Db, clock: Clock) -> Self {
        Self { db, clock, keys: Keys::default(), rate_limit: RateLimit::default() }
    }
}
