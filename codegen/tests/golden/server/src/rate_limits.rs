//! The document's rate limits.

use stoa_runtime::{Rate, RateLimit, Rates};

/// The document's rate limits (`x-rate-limits`).
pub struct RateLimits {
    /// Every list. 6,000 in 60 seconds for each client. Counted by routes.
    pub lists: RateLimit,
    /// Wrong tokens, which the handler counts. 10 in 86,400 seconds for each token.
    pub wrong_tokens: RateLimit,
    /// Lists beyond which something else happens than a refusal. 30 in 3,600 seconds for each client.
    pub free_lists: RateLimit,
    /// Lists of a type. 1,200 in 60 seconds for each client. Counted by routes.
    pub searches: RateLimit,
    /// Bytes of changes, which the handler counts. 1,000,000 bytes in 86,400 seconds for each thing.
    pub kept_bytes: RateLimit,
    /// Of an operation that clients do not call. 1 in 60 seconds for each client. Counted by routes.
    pub dreams: RateLimit,
}

impl RateLimits {
    /// The names of the limits in the document. Operators set a limit by its name.
    pub const NAMES: [&str; 6] =
        ["lists", "wrong-tokens", "free-lists", "searches", "kept-bytes", "dreams"];

    /// Creates the limits with the document's rates, or with the rates that override them.
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
            kept_bytes: rates.limit("kept-bytes", Rate { calls: 1_000_000, seconds: 86_400 }, ""),
            dreams: rates.limit("dreams", Rate { calls: 1, seconds: 60 }, "Slow down"),
        }
    }
}

/// An API whose routes count calls: after the credential is checked and before query and body are
/// read, or after query and body are read if a parameter decides whether a call counts.
pub trait RateLimited {
    /// The rate limits of the API.
    fn rate_limits(&self) -> &RateLimits;
}
