//! Messages of visitors.

use chrono::{DateTime, Utc};
use stoa_db::Db;
use stoa_idempotency::{Claim, ClaimError, Idempotency, Replayable, answer_within, claim};
use stoa_live_chat_reasons::{self as reasons, Failed, refusals};
use stoa_live_chat_types::{
    ChatEvent, ConversationStatus, Message, PostedMessage, StreamedMessage,
};

use crate::{
    Conversation, Hub,
    append::{Appended, MessageRate, NewEvent, append, append_in},
};

/// A visitor's message.
#[derive(Debug)]
pub struct NewMessage {
    pub body: String,
    pub rate: MessageRate,
    /// The `Idempotency-Key`. A message that is sent again with the same key is stored once.
    pub idempotency: Option<Idempotency>,
}

refusals! {
    /// Why a visitor's message is not stored.
    pub enum SendRefusal of reasons {
        /// The conversation does not exist, or is not available to visitors.
        ConversationNotFound,
        ConversationIsClosed,
        IdempotencyKeyReused,
        IdempotencyKeyInProgress,
    }
}

/// The result of sending a visitor's message.
#[derive(Debug)]
pub enum Sent {
    Message(Replayable<Message>),
    /// The visitor has sent too many messages, and may send the next one after `retry_after` seconds.
    TooMany {
        retry_after: u64,
    },
}

/// Stores a visitor's message once for each `Idempotency-Key` of the conversation, and passes the message to the
/// streams.
pub async fn send_message(
    db: &Db,
    hub: &Hub,
    conversation: Conversation,
    NewMessage { body, rate, idempotency }: NewMessage,
    now: DateTime<Utc>,
) -> Result<Sent, Failed<SendRefusal>> {
    let event = NewEvent::visitor_message(&body, rate);
    let appended = match idempotency {
        None => append(db, conversation, event, now).await?,
        Some(key) => match append_once(db, conversation, &key, event, now).await? {
            Claim::Answered(message) => return Ok(Sent::Message(Replayable::Replayed(message))),
            Claim::Fresh(appended) => appended,
        },
    };
    match appended {
        Some((number, Some(message))) => {
            hub.publish(conversation, number, posted(number, &message));
            Ok(Sent::Message(Replayable::Fresh(message)))
        }
        _ => why_refused(db, conversation, rate, now).await,
    }
}

/// Appends a message in the transaction that claims its `Idempotency-Key`. If the message is refused, the claim is
/// rolled back.
async fn append_once(
    db: &Db,
    conversation: Conversation,
    key: &Idempotency,
    event: NewEvent<'_>,
    now: DateTime<Utc>,
) -> Result<Claim<Message, Option<Appended>>, ClaimError> {
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let lease = match claim(&transaction, conversation.site_id, key, now).await? {
        Claim::Answered(message) => return Ok(Claim::Answered(message)),
        Claim::Fresh(lease) => lease,
    };
    let appended = append_in(&transaction, conversation, event, now).await?;
    if let Some((_, Some(message))) = &appended {
        answer_within(&transaction, Some(&lease), message).await?;
        transaction.commit().await?;
    }
    Ok(Claim::Fresh(appended))
}

async fn why_refused(
    db: &Db,
    Conversation { site_id, id }: Conversation,
    rate: MessageRate,
    now: DateTime<Utc>,
) -> Result<Sent, Failed<SendRefusal>> {
    let refused: Option<(ConversationStatus, i64)> = db
        .opt(
            include_str!("messages/refused_message.sql"),
            &[&site_id, &id, &now.timestamp_millis(), &rate.ahead],
        )
        .await?;
    match refused {
        None => Err(SendRefusal::ConversationNotFound)?,
        Some((ConversationStatus::Closed, _)) => Err(SendRefusal::ConversationIsClosed)?,
        Some((_, retry_after)) => Ok(Sent::TooMany { retry_after: retry_after.unsigned_abs() }),
    }
}

/// Returns the message as an event of a stream.
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
