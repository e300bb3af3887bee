//! The handlers of live chat: the visitor's side of conversations. The rules of conversations and the delivery of
//! events are in domain/conversations.

mod authenticate;
mod chat;
mod stream_limits;
mod token;

use std::sync::Arc;

use stoa_conversations::{Hub, MessageRate, share_events};
use stoa_db::Db;
use stoa_event_streams::{Listens, StreamPlaces};
use stoa_jobs::Jobs;
use stoa_live_chat_server::RateLimits;
use stoa_runtime::{Rate, Rates};
use stoa_valkey::Valkey;
use stoa_values::Clock;
use stoa_values::Secrets;

pub use authenticate::StreamReader;
pub use token::{TOKEN_LIFETIME, Token, Tokens};

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

    /// Delivers events to the streams of this process, and announces them to other servers.
    pub fn hub(&self) -> Arc<Hub> {
        self.hub.clone()
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

    /// Starts the jobs that share events with other servers and with commands. Returns the hub, which must be among
    /// those of [`stoa_event_streams::listen`]. Without either, streams only receive the messages that visitors send to
    /// this process.
    pub fn share_events(&self, jobs: &Jobs) -> Arc<dyn Listens> {
        share_events(jobs, &self.hub, &self.db);
        self.hub.clone()
    }
}
