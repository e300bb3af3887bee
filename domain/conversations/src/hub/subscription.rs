//! A stream's subscription to a conversation in the hub.

use std::sync::Arc;
use std::task::{Context, Poll};

use super::{Delivery, Feed, Hub};
use crate::Conversation;

/// Makes a stream a reader of a conversation until the subscription is dropped. The stream first reads the database
/// between [`Subscription::hold`] and [`Subscription::join`], and is live after that.
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

    /// Makes the hub store new events, up to a limit, while the stream reads the database. Returns false if the stream
    /// has ended and need not read.
    pub fn hold(&self) -> bool {
        self.with(Feed::hold)
    }

    /// Makes the stream live after it has read the database up to the event `number`. Returns false if too many events
    /// arrived during the read, so that the stream must read again.
    pub fn join(&self, number: i64) -> bool {
        let Some(heard) = self.with(|feed, reader| feed.join(reader, number)) else { return false };
        if let Some(heard) = heard {
            self.hub.behind.add(self.conversation, heard);
        }
        true
    }

    /// Returns the next step of a stream that has joined.
    pub fn poll(&self, context: &mut Context<'_>) -> Poll<Delivery> {
        self.with(|feed, reader| feed.poll(reader, context))
    }

    fn with<T>(&self, ask: impl FnOnce(&mut Feed, usize) -> T) -> T {
        let mut feeds = self.hub.feeds();
        // The feed exists, because it has this reader.
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
