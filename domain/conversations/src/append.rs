//! Appends events. Every change of a conversation goes through this module.

use chrono::{DateTime, Utc};
use stoa_audit::Actor;
use stoa_db::{Db, DbError, ToSql, Transaction};
use stoa_events::{EventRow, conversation_message};
use stoa_live_chat_types::{ConversationStatus, Message};
use stoa_staff_types::WebhookMessageAuthor;

use crate::{Agent, Conversation};

use ConversationStatus::{Assigned, Closed, Open, Unknown};

const APPEND_EVENT: &str = include_str!("append/append_event.sql");

/// An event to append, and the conditions that the conversation must meet.
#[derive(Default)]
pub struct NewEvent<'a> {
    /// The statuses that the conversation may have before the event.
    follows: Vec<&'a str>,
    /// The new status, if the event is a change of status.
    status: Option<&'a str>,
    agent_name: Option<&'a str>,
    /// The person who is the agent. `None` for a server key or a command.
    agent_person_id: Option<i64>,
    /// The author of the message, if the event is a message.
    author_kind: Option<WebhookMessageAuthor>,
    body: Option<&'a str>,
    /// The author of an agent's message.
    actor_kind: Option<&'a str>,
    actor_id: Option<i64>,
    /// If given, the conversation must have had no message since this time.
    silent_since: Option<DateTime<Utc>>,
    /// The rate limit, which applies to messages of visitors only.
    rate: MessageRate,
}

/// The author of a message, and the event for webhooks. All fields are `None` for a change of status.
#[derive(Default)]
struct Posted<'a> {
    author_kind: Option<&'a str>,
    kind: Option<String>,
    resource: Option<String>,
    payload: Option<String>,
}

/// The id of a message that is not stored yet.
const UNKNOWN_ID: i64 = 0;

/// The rate limit of a visitor's messages in a conversation, a leaky bucket. Each message moves the conversation's
/// `sending_until` by `each` milliseconds. A message is refused if `sending_until` is more than `ahead` milliseconds in
/// the future.
#[derive(Debug, Clone, Copy)]
pub struct MessageRate {
    pub(crate) each: i64,
    pub(crate) ahead: i64,
}

impl MessageRate {
    pub const UNLIMITED: Self = Self { each: 0, ahead: i64::MAX / 2 };

    /// Refuses all messages.
    pub const NONE: Self = Self { each: 0, ahead: i64::MIN / 2 };

    /// Allows this number of messages in this number of seconds, and a third of them at once.
    pub fn new(messages: i64, seconds: u64) -> Self {
        let each = i64::try_from(seconds).unwrap_or(i64::MAX / 1000) * 1000 / messages.max(1);
        let at_once = (messages / 3).max(1);
        // The limit has half a message of slack, because concurrent messages may lock the row in another order than
        // they were sent. The slack is too small to admit an extra message.
        Self { each, ahead: (at_once - 1) * each + each / 2 }
    }
}

impl Default for MessageRate {
    fn default() -> Self {
        Self::UNLIMITED
    }
}

/// A stored event: its number in the conversation, and the message if the event is a message.
pub type Appended = (i64, Option<Message>);

impl<'a> NewEvent<'a> {
    /// A visitor's message. The message is refused if the visitor has sent too many messages or may not use the
    /// conversation.
    pub fn visitor_message(body: &'a str, rate: MessageRate) -> Self {
        Self {
            follows: vec![Open.as_str(), Assigned.as_str()],
            rate,
            author_kind: Some(WebhookMessageAuthor::Visitor),
            body: Some(body),
            ..Self::default()
        }
    }

    pub fn agent_message(agent: &'a Agent, actor: &Actor, body: &'a str) -> Self {
        Self {
            follows: vec![Open.as_str(), Assigned.as_str()],
            agent_name: Some(&agent.name),
            author_kind: Some(WebhookMessageAuthor::Agent),
            body: Some(body),
            actor_kind: Some(actor.kind()),
            actor_id: Some(actor.id()),
            ..Self::default()
        }
    }

    /// A change to the status `to`. A change to open removes the agent. A change to another status sets the agent to
    /// `agent`, or leaves the agent unchanged if `agent` is `None`.
    pub fn status(to: &'a ConversationStatus, agent: Option<&'a Agent>) -> Self {
        let follows: &[ConversationStatus] = match to {
            Open => &[Assigned],
            Assigned => &[Open],
            Closed => &[Open, Assigned],
            Unknown(_) => &[],
        };
        Self {
            follows: follows.iter().map(ConversationStatus::as_str).collect(),
            status: Some(to.as_str()),
            agent_name: agent.map(|agent| agent.name.as_str()),
            agent_person_id: agent.and_then(|agent| agent.person_id),
            ..Self::default()
        }
    }

    /// Closes a conversation that has had no message since `silent_since`.
    pub fn idle_end(silent_since: DateTime<Utc>) -> Self {
        Self { silent_since: Some(silent_since), ..Self::status(&Closed, None) }
    }

    /// Returns the event for webhooks, if the event is a message. The statement inserts the id of the message.
    fn posted(&self, conversation: Conversation, now: DateTime<Utc>) -> Posted<'_> {
        let Some(author) = &self.author_kind else { return Posted::default() };
        let Conversation { site_id, id } = conversation;
        let event = conversation_message(site_id, id, UNKNOWN_ID, author.clone(), now);
        let EventRow { kind, resource, payload } = EventRow::of(&event);
        Posted {
            author_kind: Some(author.as_str()),
            kind: Some(kind),
            resource: Some(resource),
            payload: Some(payload),
        }
    }

    fn params<'p>(
        &'p self,
        conversation: &'p Conversation,
        posted: &'p Posted<'_>,
        now: &'p DateTime<Utc>,
    ) -> [&'p (dyn ToSql + Sync); 17] {
        [
            &conversation.site_id,
            &conversation.id,
            &self.follows,
            &self.silent_since,
            &self.status,
            &self.agent_name,
            &posted.author_kind,
            &self.body,
            now,
            &self.rate.each,
            &self.rate.ahead,
            &self.agent_person_id,
            &self.actor_kind,
            &self.actor_id,
            &posted.kind,
            &posted.resource,
            &posted.payload,
        ]
    }
}

/// Appends an event. Returns `None` if the conversation does not meet the event's conditions.
pub async fn append(
    db: &Db,
    conversation: Conversation,
    event: NewEvent<'_>,
    now: DateTime<Utc>,
) -> Result<Option<Appended>, DbError> {
    let posted = event.posted(conversation, now);
    db.opt(APPEND_EVENT, &event.params(&conversation, &posted, &now)).await
}

/// Appends an event in the caller's transaction. Returns `None` if the conversation does not meet the event's
/// conditions.
pub async fn append_in(
    transaction: &Transaction<'_>,
    conversation: Conversation,
    event: NewEvent<'_>,
    now: DateTime<Utc>,
) -> Result<Option<Appended>, DbError> {
    let posted = event.posted(conversation, now);
    transaction.opt(APPEND_EVENT, &event.params(&conversation, &posted, &now)).await
}
