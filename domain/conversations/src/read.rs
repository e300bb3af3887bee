//! Reads events from the database: events that a stream has missed, and events of other servers.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use futures_util::{StreamExt, stream};
use stoa_db::{Db, DbError};
use stoa_live_chat_types::ChatEvent;
use stoa_telemetry::Chain;

use crate::{Conversation, Hub};

/// Delay before the next attempt if the database cannot be read.
const READ_RETRY_DELAY: Duration = Duration::from_secs(1);

const CONVERSATIONS_PER_READ: usize = 500;

/// Maximum number of events that the job reads for a conversation at once. If a conversation has this many events to
/// read, its streams read the events themselves, each at its own pace.
const EVENTS_PER_CONVERSATION: i64 = 100;

const CONCURRENT_READS: usize = 4;

/// An event and its number in the conversation.
pub type Numbered = (i64, ChatEvent);

/// Returns at most `limit` events of a conversation with numbers above `number`.
pub async fn events_after(
    db: &Db,
    conversation: Conversation,
    number: i64,
    limit: i64,
) -> Result<Vec<Numbered>, DbError> {
    let of_one = [conversation.id];
    let events = read(db, conversation.site_id, &of_one, &[number], limit).await?;
    Ok(events.into_iter().map(|(_, number, event)| (number, event)).collect())
}

/// Reads the events that were announced to the hub but not delivered, and delivers them to the streams. Runs forever.
pub async fn read_behind(hub: Arc<Hub>, db: Db) -> Result<()> {
    loop {
        let mut sites: HashMap<i64, Vec<(i64, i64)>> = HashMap::new();
        for conversation in hub.behind.take().await.into_keys() {
            // The hub returns no number for a conversation without streams, or if no stream has read the database yet.
            if let Some(number) = hub.number_to_read_from(conversation) {
                sites.entry(conversation.site_id).or_default().push((conversation.id, number));
            }
        }
        let batches = sites.iter().flat_map(|(site_id, conversations)| {
            conversations.chunks(CONVERSATIONS_PER_READ).map(|batch| (*site_id, batch.to_vec()))
        });
        let batches: Vec<_> = batches.collect();
        stream::iter(batches)
            .for_each_concurrent(CONCURRENT_READS, |(site_id, batch)| {
                deliver(&hub, &db, site_id, batch)
            })
            .await;
    }
}

async fn deliver(hub: &Hub, db: &Db, site_id: i64, batch: Vec<(i64, i64)>) {
    let (ids, numbers): (Vec<i64>, Vec<i64>) = batch.into_iter().unzip();
    match read(db, site_id, &ids, &numbers, EVENTS_PER_CONVERSATION).await {
        Ok(events) => {
            for events in events.chunk_by(|one, other| one.0 == other.0) {
                let conversation = Conversation { site_id, id: events[0].0 };
                if events.len() as i64 == EVENTS_PER_CONVERSATION {
                    hub.restart(conversation);
                    continue;
                }
                for (_, number, event) in events {
                    hub.deliver(conversation, *number, event.clone());
                }
            }
        }
        Err(error) => {
            tracing::error!(error = %Chain(&error), "messages could not be read for the streams that wait, trying again");
            tokio::time::sleep(READ_RETRY_DELAY).await;
            for id in ids {
                hub.fall_behind(Conversation { site_id, id });
            }
        }
    }
}

async fn read(
    db: &Db,
    site_id: i64,
    ids: &[i64],
    numbers: &[i64],
    limit: i64,
) -> Result<Vec<(i64, i64, ChatEvent)>, DbError> {
    db.rows(include_str!("read/events_after.sql"), &[&site_id, &ids, &numbers, &limit]).await
}
