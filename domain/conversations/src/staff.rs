//! Staff's side of conversations.

use chrono::{DateTime, Utc};
use stoa_db::{Db, DbError};
use stoa_live_chat_types::ConversationStatus;

use crate::{
    Conversation, Notification,
    announce::announce,
    append::{NewEvent, append},
};

/// Characters of a message, as the document has it.
const MAX_STAFF_MESSAGE_CHARACTERS: usize = 4000;

const MAX_AGENT_NAME_CHARACTERS: usize = 255;

/// Why staff cannot do that.
#[derive(Debug)]
pub enum Refusal {
    /// A name or a text that a visitor cannot be shown, and what is wrong with it.
    Malformed(String),
    /// The conversation has this status.
    Status(ConversationStatus),
    /// There is no such conversation any more.
    Missing,
    Database(DbError),
}

/// A row of text for each conversation, of this site and status where they are named: site, conversation, status,
/// agent, visitor, number of events, and time of the last message. The one with the newest message stands first,
/// 500 at most.
pub async fn list(
    db: &Db,
    site_id: Option<i64>,
    status: Option<&str>,
) -> Result<Vec<Vec<Option<String>>>, DbError> {
    db.rows(include_str!("staff/list.sql"), &[&site_id, &status]).await
}

/// The conversations with this id: one in a site, and perhaps several in all.
pub async fn find(db: &Db, site_id: Option<i64>, id: i64) -> Result<Vec<Conversation>, DbError> {
    let sites: Vec<i64> = db.rows(include_str!("staff/find.sql"), &[&site_id, &id]).await?;
    Ok(sites.into_iter().map(|site_id| Conversation { site_id, id }).collect())
}

/// Takes an open conversation for an agent.
pub async fn assign(
    db: &Db,
    conversation: Conversation,
    agent_name: Option<&str>,
    now: DateTime<Utc>,
) -> Result<(), Refusal> {
    if let Some(name) = agent_name {
        check("the name", name, MAX_AGENT_NAME_CHARACTERS)?;
    }
    let event = NewEvent::status(&ConversationStatus::Assigned, agent_name);
    append_or_refuse(db, conversation, event, now).await
}

/// Gives an assigned conversation back.
pub async fn release(
    db: &Db,
    conversation: Conversation,
    now: DateTime<Utc>,
) -> Result<(), Refusal> {
    let event = NewEvent::status(&ConversationStatus::Open, None);
    append_or_refuse(db, conversation, event, now).await
}

/// Ends a conversation for good.
pub async fn close(db: &Db, conversation: Conversation, now: DateTime<Utc>) -> Result<(), Refusal> {
    let event = NewEvent::status(&ConversationStatus::Closed, None);
    append_or_refuse(db, conversation, event, now).await
}

/// Answers a visitor. An open conversation is the agent's from then on.
pub async fn reply(
    db: &Db,
    conversation: Conversation,
    agent_name: &str,
    text: &str,
    now: DateTime<Utc>,
) -> Result<(), Refusal> {
    let (agent_name, text) = (agent_name.trim(), text.trim());
    check("the name", agent_name, MAX_AGENT_NAME_CHARACTERS)?;
    check("the text", text, MAX_STAFF_MESSAGE_CHARACTERS)?;
    // Each is whole by itself: a visitor's message may well come between the two.
    let taken = NewEvent::status(&ConversationStatus::Assigned, Some(agent_name));
    append_and_announce(db, conversation, taken, now).await?;
    append_or_refuse(db, conversation, NewEvent::agent_message(agent_name, text), now).await
}

async fn append_or_refuse(
    db: &Db,
    conversation: Conversation,
    event: NewEvent<'_>,
    now: DateTime<Utc>,
) -> Result<(), Refusal> {
    if append_and_announce(db, conversation, event, now).await? {
        return Ok(());
    }
    let Conversation { site_id, id } = conversation;
    let status = db.opt(include_str!("staff/status.sql"), &[&site_id, &id]).await?;
    Err(status.map_or(Refusal::Missing, Refusal::Status))
}

/// Returns whether the conversation took the event.
async fn append_and_announce(
    db: &Db,
    conversation: Conversation,
    event: NewEvent<'_>,
    now: DateTime<Utc>,
) -> Result<bool, DbError> {
    let Some((number, _)) = append(db, conversation, event, now).await? else {
        return Ok(false);
    };
    announce(db, &[Notification { conversation, number }]).await?;
    Ok(true)
}

fn check(what: &str, text: &str, most: usize) -> Result<(), Refusal> {
    let fault = if text.trim().is_empty() {
        format!("{what} must not be empty")
    } else if text.chars().count() > most {
        format!("{what} must have at most {most} characters")
    } else if text.contains('\0') {
        format!("{what} must not hold NUL")
    } else {
        return Ok(());
    };
    Err(Refusal::Malformed(fault))
}

impl From<DbError> for Refusal {
    fn from(error: DbError) -> Self {
        Self::Database(error)
    }
}
