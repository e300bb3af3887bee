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

use stoa_clock::Clock;
use stoa_db::Db;
use stoa_rate_limit::RateLimit;
use stoa_remembered::Remembered;

pub use stoa_api_keys::ApiKey;

pub use authenticate::{KEY_IS_REMEMBERED, WITHOUT_KEY_PER_MINUTE};

use authenticate::{KeyId, Keys, MOST_KEYS, SiteAndNetwork};

/// What serves REST v1.
pub struct RestV1 {
    db: Db,
    clock: Clock,
    keys: Keys,
    calls_by_key: RateLimit<KeyId>,
    /// Counted apart: there are as many addresses as somebody may have, and only as many keys as sites give away.
    calls_without_key: RateLimit<SiteAndNetwork>,
}

impl RestV1 {
    /// Serves what stands in this database. By the clock keys expire and rates are limited.
    pub fn new(db: Db, clock: Clock) -> Self {
        let keys = Remembered::new(KEY_IS_REMEMBERED, MOST_KEYS);
        Self {
            db,
            clock,
            keys,
            calls_by_key: RateLimit::default(),
            calls_without_key: RateLimit::default(),
        }
    }
}
