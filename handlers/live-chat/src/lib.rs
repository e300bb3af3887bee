//! The handlers of live chat: the visitor's side of conversations. The rules of conversations and the delivery of
//! events are in domain/conversations.

mod authenticate;
mod chat;
mod stream;
mod stream_places;
mod token;

use std::sync::Arc;

use stoa_conversations::{Hub, MessageRate, share_events};
use stoa_db::{Db, Server};
use stoa_jobs::Jobs;
use stoa_live_chat_server::RateLimits;
use stoa_runtime::{Rate, Rates};
use stoa_valkey::Valkey;
use stoa_values::Clock;
use stoa_values::Secrets;

pub use authenticate::StreamReader;
pub use token::{TOKEN_LIFETIME, Token, Tokens};

use stream_places::StreamPlaces;

/// The live-chat API.
pub struct LiveChat {
    db: Db,
    clock: Clock,
    tokens: Tokens,
    hub: Arc<Hub>,
    rate_limits: RateLimits,
    streams: StreamPlaces,
}

impl LiveChat {
    /// Serves the conversations of `db`. Accepts tokens that were signed with the current or the old secret.
    pub fn new(db: Db, secrets: impl Into<Secrets>, clock: Clock, rates: &Rates) -> Self {
        Self {
            db,
            clock,
            tokens: Tokens::new(secrets),
            hub: Arc::default(),
            rate_limits: RateLimits::new(rates),
            streams: StreamPlaces::default(),
        }
    }

    /// Counts open streams together with the other servers that share the Valkey.
    pub fn sharing(mut self, valkey: Valkey) -> Self {
        self.streams = StreamPlaces::sharing(valkey);
        self
    }

    fn message_rate(&self) -> MessageRate {
        let rate = self.rate_limits.messages.rate();
        rate.map_or(MessageRate::UNLIMITED, |Rate { calls, seconds }| {
            MessageRate::new(calls, seconds)
        })
    }

    /// Whether this process currently receives events from other servers and from commands.
    pub fn is_listening(&self) -> bool {
        self.hub.is_listening()
    }

    /// Shares events with other servers and with commands. Without this call, streams only receive the messages that
    /// visitors send to this process.
    ///
    /// `server` must be Postgres itself: LISTEN does not work through a pooler in transaction mode.
    pub fn share_events(&self, jobs: &Jobs, server: impl Into<Server>) {
        share_events(jobs, &self.hub, &self.db, &server.into());
    }
}
