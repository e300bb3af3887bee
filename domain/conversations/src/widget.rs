//! Ends the streams of visitors when their widget is disabled or their site is not active. Agents can always use the
//! conversation.

use std::collections::HashMap;
use std::sync::Arc;

use anyhow::{Context, Result};
use stoa_db::{Db, DbError};

use crate::{Conversation, Hub};

const CONVERSATIONS_PER_CLOSE: usize = 500;

/// Ends the streams of conversations that visitors may no longer use, each time the hub requests a check. Runs until an
/// error.
pub async fn end_unavailable(hub: Arc<Hub>, db: Db) -> Result<()> {
    loop {
        hub.to_check.notified().await;
        end_unavailable_streams(&hub, &db)
            .await
            .context("streams of disabled widgets do not end")?;
    }
}

async fn end_unavailable_streams(hub: &Hub, db: &Db) -> Result<(), DbError> {
    let mut sites: HashMap<i64, Vec<i64>> = HashMap::new();
    for Conversation { site_id, id } in hub.topics() {
        sites.entry(site_id).or_default().push(id);
    }
    for (site_id, conversations) in sites {
        for batch in conversations.chunks(CONVERSATIONS_PER_CLOSE) {
            let over: Vec<i64> =
                db.rows(include_str!("widget/unavailable.sql"), &[&site_id, &batch]).await?;
            over.into_iter().for_each(|id| hub.end(Conversation { site_id, id }));
        }
    }
    Ok(())
}
