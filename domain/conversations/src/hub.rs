//! Passes posted events to the streams of their conversations: [`Hub::publish`] and [`Hub::subscribe`].
//!
//! The streams of a conversation receive its events in the order of their numbers, without gaps. If an event arrives
//! out of order, or if another server announces an event, the hub adds the conversation to `behind`. A job then reads
//! the conversation's events from the database.
//!
//! The hub does not know how servers communicate. The hub adds events to `posted`, and a job announces them to other
//! servers by Postgres' NOTIFY.

mod feed;
mod subscription;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use stoa_live_chat_types::ChatEvent;
use tokio::sync::Notify;

use crate::pending::Pending;
use crate::{Conversation, Notification};

pub use feed::Delivery;
use feed::Feed;
pub use subscription::Subscription;

/// The conversations that have streams in this process.
#[derive(Default)]
pub struct Hub {
    feeds: Mutex<HashMap<Conversation, Feed>>,
    /// Conversations to read from the database.
    pub behind: Pending,
    /// Events to announce to other servers.
    pub posted: Pending,
    /// Notified to make a job check which conversations are still available to visitors.
    pub to_check: Notify,
    is_listening: AtomicBool,
}

impl Hub {
    /// Whether this server currently receives the announcements of other servers.
    pub fn is_listening(&self) -> bool {
        self.is_listening.load(Ordering::Relaxed)
    }

    pub(crate) fn set_listening(&self, is_listening: bool) {
        self.is_listening.store(is_listening, Ordering::Relaxed);
    }

    /// Adds a stream to a conversation.
    pub fn subscribe(self: &Arc<Self>, conversation: Conversation) -> Subscription {
        let reader = self.feeds().entry(conversation).or_default().add();
        Subscription::new(self.clone(), conversation, reader)
    }

    /// Delivers an event that was committed by this process, and queues its announcement.
    pub fn publish(&self, conversation: Conversation, number: i64, event: ChatEvent) {
        self.deliver(conversation, number, event);
        self.posted.add(conversation, number);
    }

    /// Delivers an event to the streams of this process, if it is the next one of its conversation. If an earlier event
    /// is missing, requests a read of the conversation from the database instead.
    pub fn deliver(&self, conversation: Conversation, number: i64, event: ChatEvent) {
        let mut feeds = self.feeds();
        let Some(feed) = feeds.get_mut(&conversation) else { return };
        if !feed.is_next(number) {
            return self.hear(feed, Notification { conversation, number });
        }
        let wakers = feed.push(event);
        drop(feeds);
        wakers.into_iter().for_each(|waker| waker.wake());
    }

    /// Makes a conversation's streams read the database themselves, because this server has missed more events than the
    /// hub should store.
    pub fn restart(&self, conversation: Conversation) {
        let wakers = self.feeds().get_mut(&conversation).map(Feed::restart);
        wakers.into_iter().flatten().for_each(|waker| waker.wake());
    }

    /// Handles the announcement of an event, which this or another server has committed.
    pub fn heard(&self, notification: Notification) {
        if let Some(feed) = self.feeds().get_mut(&notification.conversation) {
            self.hear(feed, notification);
        }
    }

    /// Requests a read of a conversation from the database, if the conversation has streams.
    pub fn fall_behind(&self, conversation: Conversation) {
        if self.feeds().contains_key(&conversation) {
            self.behind.add(conversation, 0);
        }
    }

    /// Requests a read of all conversations that have streams.
    pub fn all_fall_behind(&self) {
        self.conversations().into_iter().for_each(|conversation| self.behind.add(conversation, 0));
    }

    /// Returns the conversations that have streams.
    pub fn conversations(&self) -> Vec<Conversation> {
        self.feeds().keys().copied().collect()
    }

    /// Ends a conversation's streams.
    pub fn end(&self, conversation: Conversation) {
        let wakers = self.feeds().get_mut(&conversation).map(Feed::end);
        wakers.into_iter().flatten().for_each(|waker| waker.wake());
    }

    /// Returns the number after which the conversation's events must be read from the database. Returns `None` if the
    /// conversation has no streams, or if none of its streams has read the database yet.
    pub fn number_to_read_from(&self, conversation: Conversation) -> Option<i64> {
        self.feeds().get_mut(&conversation)?.number_to_read_from()
    }

    fn hear(&self, feed: &mut Feed, notification: Notification) {
        if feed.is_missing(notification.number) {
            self.behind.add(notification.conversation, notification.number);
        }
    }

    fn feeds(&self) -> MutexGuard<'_, HashMap<Conversation, Feed>> {
        self.feeds.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
