//! The inbox of a site: events for its staff, numbered per site.
//!
//! The transaction that causes an event stores it without a number, so that transactions of a site do not wait for each
//! other. A second step, under a lock of the site, gives numbers to committed events. The number of an event is therefore
//! never committed after a higher number, and a reader of increasing numbers misses no event. Readers run this step before they
//! read.

mod numbers;

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use stoa_db::{Db, DbError, Transaction};
use stoa_event_streams::{Topic, read_behind};
use stoa_jobs::{Job, Jobs};
use stoa_staff_types::InboxEvent;

use numbers::number_events;

/// The stock of a product or variant is low if it has at most this number of pieces.
pub const LOW_STOCK_QUANTITY: i64 = 5;

/// The job that runs [`delete_old_events`].
pub const DELETE_OLD_EVENTS: Job = Job::new("delete old inbox events");

/// How many days an event is retained.
pub const INBOX_RETENTION_DAYS: i64 = 7;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Inbox {
    pub site_id: i64,
}

/// The inboxes that have streams in this process.
pub type Hub = stoa_event_streams::Hub<Inbox>;

/// Starts the job that reads announced events. Without it, streams receive no live events.
pub fn share_events(jobs: &Jobs, hub: &Arc<Hub>, db: &Db) {
    let (hub, db) = (hub.clone(), db.clone());
    jobs.forever("read inbox events", move || read_behind(hub.clone(), db.clone()));
}

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

#[derive(Debug, Clone, Copy, Deserialize)]
pub struct InboxNumbers {
    pub newest: i64,
    /// All events up to this number were deleted.
    pub deleted: i64,
}

/// Numbers the committed events of a site, and returns the numbers of all.
pub async fn inbox_numbers(db: &Db, site_id: i64) -> Result<InboxNumbers, DbError> {
    number_events(db, site_id).await?;
    db.one(include_str!("read/numbers.sql"), &[&site_id]).await
}

impl Topic for Inbox {
    type Event = InboxEvent;

    const CHANNEL: &'static str = "stoa_inbox";

    fn site_id(self) -> i64 {
        self.site_id
    }

    /// An announcement names no number, because the event has none yet.
    fn parse(payload: &str) -> Option<(Self, i64)> {
        Some((Self { site_id: payload.parse().ok()? }, i64::MAX))
    }

    async fn read(
        db: &Db,
        site_id: i64,
        after: &[(Self, i64)],
        limit: i64,
    ) -> Result<Vec<(Self, i64, InboxEvent)>, DbError> {
        number_events(db, site_id).await?;
        let mut events = Vec::new();
        for (inbox, number) in after {
            let sql = include_str!("read/events_after.sql");
            let of_inbox: Vec<(i64, InboxEvent)> =
                db.rows(sql, &[&site_id, number, &limit]).await?;
            events.extend(of_inbox.into_iter().map(|(number, event)| (*inbox, number, event)));
        }
        Ok(events)
    }
}

/// Deletes the old events of up to 1,000 sites, and returns the number of deleted events. Events get a number before
/// they are deleted, so that a reader can tell that it missed them.
pub async fn delete_old_events(db: &Db, now: DateTime<Utc>) -> Result<u64, DbError> {
    let mut deleted = 0;
    let old = now - TimeDelta::days(INBOX_RETENTION_DAYS);
    for site_id in db.rows(include_str!("retention/due_sites.sql"), &[&old]).await? {
        number_events(db, site_id).await?;
        let sql = include_str!("retention/delete_old.sql");
        deleted += db.execute_until_none(sql, &[&site_id, &old]).await?;
    }
    Ok(deleted)
}
