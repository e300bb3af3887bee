//! Reads events from the database: events that a stream has missed, and events of other servers.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use futures_util::{StreamExt, stream};
use stoa_db::{Db, DbError};
use stoa_telemetry::Chain;

use crate::{Hub, Topic};

/// Delay before the next attempt if the database cannot be read.
const READ_RETRY_DELAY: Duration = Duration::from_secs(1);

const TOPICS_PER_READ: usize = 500;

/// Maximum number of events that the job reads for a topic at once. If a topic has this many events to read, its streams
/// read the events themselves, each at its own pace.
const EVENTS_PER_TOPIC: i64 = 100;

const CONCURRENT_READS: usize = 4;

/// Returns at most `limit` events of a topic with numbers above `number`.
pub async fn events_after<T: Topic>(
    db: &Db,
    topic: T,
    number: i64,
    limit: i64,
) -> Result<Vec<(i64, T::Event)>, DbError> {
    let events = T::read(db, topic.site_id(), &[(topic, number)], limit).await?;
    Ok(events.into_iter().map(|(_, number, event)| (number, event)).collect())
}

/// Reads the events that were announced to the hub but not delivered, and delivers them to the streams. Runs forever.
pub async fn read_behind<T: Topic>(hub: Arc<Hub<T>>, db: Db) -> Result<()> {
    loop {
        let mut sites: HashMap<i64, Vec<(T, i64)>> = HashMap::new();
        for topic in hub.behind.take().await.into_keys() {
            // The hub returns no number for a topic without streams, or if no stream has read the database yet.
            if let Some(number) = hub.number_to_read_from(topic) {
                sites.entry(topic.site_id()).or_default().push((topic, number));
            }
        }
        let batches = sites.iter().flat_map(|(site_id, topics)| {
            topics.chunks(TOPICS_PER_READ).map(|batch| (*site_id, batch.to_vec()))
        });
        let batches: Vec<_> = batches.collect();
        stream::iter(batches)
            .for_each_concurrent(CONCURRENT_READS, |(site_id, batch)| {
                deliver(&hub, &db, site_id, batch)
            })
            .await;
    }
}

async fn deliver<T: Topic>(hub: &Hub<T>, db: &Db, site_id: i64, batch: Vec<(T, i64)>) {
    match T::read(db, site_id, &batch, EVENTS_PER_TOPIC).await {
        Ok(events) => {
            for events in events.chunk_by(|one, other| one.0 == other.0) {
                let topic = events[0].0;
                if events.len() as i64 == EVENTS_PER_TOPIC {
                    hub.restart(topic);
                    continue;
                }
                for (_, number, event) in events {
                    hub.deliver(topic, *number, event.clone());
                }
            }
        }
        Err(error) => {
            tracing::error!(error = %Chain(&error), "events could not be read for the streams that wait, trying again");
            tokio::time::sleep(READ_RETRY_DELAY).await;
            for (topic, _) in batch {
                hub.fall_behind(topic);
            }
        }
    }
}
