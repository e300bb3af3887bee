//! The document's rate limits.

use stoa_runtime::{Rate, RateLimit, Rates};

/// The document's rate limits (`x-rate-limits`).
pub struct RateLimits {
    /// New conversations; resuming one does not count. 120 in 3,600 seconds for each client.
    pub conversations: RateLimit,
    /// Messages of the visitor, counted across all servers. A third of them may be sent at once; after
    /// that they must be spread evenly. 30 in 60 seconds for each conversation.
    pub messages: RateLimit,
    /// Stored messages, over all conversations. 1,200 in 3,600 seconds for each client.
    pub client_messages: RateLimit,
}

impl RateLimits {
    /// The names of the limits in the document. Operators set a limit by its name.
    pub const NAMES: [&str; 3] = ["conversations", "messages", "client-messages"];

    /// Creates the limits with the document's rates, or with the rates that override them.
    pub fn new(rates: &Rates) -> Self {
        Self {
            conversations: rates.limit(
                "conversations",
                Rate { calls: 120, seconds: 3_600 },
                "Too many conversations, slow down",
            ),
            messages: rates.limit(
                "messages",
                Rate { calls: 30, seconds: 60 },
                "Too many messages, slow down",
            ),
            client_messages: rates.limit(
                "client-messages",
                Rate { calls: 1_200, seconds: 3_600 },
                "Too many messages, slow down",
            ),
        }
    }
}
