//! Messages of visitors.

use chrono::{DateTime, Utc};
use stoa_db::{Db, DbError, Sql};
use stoa_live_chat_types::{
    ChatEvent, ConversationStatus, Message, PostedMessage, StreamedMessage,
};

use crate::{
    Conversation, Hub,
    append::{MessageRate, NewEvent, append},
    widget::WIDGET_IS_AVAILABLE,
};

static REFUSED_MESSAGE: Sql =
    Sql::of_parts(include_str!("messages/refused_message.sql"), &[WIDGET_IS_AVAILABLE]);

/// What became of a visitor's message.
#[derive(Debug)]
pub enum Sent {
    Message(Message),
    /// There is no such conversation, or it is not there for visitors.
    Missing,
    Closed,
    /// The visitor has sent too many, and may go on in so many seconds.
    TooMany {
        retry_after: u64,
    },
}

/// Stores a visitor's message and passes it on to the streams.
pub async fn send_message(
    db: &Db,
    hub: &Hub,
    conversation: Conversation,
    body: &str,
    rate: MessageRate,
    now: DateTime<Utc>,
) -> Result<Sent, DbError> {
    match append(db, conversation, NewEvent::visitor_message(body, rate), now).await? {
        Some((number, Some(message))) => {
            hub.publish(conversation, number, posted(number, &message));
            Ok(Sent::Message(message))
        }
        _ => why_refused(db, conversation, rate, now).await,
    }
}

async fn why_refused(
    db: &Db,
    Conversation { site_id, id }: Conversation,
    rate: MessageRate,
    now: DateTime<Utc>,
) -> Result<Sent, DbError> {
    let refused: Option<(ConversationStatus, i64)> = db
        .opt(REFUSED_MESSAGE.with(&[]), &[&site_id, &id, &now.timestamp_millis(), &rate.ahead])
        .await?;
    Ok(match refused {
        None => Sent::Missing,
        Some((ConversationStatus::Closed, _)) => Sent::Closed,
        Some((_, retry_after)) => Sent::TooMany { retry_after: retry_after.unsigned_abs() },
    })
}

/// A message as streams show it.
fn posted(number: i64, message: &Message) -> ChatEvent {
    ChatEvent::Message(PostedMessage {
        event_id: number.to_string(),
        occurred_at: message.occurred_at,
        data: StreamedMessage {
            id: message.id,
            conversation_id: message.conversation_id,
            author_kind: message.author_kind.clone(),
            author_name: message.author_name.clone(),
            body: message.body.clone(),
            occurred_at: message.occurred_at,
        },
    })
}
