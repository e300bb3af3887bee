//! Operations of staff on conversations. Each returns the [`Notification`] of its event, which the caller announces.

use chrono::{DateTime, Utc};
use stoa_audit::{Actor, Origin, Target, record};
use stoa_db::{Cells, Db, DbError, Transaction};
use stoa_idempotency::{Claim, ClaimError, Idempotency, Replayable, answer_within, claim_if_any};
use stoa_live_chat_types::{ConversationStatus, Message};
use stoa_staff_types::{self as types, ActorKind};
use stoa_values::text::trim;

use crate::append::{Appended, NewEvent, append_within};
use crate::{Conversation, Notification};

/// Maximum length of a staff member's message, the same as in the API document.
const MAX_STAFF_MESSAGE_CHARACTERS: usize = 4000;

const MAX_AGENT_NAME_CHARACTERS: usize = 255;

/// The agent of a conversation, or the author of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agent {
    /// The name that the visitor sees.
    pub name: String,
    /// `None` if a command names the agent.
    pub person_id: Option<i64>,
}

/// A changed conversation.
#[derive(Debug)]
pub struct Changed {
    pub conversation: types::Conversation,
    pub notification: Notification,
}

/// An agent's message.
#[derive(Debug)]
pub struct NewReply {
    pub agent: Agent,
    pub body: String,
    /// The `Idempotency-Key`. A message that is sent again with the same key is stored once.
    pub idempotency: Option<Idempotency>,
}

/// A stored message of an agent.
#[derive(Debug)]
pub struct Replied {
    pub message: Replayable<types::ConversationMessage>,
    /// `None` if the message was stored by an earlier request with the same `Idempotency-Key`.
    pub notification: Option<Notification>,
}

/// Why an operation of staff failed.
#[derive(Debug)]
pub enum Refusal {
    /// The agent's name or the message is not valid. The value of the variant states the reason.
    Malformed(String),
    /// The conversation's status, which does not allow the operation.
    Status(types::ConversationStatus),
    Missing,
    Key(ClaimError),
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
) -> Result<Vec<Cells>, DbError> {
    db.rows(include_str!("staff/list.sql"), &[&site_id, &status]).await
}

/// Returns the conversations with this id, at most one for each site. If `site_id` is `None`, searches all sites.
pub async fn find(db: &Db, site_id: Option<i64>, id: i64) -> Result<Vec<Conversation>, DbError> {
    let sites: Vec<i64> = db.rows(include_str!("staff/find.sql"), &[&site_id, &id]).await?;
    Ok(sites.into_iter().map(|site_id| Conversation { site_id, id }).collect())
}

/// Assigns an open conversation to an agent. Without an agent, leaves the conversation's agent unchanged.
pub async fn assign(
    db: &Db,
    origin: &Origin,
    conversation: Conversation,
    agent: Option<&Agent>,
    now: DateTime<Utc>,
) -> Result<Changed, Refusal> {
    if let Some(agent) = agent {
        check_text("the name", &agent.name, MAX_AGENT_NAME_CHARACTERS)?;
    }
    let event = NewEvent::status(&ConversationStatus::Assigned, agent);
    change(db, origin, conversation, event, &["status", "agent"], now).await
}

/// Changes an assigned conversation back to open.
pub async fn release(
    db: &Db,
    origin: &Origin,
    conversation: Conversation,
    now: DateTime<Utc>,
) -> Result<Changed, Refusal> {
    let event = NewEvent::status(&ConversationStatus::Open, None);
    change(db, origin, conversation, event, &["status", "agent"], now).await
}

/// Closes a conversation permanently.
pub async fn close(
    db: &Db,
    origin: &Origin,
    conversation: Conversation,
    now: DateTime<Utc>,
) -> Result<Changed, Refusal> {
    let event = NewEvent::status(&ConversationStatus::Closed, None);
    change(db, origin, conversation, event, &["status"], now).await
}

/// Answers a visitor. An open conversation is assigned to the agent first.
pub async fn reply(
    db: &Db,
    origin: &Origin,
    conversation: Conversation,
    NewReply { agent, body, idempotency }: NewReply,
    now: DateTime<Utc>,
) -> Result<Replied, Refusal> {
    let (name, body) = (trim(&agent.name), trim(&body));
    check_text("the name", name, MAX_AGENT_NAME_CHARACTERS)?;
    check_text("the text", body, MAX_STAFF_MESSAGE_CHARACTERS)?;
    let agent = Agent { name: name.to_owned(), ..agent };
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let key = idempotency.as_ref();
    let lease = match claim_if_any(&transaction, conversation.site_id, key, now).await? {
        Claim::Fresh(lease) => lease,
        Claim::Answered(message) => {
            return Ok(Replied { message: Replayable::Replayed(message), notification: None });
        }
    };
    let assignment = NewEvent::status(&ConversationStatus::Assigned, Some(&agent));
    let is_assigned = append_within(&transaction, conversation, assignment, now).await?.is_some();
    let message = NewEvent::agent_message(&agent, &origin.actor, body);
    let (number, message) = append_or_refuse(&transaction, conversation, message, now).await?;
    // The statement returns the message of every event that has a text.
    let message = message.ok_or(Refusal::Missing)?;
    let message = shown(number, message, &origin.actor);
    let fields: &[&str] =
        if is_assigned { &["status", "agent", "messages"] } else { &["messages"] };
    record_change(&transaction, origin, conversation, fields, now).await?;
    answer_within(&transaction, lease.as_ref(), &message).await?;
    transaction.commit().await?;
    let notification = Some(Notification { conversation, number });
    Ok(Replied { message: Replayable::Fresh(message), notification })
}

/// Appends an event and its entry of the audit trail.
async fn change(
    db: &Db,
    origin: &Origin,
    conversation: Conversation,
    event: NewEvent<'_>,
    fields: &[&str],
    now: DateTime<Utc>,
) -> Result<Changed, Refusal> {
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let (number, _) = append_or_refuse(&transaction, conversation, event, now).await?;
    record_change(&transaction, origin, conversation, fields, now).await?;
    let changed = get(&transaction, conversation).await?.ok_or(Refusal::Missing)?;
    transaction.commit().await?;
    Ok(Changed { conversation: changed, notification: Notification { conversation, number } })
}

async fn append_or_refuse(
    transaction: &Transaction<'_>,
    conversation: Conversation,
    event: NewEvent<'_>,
    now: DateTime<Utc>,
) -> Result<Appended, Refusal> {
    if let Some(appended) = append_within(transaction, conversation, event, now).await? {
        return Ok(appended);
    }
    let found = get(transaction, conversation).await?;
    Err(found.map_or(Refusal::Missing, |found| Refusal::Status(found.status)))
}

async fn get(
    transaction: &Transaction<'_>,
    Conversation { site_id, id }: Conversation,
) -> Result<Option<types::Conversation>, DbError> {
    transaction.opt(include_str!("staff/get.sql"), &[&site_id, &id]).await
}

async fn record_change(
    transaction: &Transaction<'_>,
    origin: &Origin,
    Conversation { site_id, id }: Conversation,
    fields: &[&str],
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let target = Target::new("conversation", id);
    record(transaction, site_id, origin, target, fields, now).await
}

/// Returns the message as the staff API shows it.
fn shown(number: i64, message: Message, actor: &Actor) -> types::ConversationMessage {
    let (kind, id) = match actor {
        Actor::Person { id, .. } => (ActorKind::Person, Some(*id)),
        Actor::ServerKey { id, .. } => (ActorKind::ServerKey, Some(*id)),
        Actor::CommandLine => (ActorKind::CommandLine, None),
    };
    types::ConversationMessage {
        id: message.id,
        number,
        author: types::Actor { kind, id, name: message.author_name },
        body: message.body,
        created_at: types::Timestamp(message.occurred_at.0),
    }
}

fn check_text(what: &str, text: &str, most: usize) -> Result<(), Refusal> {
    let fault = if trim(text).is_empty() {
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

impl From<ClaimError> for Refusal {
    fn from(error: ClaimError) -> Self {
        Self::Key(error)
    }
}
