//! Passes posted events to the streams of their topics: [`Hub::publish`] and [`Hub::subscribe`].
//!
//! The streams of a topic receive its events in the order of their numbers, without gaps. If an event arrives out of
//! order, or if another server announces an event, the hub adds the topic to `behind`. A job then reads the topic's
//! events from the database.
//!
//! The hub does not know how servers communicate. The hub adds events to `posted`, and a job announces them to other
//! servers by Postgres' NOTIFY.

mod feed;
mod subscription;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::{Pending, Topic};

pub use feed::Delivery;
use feed::Feed;
pub use subscription::Subscription;

/// The topics that have streams in this process.
pub struct Hub<T: Topic> {
    feeds: Mutex<HashMap<T, Feed<T::Event>>>,
    /// Topics to read from the database.
    pub behind: Pending<T>,
    /// Events to announce to other servers.
    pub posted: Pending<T>,
    /// Notified about once a minute, to make a job check which topics may still have streams.
    pub to_check: Notify,
    is_listening: AtomicBool,
}

impl<T: Topic> Default for Hub<T> {
    fn default() -> Self {
        Self {
            feeds: Mutex::default(),
            behind: Pending::default(),
            posted: Pending::default(),
            to_check: Notify::default(),
            is_listening: AtomicBool::default(),
        }
    }
}

impl<T: Topic> Hub<T> {
    /// Whether this server currently receives the announcements of other servers.
    pub fn is_listening(&self) -> bool {
        self.is_listening.load(Ordering::Relaxed)
    }

    pub(crate) fn set_listening(&self, is_listening: bool) {
        self.is_listening.store(is_listening, Ordering::Relaxed);
    }

    /// Adds a stream to a topic.
    pub fn subscribe(self: &Arc<Self>, topic: T) -> Subscription<T> {
        let reader = self.feeds().entry(topic).or_default().add();
        Subscription::new(self.clone(), topic, reader)
    }

    /// Delivers an event that was committed by this process, and queues its announcement.
    pub fn publish(&self, topic: T, number: i64, event: T::Event) {
        self.deliver(topic, number, event);
        self.posted.add(topic, number);
    }

    /// Queues the announcement of an event that was committed by this process. The streams of this process read the event
    /// from the database too.
    pub fn announce(&self, topic: T, number: i64) {
        self.receive_announcement(topic, number);
        self.posted.add(topic, number);
    }

    /// Delivers an event to the streams of this process, if it is the next one of its topic. If an earlier event
    /// is missing, requests a read of the topic from the database instead.
    pub fn deliver(&self, topic: T, number: i64, event: T::Event) {
        let mut feeds = self.feeds();
        let Some(feed) = feeds.get_mut(&topic) else { return };
        if !feed.is_next(number) {
            return self.read_if_missing(feed, topic, number);
        }
        let wakers = feed.push(event);
        drop(feeds);
        wakers.into_iter().for_each(|waker| waker.wake());
    }

    /// Makes a topic's streams read the database themselves, because this server has missed more events than the
    /// hub should store.
    pub fn restart(&self, topic: T) {
        let wakers = self.feeds().get_mut(&topic).map(Feed::restart);
        wakers.into_iter().flatten().for_each(|waker| waker.wake());
    }

    /// Handles the announcement of an event, which this or another server has committed.
    pub fn receive_announcement(&self, topic: T, number: i64) {
        if let Some(feed) = self.feeds().get_mut(&topic) {
            self.read_if_missing(feed, topic, number);
        }
    }

    /// Requests a read of a topic from the database, if the topic has streams.
    pub fn fall_behind(&self, topic: T) {
        if self.feeds().contains_key(&topic) {
            self.behind.add(topic, 0);
        }
    }

    /// Requests a read of all topics that have streams.
    pub fn all_fall_behind(&self) {
        self.topics().into_iter().for_each(|topic| self.behind.add(topic, 0));
    }

    /// Returns the topics that have streams.
    pub fn topics(&self) -> Vec<T> {
        self.feeds().keys().copied().collect()
    }

    /// Ends a topic's streams.
    pub fn end(&self, topic: T) {
        let wakers = self.feeds().get_mut(&topic).map(Feed::end);
        wakers.into_iter().flatten().for_each(|waker| waker.wake());
    }

    /// Returns the number after which the topic's events must be read from the database. Returns `None` if the
    /// topic has no streams, or if none of its streams has read the database yet.
    pub fn number_to_read_from(&self, topic: T) -> Option<i64> {
        self.feeds().get_mut(&topic)?.number_to_read_from()
    }

    fn read_if_missing(&self, feed: &mut Feed<T::Event>, topic: T, number: i64) {
        if feed.is_missing(number) {
            self.behind.add(topic, number);
        }
    }

    fn feeds(&self) -> MutexGuard<'_, HashMap<T, Feed<T::Event>>> {
        self.feeds.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
