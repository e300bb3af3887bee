//! The handlers of live chat: the visitor's side of conversations. What a conversation is and how events reach
//! streams is domain/conversations'.

mod authenticate;
mod chat;
mod limits;
mod stream;
mod stream_places;
mod token;

use std::sync::Arc;

use stoa_clock::Clock;
use stoa_conversations::{Hub, share_events};
use stoa_db::{Config, Db};
use stoa_jobs::Jobs;

pub use authenticate::Bearer;
pub use token::{TOKEN_LIFETIME, Token, Tokens};

use limits::StartLimit;
use stream_places::StreamPlaces;

/// What serves live chat.
pub struct LiveChat {
    db: Db,
    clock: Clock,
    tokens: Tokens,
    hub: Arc<Hub>,
    starts: StartLimit,
    streams: StreamPlaces,
}

impl LiveChat {
    /// Serves the conversations of this database, to bearers of tokens that were signed with this secret.
    pub fn new(db: Db, secret: &[u8], clock: Clock) -> Self {
        Self {
            db,
            clock,
            tokens: Tokens::new(secret),
            hub: Arc::default(),
            starts: StartLimit::default(),
            streams: StreamPlaces::default(),
        }
    }

    /// Shares events with other servers and with commands. Without it, streams receive only what visitors send here.
    ///
    /// `config` must lead to Postgres itself: a pooler in transaction mode hears nothing.
    pub fn share_events(&self, jobs: &Jobs, config: &Config) {
        share_events(jobs, &self.hub, &self.db, config);
    }
}
