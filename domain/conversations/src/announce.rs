//! Announces events to other servers, after the events are committed. One statement announces many events.

use std::sync::Arc;

use anyhow::{Context, Result};
use stoa_db::{Db, DbError};

use crate::{CHANNEL, Hub, Notification};

/// Announces the events in [`Hub::posted`] to other servers. If an announcement fails, adds its events to `posted`
/// again and returns the error.
pub async fn announce_posted(hub: Arc<Hub>, db: Db) -> Result<()> {
    loop {
        let posted = hub.posted.take().await.into_iter();
        let notifications: Vec<Notification> =
            posted.map(|(conversation, number)| Notification { conversation, number }).collect();
        if let Err(error) = announce(&db, &notifications).await {
            for Notification { conversation, number } in notifications {
                hub.posted.add(conversation, number);
            }
            return Err(error).context("other servers are not told of messages");
        }
    }
}

/// Announces committed events.
pub async fn announce(db: &Db, notifications: &[Notification]) -> Result<(), DbError> {
    let payloads: Vec<String> = notifications.iter().map(Notification::to_string).collect();
    db.execute(include_str!("announce/announce.sql"), &[&CHANNEL, &payloads]).await?;
    Ok(())
}
