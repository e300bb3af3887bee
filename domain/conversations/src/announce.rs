//! Announces events to other servers, after the events are committed.

use std::collections::HashSet;
use std::sync::Arc;

use anyhow::{Context, Result};
use stoa_db::{Db, DbError};
use stoa_event_streams::{Topic, announce as notify};
use stoa_inbox::Inbox;

use crate::{Conversation, Hub, Notification};

/// Announces the events in [`Hub::posted`] to other servers. Most are messages of visitors, so the inboxes of their sites
/// are announced too. For a change by staff, that only causes a read. If an announcement fails, adds its events to `posted` again and returns the error.
pub async fn announce_posted(hub: Arc<Hub>, db: Db) -> Result<()> {
    loop {
        let posted = hub.posted.take().await;
        let sites: HashSet<i64> = posted.keys().map(|conversation| conversation.site_id).collect();
        let notifications: Vec<Notification> = posted
            .into_iter()
            .map(|(conversation, number)| Notification { conversation, number })
            .collect();
        let mut announced = announcements(&notifications);
        announced.extend(sites.into_iter().map(|site_id| Inbox { site_id }.announcement()));
        if let Err(error) = notify(&db, &announced).await {
            for Notification { conversation, number } in notifications {
                hub.posted.add(conversation, number);
            }
            return Err(error).context("other servers are not told of messages");
        }
    }
}

/// Announces committed events.
pub async fn announce(db: &Db, notifications: &[Notification]) -> Result<(), DbError> {
    notify(db, &announcements(notifications)).await
}

fn announcements(notifications: &[Notification]) -> Vec<(&'static str, String)> {
    let channel = Conversation::CHANNEL;
    notifications.iter().map(|notification| (channel, notification.to_string())).collect()
}
