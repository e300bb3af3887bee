//! Stores events.

use chrono::{DateTime, Utc};
use stoa_db::{DbError, Transaction};
use stoa_event_streams::Topic;

use crate::Inbox;

/// An event whose data is one id. The SQL of other crates inserts the other kinds.
#[derive(Debug, Clone, Copy)]
pub enum NewInboxEvent {
    ConversationStarted { conversation_id: i64 },
    SupportMessage { message_id: i64 },
}

/// Stores an event in the transaction that causes it, and announces it after the commit.
pub async fn post(
    transaction: &Transaction<'_>,
    site_id: i64,
    event: NewInboxEvent,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let (kind, key, id) = match event {
        NewInboxEvent::ConversationStarted { conversation_id } => {
            ("conversationStarted", "conversationId", conversation_id)
        }
        NewInboxEvent::SupportMessage { message_id } => ("storeMessage", "messageId", message_id),
    };
    transaction.execute(include_str!("post/post.sql"), &[&site_id, &kind, &key, &id, &now]).await?;
    announce_after_commit(transaction, site_id);
    Ok(())
}

/// Makes the commit announce that the transaction stored an event of the site's inbox.
pub fn announce_after_commit(transaction: &Transaction<'_>, site_id: i64) {
    let (channel, payload) = Inbox { site_id }.announcement();
    transaction.notify_after_commit(channel, payload);
}

impl Inbox {
    /// The channel and the payload that announce new events of the inbox.
    pub fn announcement(self) -> (&'static str, String) {
        (Self::CHANNEL, self.site_id.to_string())
    }
}
