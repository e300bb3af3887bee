//! Reads the events of conversations.

use serde::Deserialize;
use stoa_db::{Db, DbError};
use stoa_event_streams::Topic;
use stoa_live_chat_types::ChatEvent;

use crate::{Conversation, Notification};

/// An event of a conversation.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct NumberedEvent {
    conversation_id: i64,
    number: i64,
    event: ChatEvent,
}

impl Topic for Conversation {
    type Event = ChatEvent;

    const CHANNEL: &'static str = "stoa_chat";

    fn site_id(self) -> i64 {
        self.site_id
    }

    fn parse(payload: &str) -> Option<(Self, i64)> {
        let Notification { conversation, number } = Notification::parse(payload)?;
        Some((conversation, number))
    }

    async fn read(
        db: &Db,
        site_id: i64,
        after: &[(Self, i64)],
        limit: i64,
    ) -> Result<Vec<(Self, i64, ChatEvent)>, DbError> {
        let (ids, numbers): (Vec<i64>, Vec<i64>) =
            after.iter().map(|(conversation, number)| (conversation.id, *number)).unzip();
        let sql = include_str!("read/events_after.sql");
        let events: Vec<NumberedEvent> = db.rows(sql, &[&site_id, &ids, &numbers, &limit]).await?;
        let event = |NumberedEvent { conversation_id: id, number, event }| {
            (Self { site_id, id }, number, event)
        };
        Ok(events.into_iter().map(event).collect())
    }
}
