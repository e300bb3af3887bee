//! Appends events. Every change of a conversation goes through this module.

use chrono::{DateTime, Utc};
use stoa_db::{Db, DbError, ToSql, Transaction};
use stoa_live_chat_types::{AuthorKind, ConversationStatus, Message};

use crate::Conversation;

use ConversationStatus::{Assigned, Closed, Open, Unknown};

const APPEND_EVENT: &str = include_str!("append/append_event.sql");

/// An event to append, and the conditions under which it may happen.
#[derive(Clone, Copy, Default)]
pub struct NewEvent<'a> {
    /// The statuses in which the conversation must be.
    follows: &'a [ConversationStatus],
    /// The new status.
    status: Option<&'a str>,
    agent_name: Option<&'a str>,
    /// The author of the message.
    author_kind: Option<&'a str>,
    body: Option<&'a str>,
    /// If given, the conversation must have had no message since then.
    silent_since: Option<DateTime<Utc>>,
    /// The rate limit of messages of this kind.
    rate: MessageRate,
}

/// The rate limit of a visitor's messages in a conversation: each message takes up some time, and a number of messages
/// may be sent ahead of theirs.
#[derive(Debug, Clone, Copy)]
pub struct MessageRate {
    /// Milliseconds that a message takes up.
    pub(crate) each: i64,
    /// Milliseconds by which the next message may be ahead of its time.
    pub(crate) ahead: i64,
}

impl MessageRate {
    /// No limit.
    pub const UNLIMITED: Self = Self { each: 0, ahead: i64::MAX / 2 };

    /// No messages now.
    pub const NONE: Self = Self { each: 0, ahead: i64::MIN / 2 };

    /// So many messages in so many seconds, and a third of them at once.
    pub fn new(messages: i64, seconds: u64) -> Self {
        let each = i64::try_from(seconds).unwrap_or(i64::MAX / 1000) * 1000 / messages.max(1);
        let at_once = (messages / 3).max(1);
        // Half a message of slack, for messages that overtake each other on the way to the row's lock. It is too little
        // to let an extra message pass.
        Self { each, ahead: (at_once - 1) * each + each / 2 }
    }
}

impl Default for MessageRate {
    fn default() -> Self {
        Self::UNLIMITED
    }
}

/// A stored event: its number in the conversation, and the message if it is one.
pub type Appended = (i64, Option<Message>);

impl<'a> NewEvent<'a> {
    /// A message. Refused if the visitor has sent too many or may not use the conversation.
    pub fn visitor_message(body: &'a str, rate: MessageRate) -> Self {
        Self {
            follows: &[Open, Assigned],
            rate,
            author_kind: Some(AuthorKind::Visitor.as_str()),
            body: Some(body),
            ..Self::default()
        }
    }

    pub fn agent_message(agent_name: &'a str, body: &'a str) -> Self {
        Self {
            follows: &[Open, Assigned],
            agent_name: Some(agent_name),
            author_kind: Some(AuthorKind::Agent.as_str()),
            body: Some(body),
            ..Self::default()
        }
    }

    /// A change to this status. A change to open removes the agent; any other sets `agent_name`, or leaves the agent as
    /// it is if there is no name.
    pub fn status(to: &'a ConversationStatus, agent_name: Option<&'a str>) -> Self {
        let follows: &[ConversationStatus] = match to {
            Open => &[Assigned],
            Assigned => &[Open],
            Closed => &[Open, Assigned],
            Unknown(_) => &[],
        };
        Self { follows, status: Some(to.as_str()), agent_name, ..Self::default() }
    }

    /// Closes a conversation if it has had no message since then.
    pub fn idle_end(silent_since: DateTime<Utc>) -> Self {
        Self { silent_since: Some(silent_since), ..Self::status(&Closed, None) }
    }
}

/// Appends an event. Returns `None` if it may not happen.
pub async fn append(
    db: &Db,
    conversation: Conversation,
    event: NewEvent<'_>,
    now: DateTime<Utc>,
) -> Result<Option<Appended>, DbError> {
    let given = Given::new(&event, now);
    db.opt(APPEND_EVENT, &given.params(&conversation, &event)).await
}

/// Appends an event as a part of a transaction. Returns `None` if it may not happen.
pub async fn append_within(
    transaction: &Transaction<'_>,
    conversation: Conversation,
    event: NewEvent<'_>,
    now: DateTime<Utc>,
) -> Result<Option<Appended>, DbError> {
    let given = Given::new(&event, now);
    transaction.opt(APPEND_EVENT, &given.params(&conversation, &event)).await
}

/// Parameters of the statement that are not fields of the event.
struct Given<'a> {
    follows: Vec<&'a str>,
    now: DateTime<Utc>,
    milliseconds: i64,
}

impl<'a> Given<'a> {
    fn new(event: &NewEvent<'a>, now: DateTime<Utc>) -> Self {
        let follows = event.follows.iter().map(ConversationStatus::as_str).collect();
        Self { follows, now, milliseconds: now.timestamp_millis() }
    }

    fn params<'p>(
        &'p self,
        conversation: &'p Conversation,
        event: &'p NewEvent<'_>,
    ) -> [&'p (dyn ToSql + Sync); 12] {
        [
            &conversation.site_id,
            &conversation.id,
            &self.follows,
            &event.silent_since,
            &event.status,
            &event.agent_name,
            &event.author_kind,
            &event.body,
            &self.now,
            &self.milliseconds,
            &event.rate.each,
            &event.rate.ahead,
        ]
    }
}
