//! A stream's subscription to a topic in the hub.

use std::sync::Arc;
use std::task::{Context, Poll};

use super::{Delivery, Feed, Hub};
use crate::Topic;

/// Makes a stream a reader of a topic until the subscription is dropped. The stream first reads the database
/// between [`Subscription::hold`] and [`Subscription::join`], and is live after that.
pub struct Subscription<T: Topic> {
    hub: Arc<Hub<T>>,
    topic: T,
    reader: usize,
}

impl<T: Topic> Subscription<T> {
    pub(super) fn new(hub: Arc<Hub<T>>, topic: T, reader: usize) -> Self {
        Self { hub, topic, reader }
    }

    pub fn topic(&self) -> T {
        self.topic
    }

    /// Makes the hub store new events, up to a limit, while the stream reads the database. Returns false if the stream
    /// has ended and need not read.
    pub fn hold(&self) -> bool {
        self.with(Feed::hold)
    }

    /// Makes the stream live after it has read the database up to the event `number`. Returns false if too many events
    /// arrived during the read, so that the stream must read again.
    pub fn join(&self, number: i64) -> bool {
        let Some(announced) = self.with(|feed, reader| feed.join(reader, number)) else {
            return false;
        };
        if let Some(announced) = announced {
            self.hub.behind.add(self.topic, announced);
        }
        true
    }

    /// Returns the next step of a stream that has joined.
    pub fn poll(&self, context: &mut Context<'_>) -> Poll<Delivery<T::Event>> {
        self.with(|feed, reader| feed.poll(reader, context))
    }

    fn with<R>(&self, ask: impl FnOnce(&mut Feed<T::Event>, usize) -> R) -> R {
        let mut feeds = self.hub.feeds();
        // The feed exists, because it has this reader.
        ask(feeds.entry(self.topic).or_default(), self.reader)
    }
}

impl<T: Topic> Drop for Subscription<T> {
    fn drop(&mut self) {
        let mut feeds = self.hub.feeds();
        if feeds.get_mut(&self.topic).is_some_and(|feed| feed.remove(self.reader)) {
            feeds.remove(&self.topic);
        }
    }
}
