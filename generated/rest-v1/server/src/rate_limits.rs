//! The document's rate limits.

use stoa_runtime::{Rate, RateLimit, Rates};

/// The document's rate limits (`x-rate-limits`).
pub struct RateLimits {
    /// Every call with a key, unless another number is set for the key. 300 in 60 seconds for each API
    /// key.
    pub api_keys: RateLimit,
    /// Every call without a key. 300 in 60 seconds for each site and client.
    pub keyless: RateLimit,
}

impl RateLimits {
    /// The names of the limits in the document. Operators set a limit by its name.
    pub const NAMES: [&str; 2] = ["api-keys", "keyless"];

    /// Creates the limits with the document's rates, or with the rates that override them.
    pub fn new(rates: &Rates) -> Self {
        Self {
            api_keys: rates.limit(
                "api-keys",
                Rate { calls: 300, seconds: 60 },
                "Rate limit exceeded",
            ),
            keyless: rates.limit(
                "keyless",
                Rate { calls: 300, seconds: 60 },
                "Rate limit exceeded",
            ),
        }
    }
}
