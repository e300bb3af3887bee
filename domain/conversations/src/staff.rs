//! Operations of staff on conversations.

use chrono::{DateTime, Utc};
use stoa_db::{Db, DbError};
use stoa_live_chat_types::ConversationStatus;

use crate::{
    Conversation, Notification,
    announce::announce,
    append::{NewEvent, append},
};

/// Maximum length of a staff member's message, the same as in the API document.
const MAX_STAFF_MESSAGE_CHARACTERS: usize = 4000;

const MAX_AGENT_NAME_CHARACTERS: usize = 255;

/// Why an operation of staff failed.
#[derive(Debug)]
pub enum Refusal {
    /// The agent's name or the message is not valid. The value of the variant states the reason.
    Malformed(String),
    /// The conversation's status, which does not allow the operation.
    Status(ConversationStatus),
    Missing,
    Database(DbError),
}

/// Returns at most 500 conversations, newest message first. `None` stands for all sites or for any status.
///
/// Each row has these columns, as text: site, conversation, status, agent, visitor, number of events, and time of the
/// last message.
pub async fn list(
    db: &Db,
    site_id: Option<i64>,
    status: Option<&str>,
) -> Result<Vec<Vec<Option<String>>>, DbError> {
    db.rows(include_str!("staff/list.sql"), &[&site_id, &status]).await
}

/// Returns the conversations with this id, at most one for each site. If `site_id` is `None`, searches all sites.
pub async fn find(db: &Db, site_id: Option<i64>, id: i64) -> Result<Vec<Conversation>, DbError> {
    let sites: Vec<i64> = db.rows(include_str!("staff/find.sql"), &[&site_id, &id]).await?;
    Ok(sites.into_iter().map(|site_id| Conversation { site_id, id }).collect())
}

/// Assigns an open conversation to an agent.
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

/// Changes an assigned conversation back to open.
pub async fn release(
    db: &Db,
    conversation: Conversation,
    now: DateTime<Utc>,
) -> Result<(), Refusal> {
    let event = NewEvent::status(&ConversationStatus::Open, None);
    append_or_refuse(db, conversation, event, now).await
}

/// Closes a conversation permanently.
pub async fn close(db: &Db, conversation: Conversation, now: DateTime<Utc>) -> Result<(), Refusal> {
    let event = NewEvent::status(&ConversationStatus::Closed, None);
    append_or_refuse(db, conversation, event, now).await
}

/// Answers a visitor. An open conversation is assigned to the agent first.
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
    // The assignment and the message are two statements, so a visitor's message may be appended between them.
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

/// Returns whether the event was appended.
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
