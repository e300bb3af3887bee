//! The seam between what is posted and the streams that wait for it: [`Hub::publish`] and [`Hub::subscribe`].
//!
//! Events of a conversation reach its streams in the order of their numbers, without a gap. An event that comes
//! out of turn, or is only heard of, makes the hub ask for the conversation to be read from the database
//! (`behind`); what other servers are to be told stands in `posted`. Whoever empties these two decides how
//! servers talk: today it is Postgres' LISTEN and NOTIFY.

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

/// The conversations that streams of this process wait for.
#[derive(Default)]
pub struct Hub {
    feeds: Mutex<HashMap<Conversation, Feed>>,
    /// To be read from the database.
    pub behind: Pending,
    /// To be told to other servers.
    pub posted: Pending,
    /// Told when it is to be looked up which conversations visitors may still use.
    pub to_check: Notify,
    is_listening: AtomicBool,
}

impl Hub {
    /// Whether what other servers post is heard at this moment.
    pub fn is_listening(&self) -> bool {
        self.is_listening.load(Ordering::Relaxed)
    }

    pub(crate) fn set_listening(&self, is_listening: bool) {
        self.is_listening.store(is_listening, Ordering::Relaxed);
    }

    /// Takes a place among the streams of a conversation.
    pub fn subscribe(self: &Arc<Self>, conversation: Conversation) -> Subscription {
        let reader = self.feeds().entry(conversation).or_default().add();
        Subscription::new(self.clone(), conversation, reader)
    }

    /// Passes on an event that was committed here.
    pub fn publish(&self, conversation: Conversation, number: i64, event: ChatEvent) {
        self.deliver(conversation, number, event);
        self.posted.add(conversation, number);
    }

    /// Passes an event on to the streams of this process.
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

    /// Sends a conversation's streams to the database, where more waits for them than is to be kept here.
    pub fn restart(&self, conversation: Conversation) {
        let wakers = self.feeds().get_mut(&conversation).map(Feed::restart);
        wakers.into_iter().flatten().for_each(|waker| waker.wake());
    }

    /// Takes note of an event that was committed somewhere.
    pub fn heard(&self, notification: Notification) {
        if let Some(feed) = self.feeds().get_mut(&notification.conversation) {
            self.hear(feed, notification);
        }
    }

    /// Asks for a conversation to be read.
    pub fn fall_behind(&self, conversation: Conversation) {
        if self.feeds().contains_key(&conversation) {
            self.behind.add(conversation, 0);
        }
    }

    /// Asks for all conversations to be read that streams wait for.
    pub fn all_fall_behind(&self) {
        self.conversations().into_iter().for_each(|conversation| self.behind.add(conversation, 0));
    }

    /// The conversations that streams wait for.
    pub fn conversations(&self) -> Vec<Conversation> {
        self.feeds().keys().copied().collect()
    }

    /// Ends a conversation's streams.
    pub fn end(&self, conversation: Conversation) {
        let wakers = self.feeds().get_mut(&conversation).map(Feed::end);
        wakers.into_iter().flatten().for_each(|waker| waker.wake());
    }

    /// The number behind which a conversation is to be read, if streams wait for it.
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
