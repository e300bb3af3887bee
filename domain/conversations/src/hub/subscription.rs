//! A stream's place in the hub.

use std::sync::Arc;
use std::task::{Context, Poll};

use super::{Delivery, Feed, Hub};
use crate::Conversation;

/// One reader of a conversation, until it is dropped. At first it receives nothing: it reads the database between
/// [`Subscription::hold`] and [`Subscription::join`], and from then on is live.
pub struct Subscription {
    hub: Arc<Hub>,
    conversation: Conversation,
    reader: usize,
}

impl Subscription {
    pub(super) fn new(hub: Arc<Hub>, conversation: Conversation, reader: usize) -> Self {
        Self { hub, conversation, reader }
    }

    pub fn conversation(&self) -> Conversation {
        self.conversation
    }

    /// Keeps the events that come while the database is read, if they are not too many. False if nothing is to be read
    /// any more, since the stream is to end.
    pub fn hold(&self) -> bool {
        self.with(Feed::hold)
    }

    /// Goes on behind this number, up to which the database was read. False if too much came meanwhile: then the
    /// database is to be read again.
    pub fn join(&self, number: i64) -> bool {
        let Some(heard) = self.with(|feed, reader| feed.join(reader, number)) else { return false };
        if let Some(heard) = heard {
            self.hub.behind.add(self.conversation, heard);
        }
        true
    }

    /// What comes next, once it has joined.
    pub fn poll(&self, context: &mut Context<'_>) -> Poll<Delivery> {
        self.with(|feed, reader| feed.poll(reader, context))
    }

    fn with<T>(&self, ask: impl FnOnce(&mut Feed, usize) -> T) -> T {
        let mut feeds = self.hub.feeds();
        // A feed stays as long as it has readers, and this is one.
        ask(feeds.entry(self.conversation).or_default(), self.reader)
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let mut feeds = self.hub.feeds();
        if feeds.get_mut(&self.conversation).is_some_and(|feed| feed.remove(self.reader)) {
            feeds.remove(&self.conversation);
        }
    }
}
