//! Operations of staff on conversations. Each returns the [`Notification`] of its event, which the caller announces.

use chrono::{DateTime, Utc};
use stoa_audit::{Actor, Origin, Target, record};
use stoa_db::{Cells, Db, DbError, Transaction};
use stoa_idempotency::{Claim, Idempotency, Replayable, answer_within, claim_if_any};
use stoa_live_chat_types::{ConversationStatus, Message};
use stoa_staff_reasons::{self as reasons, Failed, refusals};
use stoa_staff_types::{self as types, ActorKind};
use stoa_values::text::trim;

use crate::append::{Appended, NewEvent, append_in};
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

refusals! {
    /// Why a conversation is not assigned.
    pub enum AssignRefusal of reasons {
        ConversationNotFound,
        ConversationIsAssigned,
        ConversationIsClosed,
    }
}

refusals! {
    /// Why a conversation is not released.
    pub enum ReleaseRefusal of reasons {
        ConversationNotFound,
        ConversationIsNotAssigned,
        ConversationIsClosed,
    }
}

refusals! {
    /// Why a conversation is not closed.
    pub enum CloseRefusal of reasons {
        ConversationNotFound,
        ConversationIsClosed,
    }
}

refusals! {
    /// Why a message of staff is not stored.
    pub enum ReplyRefusal of reasons {
        ConversationNotFound,
        ConversationIsClosed,
        IdempotencyKeyReused,
        IdempotencyKeyInProgress,
    }
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
) -> Result<Changed, Failed<AssignRefusal>> {
    let event = NewEvent::status(&ConversationStatus::Assigned, agent);
    let refusal = |status| match status {
        types::ConversationStatus::Closed => AssignRefusal::ConversationIsClosed,
        _ => AssignRefusal::ConversationIsAssigned,
    };
    change(db, origin, conversation, event, &["status", "agent"], now, refusal).await
}

/// Changes an assigned conversation back to open.
pub async fn release(
    db: &Db,
    origin: &Origin,
    conversation: Conversation,
    now: DateTime<Utc>,
) -> Result<Changed, Failed<ReleaseRefusal>> {
    let event = NewEvent::status(&ConversationStatus::Open, None);
    let refusal = |status| match status {
        types::ConversationStatus::Closed => ReleaseRefusal::ConversationIsClosed,
        _ => ReleaseRefusal::ConversationIsNotAssigned,
    };
    change(db, origin, conversation, event, &["status", "agent"], now, refusal).await
}

/// Closes a conversation permanently.
pub async fn close(
    db: &Db,
    origin: &Origin,
    conversation: Conversation,
    now: DateTime<Utc>,
) -> Result<Changed, Failed<CloseRefusal>> {
    let event = NewEvent::status(&ConversationStatus::Closed, None);
    let refusal = |_| CloseRefusal::ConversationIsClosed;
    change(db, origin, conversation, event, &["status"], now, refusal).await
}

/// Checks the texts of a reply, which the document limits too. Returns the first fault.
pub fn check_reply(NewReply { agent, body, .. }: &NewReply) -> Result<(), String> {
    check_agent(agent)?;
    check_text("the text", body, MAX_STAFF_MESSAGE_CHARACTERS)
}

/// Checks the agent's name, and returns its fault.
pub fn check_agent(agent: &Agent) -> Result<(), String> {
    check_text("the name", &agent.name, MAX_AGENT_NAME_CHARACTERS)
}

/// Answers a visitor. An open conversation is assigned to the agent first.
pub async fn reply(
    db: &Db,
    origin: &Origin,
    conversation: Conversation,
    NewReply { agent, body, idempotency }: NewReply,
    now: DateTime<Utc>,
) -> Result<Replied, Failed<ReplyRefusal>> {
    let (name, body) = (trim(&agent.name), trim(&body));
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
    let is_assigned = append_in(&transaction, conversation, assignment, now).await?.is_some();
    let message = NewEvent::agent_message(&agent, &origin.actor, body);
    let refusal = |_| ReplyRefusal::ConversationIsClosed;
    let (number, message) =
        append_or_refuse(&transaction, conversation, message, now, refusal).await?;
    // The statement returns the message of every event that has a text.
    let message = message.ok_or(ReplyRefusal::ConversationNotFound)?;
    let message = shown(number, message, &origin.actor);
    let fields: &[&str] =
        if is_assigned { &["status", "agent", "messages"] } else { &["messages"] };
    record_change(&transaction, origin, conversation, fields, now).await?;
    answer_within(&transaction, lease.as_ref(), &message).await?;
    transaction.commit().await?;
    let notification = Some(Notification { conversation, number });
    Ok(Replied { message: Replayable::Fresh(message), notification })
}

/// Appends an event and its entry of the audit trail. `refusal` is the reason for which a status does not allow the event.
async fn change<R: From<reasons::ConversationNotFound>>(
    db: &Db,
    origin: &Origin,
    conversation: Conversation,
    event: NewEvent<'_>,
    fields: &[&str],
    now: DateTime<Utc>,
    refusal: fn(types::ConversationStatus) -> R,
) -> Result<Changed, Failed<R>> {
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let (number, _) = append_or_refuse(&transaction, conversation, event, now, refusal).await?;
    record_change(&transaction, origin, conversation, fields, now).await?;
    let changed = get(&transaction, conversation).await?;
    let changed = changed.ok_or_else(|| Failed::Refused(reasons::ConversationNotFound.into()))?;
    transaction.commit().await?;
    Ok(Changed { conversation: changed, notification: Notification { conversation, number } })
}

async fn append_or_refuse<R: From<reasons::ConversationNotFound>>(
    transaction: &Transaction<'_>,
    conversation: Conversation,
    event: NewEvent<'_>,
    now: DateTime<Utc>,
    refusal: fn(types::ConversationStatus) -> R,
) -> Result<Appended, Failed<R>> {
    if let Some(appended) = append_in(transaction, conversation, event, now).await? {
        return Ok(appended);
    }
    let found = get(transaction, conversation).await?;
    let not_found = || reasons::ConversationNotFound.into();
    Err(Failed::Refused(found.map_or_else(not_found, |found| refusal(found.status))))
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

fn check_text(what: &str, text: &str, most: usize) -> Result<(), String> {
    let fault = if trim(text).is_empty() {
        format!("{what} must not be empty")
    } else if trim(text).chars().count() > most {
        format!("{what} must have at most {most} characters")
    } else if text.contains('\0') {
        format!("{what} must not hold NUL")
    } else {
        return Ok(());
    };
    Err(fault)
}
