//! How much is remembered of what was answered, and how old it may be while the database is gone.

use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use stoa_db::Db;
use stoa_runtime::{CacheSettings, ResponseCache};
use stoa_values::Clock;

use super::{admin::seconds, number};

/// Answers that are remembered.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Answers from memory")]
pub struct MemorySettings {
    /// Bytes of answers that are remembered for as long as their document says (x-remember); 0 remembers none
    #[arg(
        long,
        env = "STOA_REMEMBER_BYTES",
        default_value_t = 64 * 1024 * 1024,
        value_name = "BYTES",
        value_parser = number::<usize>(0..=1 << 40)
    )]
    pub remember_bytes: usize,
    /// Seconds that an answer, a key or a store may be old that is taken because the database does not answer; 0 takes none
    #[arg(
        long,
        env = "STOA_STALE_IF_ERROR",
        default_value = "60",
        value_name = "SECONDS",
        value_parser = seconds
    )]
    pub stale_if_error: Duration,
}

impl MemorySettings {
    /// What answers of this database are remembered in, if they are.
    pub fn cache(&self, db: &Db, clock: Clock) -> Option<Arc<ResponseCache>> {
        let settings = CacheSettings {
            bytes: self.remember_bytes,
            stale_if_error: self.stale_if_error,
            changes: db.changes().clone(),
            clock: Box::new(move || clock.steady()),
            is_worth_compressing: crate::app::is_worth_compressing,
        };
        (self.remember_bytes > 0).then(|| Arc::new(ResponseCache::new(settings)))
    }
}
