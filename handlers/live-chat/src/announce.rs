//! Tells other servers of what was posted here: after the commit, as a statement of its own, many in one.

use std::time::Duration;

use stoa_db::Db;

use crate::hub::Hub;
use crate::notification::{CHANNEL, Notification};

/// Before another try, when the database cannot be reached.
const PAUSE: Duration = Duration::from_secs(1);

pub async fn announce(hub: &Hub, db: &Db) {
    loop {
        let posted = hub.posted.take().await;
        let payloads: Vec<String> = posted
            .into_iter()
            .map(|(conversation, number)| Notification { conversation, number }.to_string())
            .collect();
        while let Err(error) =
            db.execute(include_str!("announce.sql"), &[&CHANNEL, &payloads]).await
        {
            tracing::error!(%error, "other servers could not be told of messages, trying again");
            tokio::time::sleep(PAUSE).await;
        }
    }
}
