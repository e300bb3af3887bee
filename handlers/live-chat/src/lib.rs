//! The handlers of live chat: the visitor's side of conversations.
//!
//! [`LiveChat`] answers requests, [`LiveChat::listen`] keeps its streams fed with what other servers and the
//! command line post. Agents' side is the command line's, and tells of its events by [`Notification`].

mod announce;
mod authenticate;
mod chat;
mod hub;
mod limits;
mod listener;
mod notification;
mod pending;
mod read;
mod stream;
mod token;

use std::sync::Arc;

use stoa_db::{Config, Db};

pub use authenticate::Visitor;
pub use notification::{CHANNEL, Notification};
pub use token::{TOKEN_LIFETIME, Token, Tokens};

use hub::Hub;
use limits::{Starts, Streams};

/// A conversation, and the site that it belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Conversation {
    pub site_id: i64,
    pub id: i64,
}

/// What serves live chat.
pub struct LiveChat {
    db: Db,
    tokens: Tokens,
    hub: Arc<Hub>,
    starts: Starts,
    streams: Streams,
}

impl LiveChat {
    /// Serves the conversations of this database, to bearers of tokens that were signed with this secret.
    pub fn new(db: Db, secret: &[u8]) -> Self {
        Self {
            db,
            tokens: Tokens::new(secret),
            hub: Arc::default(),
            starts: Starts::default(),
            streams: Streams::default(),
        }
    }

    /// Tells other servers what is posted here and hears what they post, until it is dropped. Without it, streams
    /// receive only what is posted here.
    ///
    /// `config` must lead to Postgres itself: a pooler in transaction mode hears nothing.
    pub fn listen(&self, config: Config) -> impl Future<Output = ()> + Send + use<> {
        let (hub, db) = (self.hub.clone(), self.db.clone());
        async move {
            tokio::join!(
                listener::listen(&hub, config),
                read::read_behind(&hub, &db),
                announce::announce(&hub, &db),
            );
        }
    }
}
