//! How often callers may call, as the document says.

use stoa_runtime::{Rate, RateLimit, Rates};

/// The document's rate limits (`x-rate-limits`).
pub struct RateLimits {
    /// Every list. 6,000 in 60 seconds for each client. Routes count it.
    pub lists: RateLimit,
    /// Wrong tokens, which the handler counts. 10 in 86,400 seconds for each token.
    pub wrong_tokens: RateLimit,
    /// Lists beyond which something else happens than a refusal. 30 in 3,600 seconds for each client.
    pub free_lists: RateLimit,
    /// Lists of a type. 1,200 in 60 seconds for each client. Routes count it.
    pub searches: RateLimit,
    /// Of an operation that clients do not call. 1 in 60 seconds for each client. Routes count it.
    pub dreams: RateLimit,
}

impl RateLimits {
    /// Their names in the document, by which an operator sets them.
    pub const NAMES: [&str; 5] = ["lists", "wrong-tokens", "free-lists", "searches", "dreams"];

    /// The document's rates, or those that are set in their place.
    pub fn new(rates: &Rates) -> Self {
        Self {
            lists: rates.limit("lists", Rate { calls: 6_000, seconds: 60 }, "Slow down"),
            wrong_tokens: rates.limit(
                "wrong-tokens",
                Rate { calls: 10, seconds: 86_400 },
                "Slow down",
            ),
            free_lists: rates.limit("free-lists", Rate { calls: 30, seconds: 3_600 }, ""),
            searches: rates.limit("searches", Rate { calls: 1_200, seconds: 60 }, "Slow down"),
            dreams: rates.limit("dreams", Rate { calls: 1, seconds: 60 }, "Slow down"),
        }
    }
}

/// An API whose routes count calls: after the credential and before query and body, or after both
/// where a call counts by what it asks for.
pub trait RateLimited {
    /// What they are counted by.
    fn rate_limits(&self) -> &RateLimits;
}
